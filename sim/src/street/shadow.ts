/** The outlines of shadows. */
import type { Point3 } from './lens.ts'

/** The convex hull of points on the ground (Andrew's monotone chain). */
export function convexHull(points: readonly Point3[]): Point3[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const chain = (list: readonly Point3[]): Point3[] => {
    const out: Point3[] = []
    for (const p of list) {
      while (out.length > 1) {
        const [a, b] = [out.at(-2)!, out.at(-1)!]
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break
        out.pop()
      }
      out.push(p)
    }
    return out.slice(0, -1)
  }
  return [...chain(sorted), ...chain(sorted.toReversed())]
}
