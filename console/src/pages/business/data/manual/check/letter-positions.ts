/** Positions of the characters on a plate, so that each can be cut out of its picture. */

/** The centre of a character, as a share of the plate's width. */
export type Centre = number

/**
 * Widths and gaps from GA 36 in millimetres: seven characters on 440, eight (new energy) on 480, with a wider
 * gap after the second. Other plates are assumed to be evenly spaced, with a margin of 4 %.
 */
const layouts: Readonly<Record<number, { width: number; letter: number; gap: number; wide: number }>> = {
  7: { width: 440, letter: 45, gap: 12, wide: 34 },
  8: { width: 480, letter: 43, gap: 9, wide: 49 },
}

/** The centres of `count` characters, from left to right. */
export function centresOf(count: number): readonly Centre[] {
  const layout = layouts[count]
  if (!layout) return Array.from({ length: count }, (_, at) => 0.04 + (0.92 * (at + 0.5)) / count)
  const { width, letter, gap, wide } = layout
  const printed = count * letter + (count - 2) * gap + wide
  const margin = (width - printed) / 2
  return Array.from({ length: count }, (_, at) => {
    const gaps = at < 2 ? at * gap : (at - 1) * gap + wide
    return (margin + at * letter + gaps + letter / 2) / width
  })
}

export type Part = { left: number; right: number; top: number; bottom: number }

/**
 * The style of a box with the aspect ratio `box` (width / height) that shows one letter of a plate,
 * undistorted: the part of a picture with the aspect ratio `picture` around `centre`. The bounds are those of
 * the plate.
 */
export function cutAround(
  centre: Centre,
  { left, right, top, bottom }: Part,
  picture: number,
  box: number,
): { backgroundSize: string; backgroundPosition: string } {
  const high = Math.min(1, bottom - top)
  const wide = Math.min(1, (high * box) / picture)
  const x = Math.max(0, Math.min(1 - wide, left + centre * (right - left) - wide / 2))
  const place = (from: number, part: number) => (part >= 1 ? 0 : (from / (1 - part)) * 100)
  return {
    backgroundSize: `${100 / wide}% ${100 / high}%`,
    backgroundPosition: `${place(x, wide)}% ${place(top, high)}%`,
  }
}
