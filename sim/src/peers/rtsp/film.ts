/** What an RTSP server shows: a short film in a loop, or what the camera sees at this moment. */
import { readH264 } from './h264.ts'
import { keyPicture, pps, samePicture, sps } from './pcm.ts'
import sample from './sample.json' with { type: 'json' }

export type Picture = { key: boolean; nals: readonly Buffer[] }
/** `next` answers the picture of each moment in turn, or undefined while there is none yet. */
export type Film = { sps: Buffer; pps: Buffer; begin: () => { next: () => Picture | undefined } }

const loop = readH264(Buffer.from(sample.h264, 'base64'))

export const shortFilm: Film = {
  sps: loop.sps,
  pps: loop.pps,
  begin() {
    let shown = 0
    return { next: () => loop.pictures[shown++ % loop.pictures.length] }
  },
}

/** A picture is drawn anew this often; in between the last one stands. */
const each = 5

/** `see` takes a JPEG now. */
export const liveFilm = (see: () => Promise<Buffer>): Film => ({
  sps,
  pps,
  begin() {
    let [moment, since, turn] = [0, 0, 0]
    let drawing: 'idle' | 'busy' = 'idle'
    let fresh: Buffer | undefined
    const draw = async (): Promise<void> => {
      drawing = 'busy'
      fresh = await keyPicture(await see(), turn++).catch(() => undefined)
      drawing = 'idle'
    }
    return {
      next() {
        if (moment++ % each === 0 && drawing === 'idle') void draw()
        if (fresh) {
          const nals = [fresh]
          fresh = undefined
          since = 1
          return { key: true, nals }
        }
        return since === 0 ? undefined : { key: false, nals: [samePicture(since++)] }
      },
    }
  },
})
