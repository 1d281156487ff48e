/**
 * Judges camera pictures as they arrive: each camera once a minute and one
 * picture at a time, so that 64 cameras cost little. sharp is loaded with the
 * first picture. If it does not work on this machine, that is logged once.
 */
import { log_type, type PictureHealth } from '@parking/contract'
import { grid, isSameMoment } from '@parking/contract/core/same-moment.ts'
import type { FastifyBaseLogger } from 'fastify'
import { loadSharp } from '#src/core/files/sharp.ts'
import { dark } from '../matching/dark.ts'

export type PictureJudgeOptions = {
  /** The interval between two judged pictures of a camera, in milliseconds. */
  judge_every_ms?: number
}

export type PictureJudge = {
  /** Whether the next picture of the camera would be judged. */
  isDue(camera_sn: string): boolean
  /** Returns the current fault of the camera's pictures, or undefined if it was not judged. Never rejects. */
  look(camera_sn: string, jpeg: Uint8Array): Promise<PictureHealth | undefined>
  /** Starts over: the camera was unreachable, or was replaced. */
  forget(camera_sn: string): void
}

/** A picture that comes a little early is judged, or the next one would be late by a whole interval. */
const early = 0.95

type CacheEntry = { judged: Judged; next_ms: number }

export function createPictureJudge(
  log: FastifyBaseLogger,
  { judge_every_ms = 60_000 }: PictureJudgeOptions = {},
): PictureJudge {
  const cache = new Map<string, CacheEntry>()
  let state: 'idle' | 'busy' | 'broken' = 'idle'
  const isDue = (camera_sn: string): boolean => performance.now() >= (cache.get(camera_sn)?.next_ms ?? 0)
  return {
    isDue,
    async look(camera_sn, jpeg) {
      const entry = cache.get(camera_sn) ?? { judged: unjudged, next_ms: 0 }
      const now = performance.now()
      // If another picture is being judged, this camera is judged at its next check.
      if (state !== 'idle' || now < entry.next_ms) return undefined
      state = 'busy'
      entry.next_ms = now + judge_every_ms * early
      cache.set(camera_sn, entry)
      const loaded = await loadSharp().catch((error: unknown) => {
        state = 'broken'
        log.warn(
          { log_type: log_type.alarm, what: 'pictures_unjudged', err: error },
          'dark and frozen pictures are not detected: the picture library does not work on this machine',
        )
        return undefined
      })
      if (!loaded) return undefined
      try {
        entry.judged = judge(entry.judged, await openThumbnail(jpeg))
        return cache.get(camera_sn) === entry ? entry.judged.health : undefined
      } catch (error) {
        log.debug({ err: error, camera_sn }, 'a picture could not be decoded')
        return undefined
      } finally {
        state = 'idle'
      }
    },
    forget: (camera_sn) => void cache.delete(camera_sn),
  }
}

/** Maximum number of pixels to decode, because a picture may claim any size. */
const max_pixels = 64_000_000

/**
 * Decodes a JPEG to a grid of brightness values. libjpeg decodes at an eighth
 * of the size, which takes little more than the mean of each block. The
 * linear kernel confines a change to its cell and the neighbouring cells.
 */
export async function openThumbnail(jpeg: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp()
  return sharp(jpeg, { limitInputPixels: max_pixels, failOn: 'error' })
    .resize(grid.width, grid.height, { fit: 'fill', kernel: 'linear' })
    .greyscale()
    .raw()
    .toBuffer()
}

const cells = grid.width * grid.height

/** A dark picture must become brighter by this factor before it is no longer dark. */
const light_again = 1.5
/**
 * Number of consecutive pictures, a minute apart, that must agree: three to report a fault, two to clear it.
 */
export const confirmations = { faulty: 3, healthy: 2 } as const

type Judged = {
  readonly health: PictureHealth
  /** The result of the last pictures, if it differs from `health`, and how many of them agreed. */
  readonly pending: { readonly to: PictureHealth; readonly times: number } | undefined
  readonly last: Uint8Array | undefined
}

export const unjudged: Judged = { health: '', pending: undefined, last: undefined }

/**
 * Judges the next grid (brightness of `grid.width` x
 * `grid.height` cells, row by row). Throws on another size.
 */
export function judge(before: Judged, picture: Uint8Array): Judged {
  if (picture.length !== cells) throw new Error(`A grid has ${cells} cells, not ${picture.length}`)
  const fault = isDark(picture, before.health === 'dark')
    ? 'dark'
    : before.last && isSameMoment(before.last, picture)
      ? 'frozen'
      : ''
  if (fault === before.health) return { health: fault, pending: undefined, last: picture }
  const times = before.pending?.to === fault ? before.pending.times + 1 : 1
  if (times < (fault === '' ? confirmations.healthy : confirmations.faulty))
    return { health: before.health, pending: { to: fault, times }, last: picture }
  return { health: fault, pending: undefined, last: picture }
}

/**
 * Whether nearly everything is black and nothing is lit. A night scene with lamps is just as black on
 * average, but a lamp, a lit window or a lit road fills more than a twentieth of the picture. The white
 * letters of a camera's clock do not.
 */
function isDark(picture: Uint8Array, already: boolean): boolean {
  const factor = already ? light_again : 1
  const mean = picture.reduce((sum, cell) => sum + cell, 0) / cells
  const bright = picture.toSorted()[Math.floor(cells * 0.95)] ?? 0
  return mean < dark.mean * factor && bright < dark.bright * factor
}
