/** Compares pairs of pictures one after the other, in slices, so that the server stays responsive. */
import { loadSharp } from '#src/core/files/sharp.ts'
import type { Part } from '#src/core/part.ts'
import { jpegSize } from '@parking/contract/core/jpeg.ts'
import { createWorkspace, type Grey } from './features.ts'
import { matching, type Hints, type Match } from './match.ts'
import { inSlices } from './slices.ts'

type Size = Pick<Grey, 'width' | 'height'>
export type Matcher = Part & {
  /** Rejects if a picture cannot be decoded or the matcher is stopped. */
  match(
    reference: Uint8Array,
    picture: Uint8Array,
    hints: Hints,
  ): Promise<{ match: Match; reference: Size; picture: Size }>
}

/** Pictures are compared at this width, in pixels. */
const match_width = 640
const max_pixels = 64_000_000
/** Maximum delay for a call of the console during a comparison. */
const slice_ms = 4

export function openMatcher(): Matcher {
  const ending = new AbortController()
  const workspace = createWorkspace()
  let last: Promise<unknown> = Promise.resolve()

  async function compare(
    reference_jpeg: Uint8Array,
    picture_jpeg: Uint8Array,
    hints: Hints,
  ): Promise<Awaited<ReturnType<Matcher['match']>>> {
    ending.signal.throwIfAborted()
    const [reference, picture] = [await greyOf(reference_jpeg), await greyOf(picture_jpeg)]
    const sizeOf = ({ width, height }: Size): Size => ({ width, height })
    return {
      match: await inSlices(matching(reference, picture, hints, workspace), slice_ms, ending.signal),
      reference: sizeOf(reference),
      picture: sizeOf(picture),
    }
  }

  return {
    match(reference, picture, hints) {
      const mine = last.then(() => compare(reference, picture, hints))
      last = mine.catch(() => undefined)
      return mine
    },
    start: () => undefined,
    /** Cancels the comparison in progress. */
    async stop() {
      ending.abort(new Error('The comparison of pictures was cancelled'))
      await last
    },
  }
}

/** Decodes a JPEG to grey pixels at `match_width`. sharp decodes in its own threads. */
export async function greyOf(jpeg: Uint8Array): Promise<Grey> {
  const sharp = await loadSharp()
  const size = jpegSize(jpeg)
  if (!size) throw new Error('A picture to compare is not a complete JPEG')
  const height = Math.max(1, Math.round((match_width * size.height) / size.width))
  const pixels = await sharp(jpeg, { limitInputPixels: max_pixels, failOn: 'error' })
    .resize(match_width, height, { fit: 'fill', kernel: 'linear' })
    .greyscale()
    .raw()
    .toBuffer()
  return { width: match_width, height, pixels }
}
