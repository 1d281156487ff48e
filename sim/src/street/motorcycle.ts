/** Draws a parked scooter: two wheels, a slim body, seat, shield, handlebar and plate. */
import type { Point3 } from './lens.ts'
import { mix } from './light.ts'
import { frameOf, type Place } from './place.ts'
import { drawPlate, type Plate } from './plate.ts'
import type { Normal, Sketch } from './sketch.ts'

export type Motorcycle = { kind: 'motorcycle'; paint: string; plate: Plate }
const [length, width] = [1.85, 0.7]

/** The four corners of the scooter on the ground, in metres. */
export function scooterFootprint(place: Place): Point3[] {
  const { point } = frameOf(place)
  return [
    point(-width / 2, -length / 2, 0),
    point(-width / 2, length / 2, 0),
    point(width / 2, length / 2, 0),
    point(width / 2, -length / 2, 0),
  ]
}

/** Draws the scooter; returns the corners of its plate if they are visible. */
export function drawMotorcycle(sketch: Sketch, bike: Motorcycle, place: Place): Point3[] | undefined {
  const { point, direction } = frameOf(place)
  const ring = (y: number, r: number, side: number): Point3[] =>
    Array.from({ length: 18 }, (_, i) =>
      point(side, y + Math.cos((i / 18) * 6.283) * r, 0.26 + Math.sin((i / 18) * 6.283) * r),
    )
  for (const grow of [0.12, 0.02])
    sketch.flat(
      [
        [-1, -1],
        [-1, 1],
        [1, 1],
        [1, -1],
      ].map(([a, b]) => point(a! * (0.22 + grow), b! * (0.85 + grow), 0)),
      '#05070a',
      { bright: true, opacity: 0.3 },
    )

  /** A box between two heights, narrower at the top; only the visible faces are drawn. */
  const box = (
    y0: number,
    y1: number,
    z0: number,
    z1: number,
    half: number,
    topHalf: number,
    color: string,
    lean = 0,
  ): void => {
    const p = (side: number, y: number, high: boolean): Point3 =>
      point(side * (high ? topHalf : half), y + (high ? lean : 0), high ? z1 : z0)
    for (const side of [-1, 1])
      face(
        [p(side, y0, false), p(side, y1, false), p(side, y1, true), p(side, y0, true)],
        direction(side, 0, 0.1),
        color,
      )
    for (const end of [y0, y1])
      face(
        [p(-1, end, false), p(1, end, false), p(1, end, true), p(-1, end, true)],
        direction(0, end === y0 ? -1 : 1, 0.1),
        color,
      )
    face([p(-1, y0, true), p(-1, y1, true), p(1, y1, true), p(1, y0, true)], [0, 0, 1], color)
  }
  const face = (points: Point3[], normal: Normal, color: string): void => {
    if (sketch.faces(points[0]!, normal)) sketch.flat(points, color, { normal, smooth: true })
  }
  const wheel = (y: number): void => {
    for (const side of [-0.05, 0.05]) {
      sketch.flat(ring(y, 0.27, side), '#17181a', { normal: direction(Math.sign(side), 0) })
      sketch.flat(ring(y, 0.15, side), '#8b9096', { normal: direction(Math.sign(side), 0) })
    }
  }
  const noseShows = sketch.faces(point(0, 0, 0.6), direction(0, 1))
  const tail = (): void => {
    wheel(-0.62)
    box(-0.86, 0.02, 0.34, 0.72, 0.16, 0.17, bike.paint)
    box(-0.8, 0.02, 0.72, 0.82, 0.17, 0.15, '#1d1e21')
    box(-0.9, -0.82, 0.62, 0.7, 0.12, 0.12, '#b3131b')
  }
  const nose = (): void => {
    wheel(0.64)
    box(0.0, 0.4, 0.26, 0.34, 0.17, 0.17, mix(bike.paint, '#000000', 0.4))
    box(0.4, 0.52, 0.3, 0.95, 0.2, 0.17, bike.paint, -0.12)
    box(0.26, 0.34, 0.95, 1.05, 0.34, 0.34, '#202225')
    box(0.52, 0.56, 0.72, 0.84, 0.09, 0.09, '#dfe5e8', -0.02)
  }
  for (const part of noseShows ? [tail, nose] : [nose, tail]) part()
  return noseShows ? undefined : drawPlate(sketch, bike.plate, { point, direction }, 0.5, -0.9, 0, 0.34)
}
