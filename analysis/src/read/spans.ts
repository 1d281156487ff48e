/**
 * Cuts a picture that is too large for one input of the plate finder into overlapping parts: the memory of
 * WebAssembly grows to the largest input and stays.
 */

/** Longest side of one input, and the minimum overlap of two, in pixels; multiples of 32 for the finder. */
export const [max_input, min_overlap] = [640, 320]

/** A part of the width or height, in pixels; `own`: the middles of lines that are this part's. */
export type Span = { readonly from: number; readonly length: number; readonly own: readonly [number, number] }

/**
 * The parts of a width or height, a multiple of 32. Each middle belongs to one part, and that part shows all
 * of a line around it that is at most as long as the overlap.
 */
export function spansOf(whole: number): Span[] {
  const count = Math.max(1, Math.ceil((whole - min_overlap) / (max_input - min_overlap)))
  const length = Math.ceil((whole + (count - 1) * min_overlap) / count / 32) * 32
  const from = (at: number): number => (count === 1 ? 0 : Math.round(((whole - length) * at) / (count - 1)))
  /** The middle of what the part `at` and the part before it both show. */
  const border = (at: number): number => {
    if (at === 0) return -Infinity
    return at === count ? Infinity : (from(at) + from(at - 1) + length) / 2
  }
  return Array.from({ length: count }, (_, at) => ({
    from: from(at),
    length,
    own: [border(at), border(at + 1)],
  }))
}

export const isOwn = ({ own: [from, to] }: Span, middle: number): boolean => middle >= from && middle < to
