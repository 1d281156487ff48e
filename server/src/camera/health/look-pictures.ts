/**
 * Judges the cameras' pictures as they come in: each camera once a minute, one picture at a time, so that 64 cameras cost next to
 * nothing. Decoding is done by sharp, which is loaded with the first picture: a server without cameras never has it in memory, and one
 * on whose machine it does not work says so once and goes on without.
 */
import type { PictureHealth } from '@parking/contract'
import type { FastifyBaseLogger } from 'fastify'
import { log_type } from '@parking/contract'
import { loadSharp } from '#src/core/sharp.ts'
import { grid, judge, unjudged, type Judged } from './picture-health.ts'

export type PictureJudgeOptions = {
  /** How long a camera's picture is not judged again. */
  judge_every_ms?: number
}

export type PictureJudge = {
  /** Answers what is wrong with the camera's pictures now, or undefined when this one was not judged. Never rejects. */
  look(camera_sn: string, jpeg: Uint8Array): Promise<PictureHealth | undefined>
  /** Begins anew: the camera was away, or is another one now. */
  forget(camera_sn: string): void
}

type Known = { judged: Judged; next_ms: number }

export function createPictureJudge(
  log: FastifyBaseLogger,
  { judge_every_ms = 60_000 }: PictureJudgeOptions = {},
): PictureJudge {
  const known = new Map<string, Known>()
  let state: 'idle' | 'busy' | 'broken' = 'idle'
  return {
    async look(camera_sn, jpeg) {
      const one = known.get(camera_sn) ?? { judged: unjudged, next_ms: 0 }
      const now = performance.now()
      // While another is judged, this camera's next look is soon enough.
      if (state !== 'idle' || now < one.next_ms) return undefined
      state = 'busy'
      one.next_ms = now + judge_every_ms
      known.set(camera_sn, one)
      const loaded = await loadSharp().catch((error: unknown) => {
        state = 'broken'
        log.warn(
          { log_type: log_type.alarm, what: 'pictures_unjudged', err: error },
          'dark and frozen pictures are not noticed: the picture library does not work on this machine',
        )
        return undefined
      })
      if (!loaded) return undefined
      try {
        one.judged = judge(one.judged, await openThumbnail(jpeg))
        return known.get(camera_sn) === one ? one.judged.health : undefined
      } catch (error) {
        log.debug({ err: error, camera_sn }, 'a picture could not be decoded')
        return undefined
      } finally {
        state = 'idle'
      }
    },
    forget: (camera_sn) => void known.delete(camera_sn),
  }
}

/** The most pixels that are opened: a picture may claim any size. */
const max_pixels = 64_000_000

/**
 * Opens JPEGs as grids of brightness. libjpeg reads an eighth of the size, which needs little more than each block's
 * mean; the linear kernel keeps what changes in a cell out of the cells beyond its neighbours.
 */
export async function openThumbnail(jpeg: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp()
  return sharp(jpeg, { limitInputPixels: max_pixels, failOn: 'error' })
    .resize(grid.width, grid.height, { fit: 'fill', kernel: 'linear' })
    .greyscale()
    .raw()
    .toBuffer()
}
