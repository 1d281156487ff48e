/** Lines of text that were found around a lot: while it does not change, they are not searched again. */
import type { Rect } from '../picture/raster.ts'
import type { TextLine } from './find-text.ts'
import type { Corner, Quad } from './straighten.ts'

/** What was found in the parts of a picture around one lot, by the side to which they were scaled. */
export type KnownLines = {
  readonly parts: { readonly part: Rect; readonly side: number; readonly lines: readonly TextLine[] }[]
  /** Whether a plate was among them, and how often none was: the noise of a few pictures may hide one. */
  is_read: boolean
  misses: number
}
export const noLines = (): KnownLines => ({ parts: [], is_read: false, misses: 0 })

/** Searches of a vehicle without a plate after which another one would find none, either. */
const enough_misses = 3
/** Maximum difference of two parts, as a share of the width: the box of a vehicle is never quite the same. */
const max_off = 0.03

/** Takes down whether a plate was read among the lines. */
export function learnFrom(known: KnownLines | undefined, is_read: boolean): void {
  if (!known) return
  known.is_read ||= is_read
  if (!is_read) known.misses++
}

/**
 * The lines in this part: those that are known of nearly the same part, if they hold a plate or `enough`
 * searches found none, or else those that `find` finds.
 */
export async function linesIn(
  part: Rect,
  side: number,
  known: KnownLines | undefined,
  find: () => Promise<TextLine[]>,
  enough = enough_misses,
): Promise<TextLine[]> {
  const at = known?.parts.findIndex((one) => one.side === side && isNearly(one.part, part)) ?? -1
  const same = known?.parts[at]
  if (same && (known.is_read || known.misses >= enough))
    return same.lines.map((line) => ({ ...line, quad: moved(line.quad, same.part, part) }))
  const lines = await find()
  if (same) known?.parts.splice(at, 1)
  known?.parts.push({ part, side, lines })
  return lines
}

function isNearly(one: Rect, other: Rect): boolean {
  const far = other.width * max_off
  return (
    Math.abs(one.left - other.left) <= far &&
    Math.abs(one.top - other.top) <= far &&
    Math.abs(one.left + one.width - other.left - other.width) <= far &&
    Math.abs(one.top + one.height - other.top - other.height) <= far
  )
}

/** A quad of one part in the pixels of another. */
const moved = (quad: Quad, from: Rect, to: Rect): Quad =>
  quad.map(([x, y]): Corner => [x + from.left - to.left, y + from.top - to.top]) as unknown as Quad
