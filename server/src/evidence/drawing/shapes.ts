/** Points and boxes of a picture, in pixels; x to the right and y downwards. */
export type Point = readonly [x: number, y: number]
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
export type Size = { readonly width: number; readonly height: number }

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** The smallest box around some points. */
export function boxRound(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

export const edgesOf = (points: readonly Point[]): [Point, Point][] =>
  points.map((point, at) => [point, points[(at + 1) % points.length]!])

export const lengthOf = ([[ax, ay], [bx, by]]: readonly [Point, Point]): number =>
  Math.hypot(bx - ax, by - ay)

/**
 * Whether the outline of a polygon crosses a box. Its interior is ignored: text may be on a lot, but not on
 * its line.
 */
export const outlineMeets = (points: readonly Point[], box: Box): boolean =>
  edgesOf(points).some(([a, b]) => segmentMeets(a, b, box))

/** Liang-Barsky clipping: whether a part of the segment is inside the box. */
function segmentMeets([ax, ay]: Point, [bx, by]: Point, box: Box): boolean {
  let [from, to] = [0, 1]
  for (const [start, way, least, most] of [
    [ax, bx - ax, box.x, box.x + box.width],
    [ay, by - ay, box.y, box.y + box.height],
  ] as const) {
    if (way === 0) {
      if (start < least || start > most) return false
      continue
    }
    const [enter, leave] = [(least - start) / way, (most - start) / way].toSorted((a, b) => a - b) as [
      number,
      number,
    ]
    from = Math.max(from, enter)
    to = Math.min(to, leave)
  }
  return from < to
}

/**
 * The part of a box inside a picture, in whole pixels; undefined if it is narrower or lower than two pixels.
 */
export function inPicture(box: Box, { width, height }: Size): Box | undefined {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))]
  const [right, bottom] = [
    Math.min(width, Math.ceil(box.x + box.width)),
    Math.min(height, Math.ceil(box.y + box.height)),
  ]
  return right - left < 2 || bottom - top < 2
    ? undefined
    : { x: left, y: top, width: right - left, height: bottom - top }
}

/** A box enlarged on each side by a margin, given as a share of its width and height. */
export const withRoom = ({ x, y, width, height }: Box, share: number): Box => ({
  x: x - width * share,
  y: y - height * share,
  width: width * (1 + 2 * share),
  height: height * (1 + 2 * share),
})

/** Scales a size down to fit the limits; never enlarges it. */
export function fitInto({ width, height }: Size, most: Size): Size {
  const scale = Math.min(1, most.width / width, most.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
