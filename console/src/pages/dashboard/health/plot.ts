/** Computes the paths of the history plot without drawing, so that it can be tested without a browser. */
export type Reading = readonly [at: number, value: number | null]
export type PlotPoint = {
  readonly x: number
  readonly y: number
  readonly at: number
  readonly value: number
}
export type Plot = {
  readonly line: string
  readonly area: string
  readonly points: readonly PlotPoint[]
  readonly min: number
  readonly max: number
}

/** Maximum number of points that can be distinguished on a card. */
const max_points = 240

/**
 * The SVG paths of a line and its area in a box of 100 x 100; undefined with fewer than two readings. A gap
 * in the readings is a gap in the line.
 */
export function plotOf(readings: readonly Reading[], low: number, high: number): Plot | undefined {
  const thin = thinned(readings)
  const values = thin.flatMap(([, value]) => (value === null ? [] : [value]))
  const [first, last] = [thin[0], thin[thin.length - 1]]
  if (values.length < 2 || !first || !last || last[0] <= first[0]) return undefined
  const span = last[0] - first[0]
  const runs: PlotPoint[][] = [[]]
  for (const [at, value] of thin) {
    if (value === null) runs.push([])
    else
      runs[runs.length - 1]?.push({
        x: round(((at - first[0]) / span) * 100),
        y: round(100 - ((Math.min(Math.max(value, low), high) - low) / (high - low)) * 100),
        at,
        value,
      })
  }
  const drawn = runs.filter((run) => run.length > 0)
  const path = (run: readonly PlotPoint[]) =>
    run.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  return {
    line: drawn.map(path).join(''),
    area: drawn
      .map((run) => `${path(run)}L${run[run.length - 1]?.x ?? 0} 100L${run[0]?.x ?? 0} 100Z`)
      .join(''),
    points: drawn.flat(),
    min: Math.min(...values),
    max: Math.max(...values),
  }
}

/** A scale that contains all values, with a margin and a minimum span, so that noise looks small. */
export function scaleOf(readings: readonly Reading[], min_span: number): { low: number; high: number } {
  const values = readings.flatMap(([, value]) => (value === null ? [] : [value]))
  const [min, max] = [Math.min(...values), Math.max(...values)]
  if (!Number.isFinite(min)) return { low: 0, high: min_span }
  const margin = Math.max((min_span - (max - min)) / 2, (max - min) * 0.1)
  return { low: Math.floor(min - margin), high: Math.ceil(max + margin) }
}

/** The index of the point nearest to `x`, which is from 0 to 100. */
export function nearest(points: readonly PlotPoint[], x: number): number {
  return points.reduce(
    (best, point, at) => (Math.abs(point.x - x) < Math.abs((points[best]?.x ?? Infinity) - x) ? at : best),
    0,
  )
}

function thinned(readings: readonly Reading[]): readonly Reading[] {
  if (readings.length <= max_points) return readings
  const size = readings.length / max_points
  return Array.from({ length: max_points }, (_, bucket): Reading => {
    const part = readings.slice(
      Math.floor(bucket * size),
      Math.max(Math.floor((bucket + 1) * size), Math.floor(bucket * size) + 1),
    )
    const values = part.flatMap(([, value]) => (value === null ? [] : [value]))
    const at = part[Math.floor(part.length / 2)]?.[0] ?? 0
    return [at, values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length]
  })
}

const round = (n: number): number => Math.round(n * 100) / 100
