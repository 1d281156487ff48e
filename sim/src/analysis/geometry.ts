/** Areas and intersections of polygons. */
export type Point = readonly [x: number, y: number]

/** Signed area (shoelace formula). */
export const signedArea = (points: readonly Point[]): number =>
  points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!
    return sum + (x * nextY - nextX * y) / 2
  }, 0)

/** The part of any polygon inside a convex polygon (Sutherland-Hodgman). */
export function clip(subject: readonly Point[], convex: readonly Point[]): Point[] {
  const turn = Math.sign(signedArea(convex))
  let rest = [...subject]
  convex.forEach((a, i) => {
    const b = convex[(i + 1) % convex.length]!
    const side = ([x, y]: Point): number => turn * ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]))
    const clipped: Point[] = []
    rest.forEach((p, k) => {
      const q = rest[(k + 1) % rest.length]!
      const [sp, sq] = [side(p), side(q)]
      if (sp >= 0) clipped.push(p)
      if ((sp > 0 && sq < 0) || (sp < 0 && sq > 0)) {
        const t = sp / (sp - sq)
        clipped.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])])
      }
    })
    rest = clipped
  })
  return rest
}

/** The share (0 to 1) of a convex footprint that is inside a lot. */
export function coverOf(footprint: readonly Point[], lot: readonly Point[]): number {
  const whole = Math.abs(signedArea(footprint))
  if (whole < 1e-9 || lot.length < 3) return 0
  return Math.min(1, Math.abs(signedArea(clip(lot, footprint))) / whole)
}
