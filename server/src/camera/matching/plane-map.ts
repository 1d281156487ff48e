/** Plane maps (homographies) from positions in one picture to positions in another. Pure. */

/** Row by row: `x' = (m0 x + m1 y + m2) / w`, `y' = (m3 x + m4 y + m5) / w`, `w = m6 x + m7 y + m8`. */
export type PlaneMap = readonly [number, number, number, number, number, number, number, number, number]
export type Point = readonly [x: number, y: number]
/** A position in the first picture and the same position in the second. */
export type Pair = { readonly from: Point; readonly to: Point }

export const identity: PlaneMap = [1, 0, 0, 0, 1, 0, 0, 0, 1]

export function mapped(map: PlaneMap, [x, y]: Point): Point {
  const depth = map[6] * x + map[7] * y + map[8]
  return [(map[0] * x + map[1] * y + map[2]) / depth, (map[3] * x + map[4] * y + map[5]) / depth]
}

/** Whether this map places the position in front of the camera. */
export const isInFront = (map: PlaneMap, [x, y]: Point): boolean => map[6] * x + map[7] * y + map[8] > 1e-6

/** Applies `before` first, then `after`. */
export function composed(after: PlaneMap, before: PlaneMap): PlaneMap {
  const at = (row: number, column: number) =>
    [0, 1, 2].reduce((sum, k) => sum + after[row * 3 + k]! * before[k * 3 + column]!, 0)
  return [at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2), at(2, 0), at(2, 1), at(2, 2)]
}

/**
 * Least-squares rotation, uniform scale and shift of at least two pairs. Undefined if they are degenerate.
 */
export function similarityOf(pairs: readonly Pair[]): PlaneMap | undefined {
  if (pairs.length < 2) return undefined
  const mean = (pick: (pair: Pair) => number) =>
    pairs.reduce((sum, pair) => sum + pick(pair), 0) / pairs.length
  const [fx, fy, tx, ty] = [
    mean((p) => p.from[0]),
    mean((p) => p.from[1]),
    mean((p) => p.to[0]),
    mean((p) => p.to[1]),
  ]
  let [along, across, spread] = [0, 0, 0]
  for (const { from, to } of pairs) {
    const [x, y, u, v] = [from[0] - fx, from[1] - fy, to[0] - tx, to[1] - ty]
    along += x * u + y * v
    across += x * v - y * u
    spread += x * x + y * y
  }
  if (spread < 1e-9) return undefined
  const [a, b] = [along / spread, across / spread]
  return [a, -b, tx - a * fx + b * fy, b, a, ty - b * fx - a * fy, 0, 0, 1]
}

/** Least-squares homography of at least four pairs, centred so that the sums stay small. */
export function homographyOf(pairs: readonly Pair[]): PlaneMap | undefined {
  if (pairs.length < 4) return undefined
  const [ahead, back] = [centring(pairs.map((pair) => pair.from)), centring(pairs.map((pair) => pair.to))]
  const sums = Array.from({ length: 8 }, () => new Float64Array(9))
  for (const { from, to } of pairs) {
    const [[x, y], [u, v]] = [mapped(ahead.there, from), mapped(back.there, to)]
    for (const [row, value] of [
      [[x, y, 1, 0, 0, 0, -u * x, -u * y], u],
      [[0, 0, 0, x, y, 1, -v * x, -v * y], v],
    ] as const) {
      for (let i = 0; i < 8; i++) {
        for (let j = 0; j < 8; j++) sums[i]![j]! += row[i]! * row[j]!
        sums[i]![8]! += row[i]! * value
      }
    }
  }
  const found = solve(sums)
  if (!found) return undefined
  const [a, b, c, d, e, f, g, h] = found as [number, number, number, number, number, number, number, number]
  const whole = composed(back.again, composed([a, b, c, d, e, f, g, h, 1], ahead.there))
  return Math.abs(whole[8]) < 1e-9
    ? undefined
    : (whole.map((value) => value / whole[8]) as unknown as PlaneMap)
}

function centring(points: readonly Point[]): { there: PlaneMap; again: PlaneMap } {
  const [x, y] = [0, 1].map((axis) => points.reduce((sum, at) => sum + at[axis]!, 0) / points.length) as [
    number,
    number,
  ]
  const far = points.reduce((sum, at) => sum + Math.hypot(at[0] - x, at[1] - y), 0) / points.length || 1
  return {
    there: [1 / far, 0, -x / far, 0, 1 / far, -y / far, 0, 0, 1],
    again: [far, 0, x, 0, far, y, 0, 0, 1],
  }
}

/** Gaussian elimination with partial pivoting. Each row ends with its right-hand side. */
function solve(rows: Float64Array[]): number[] | undefined {
  const n = rows.length
  for (let column = 0; column < n; column++) {
    const best = rows
      .slice(column)
      .reduce(
        (most, row, i) => (Math.abs(row[column]!) > Math.abs(rows[most]![column]!) ? column + i : most),
        column,
      )
    ;[rows[column], rows[best]] = [rows[best]!, rows[column]!]
    const pivot = rows[column]!
    if (Math.abs(pivot[column]!) < 1e-12) return undefined
    for (let i = 0; i < n; i++) {
      if (i === column) continue
      const factor = rows[i]![column]! / pivot[column]!
      if (factor !== 0) for (let j = column; j <= n; j++) rows[i]![j]! -= factor * pivot[j]!
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!)
}
