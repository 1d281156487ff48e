/**
 * Comparing pictures away from the server's own thread. The worker begins with the first comparison and ends when there has been none for a
 * while: a box whose cameras are compared a few at a time does not hold it in memory between.
 */
import { Worker } from 'node:worker_threads'
import { jpegSize } from '../jpeg.ts'
import { thumbnails } from './look-pictures.ts'
import type { Grey } from './moved-features.ts'
import type { Hints, Match } from './moved-match.ts'
import type { Work } from './moved-worker.ts'

export type Matcher = {
  /** Rejects when the worker dies or takes longer than 20 s, or where a picture cannot be opened. */
  match(reference: Uint8Array, picture: Uint8Array, hints: Hints): Promise<{ match: Match; reference: Pick<Grey, 'width' | 'height'>; picture: Pick<Grey, 'width' | 'height'> }>
  close(): Promise<void>
}
type Waiting = { readonly done: (match: Match) => void; readonly failed: (error: Error) => void; readonly timer: NodeJS.Timeout }

/** Pictures are compared at this width. */
const match_width = 640
const limit_ms = 20_000
const most_pixels = 64_000_000

/** `program`: the bundled worker; a test has one of its own. */
export function openMatcher({ program = () => new URL('./moved.js', import.meta.url), idle_ms = 2_000 }: { program?: () => URL | Promise<URL>; idle_ms?: number } = {}): Matcher {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let next = 1
  const waiting = new Map<number, Waiting>()

  function fail(error: Error): void {
    for (const { failed, timer } of waiting.values()) {
      clearTimeout(timer)
      failed(error)
    }
    waiting.clear()
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    fail(new Error('The comparison of pictures was ended'))
    await ending?.terminate()
  }

  async function open(): Promise<Worker> {
    const at = await program()
    if (worker) return worker
    const mine = new Worker(at, { resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 }, name: 'moved' })
    mine.unref()
    mine.on('message', ({ id, match }: { id: number; match: Match }) => {
      const one = waiting.get(id)
      if (!one) return
      waiting.delete(id)
      clearTimeout(one.timer)
      if (waiting.size === 0) idle = setTimeout(() => void end(), idle_ms).unref()
      one.done(match)
    })
    const gone = (error: Error) => {
      if (worker !== mine) return
      worker = undefined
      fail(error)
    }
    mine.on('error', gone)
    mine.on('exit', () => gone(new Error('The comparison of pictures ended by itself')))
    worker = mine
    return mine
  }

  return {
    async match(reference_jpeg, picture_jpeg, hints) {
      const [reference, picture] = [await greyOf(reference_jpeg), await greyOf(picture_jpeg)]
      const sizes = { reference: { width: reference.width, height: reference.height }, picture: { width: picture.width, height: picture.height } }
      const at = await open()
      clearTimeout(idle)
      const id = next++
      const match = await new Promise<Match>((done, failed) => {
        const timer = setTimeout(() => {
          waiting.delete(id)
          failed(new Error('The comparison of two pictures took too long'))
          void end()
        }, limit_ms)
        waiting.set(id, { done, failed, timer })
        at.postMessage({ id, reference, picture, hints } satisfies Work, [reference.pixels.buffer as ArrayBuffer, picture.pixels.buffer as ArrayBuffer])
      })
      return { match, ...sizes }
    },
    close: end,
  }
}

/** A JPEG as grey pixels at the width at which pictures are compared. Decoding is sharp's, in threads of its own. */
export async function greyOf(jpeg: Uint8Array): Promise<Grey> {
  await thumbnails() // says how sharp is to be used, once
  const { default: sharp } = await import('sharp')
  const size = jpegSize(jpeg)
  if (!size) throw new Error('A picture to compare is no whole JPEG')
  const height = Math.max(1, Math.round((match_width * size.height) / size.width))
  const raw = await sharp(jpeg, { limitInputPixels: most_pixels, failOn: 'error' }).resize(match_width, height, { fit: 'fill', kernel: 'linear' }).greyscale().raw().toBuffer()
  // A copy of its own: what is handed to the worker must not share its memory with other buffers.
  return { width: match_width, height, pixels: Uint8Array.from(raw) }
}
