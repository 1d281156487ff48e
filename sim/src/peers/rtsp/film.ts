/** The films that an RTSP server can stream: a short film in a loop, or the camera's live view. */
import { readH264 } from './h264.ts'
import { keyPicture, pps, samePicture, sps } from './pcm.ts'
import sample from './sample.json' with { type: 'json' }

export type Picture = { key: boolean; nals: readonly Buffer[] }
/** `next` returns the picture of each frame in turn, or undefined while there is none yet. */
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

/** A new picture is taken every 5 frames; the frames between repeat it. */
const frames_per_picture = 5

/** `takePicture` returns a JPEG of the current view. */
export const liveFilm = (takePicture: () => Promise<Buffer>): Film => ({
  sps,
  pps,
  begin() {
    let [moment, since, turn] = [0, 0, 0]
    let drawing: 'idle' | 'busy' = 'idle'
    let fresh: Buffer | undefined
    const draw = async (): Promise<void> => {
      drawing = 'busy'
      fresh = await keyPicture(await takePicture(), turn++).catch(() => undefined)
      drawing = 'idle'
    }
    return {
      next() {
        if (moment++ % frames_per_picture === 0 && drawing === 'idle') void draw()
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
