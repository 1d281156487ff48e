/** Draws the wheels and lamps of a car. */
import type { Shape } from './car-shapes.ts'
import type { Point3 } from './lens.ts'
import { mix } from './light.ts'
import type { Frame } from './place.ts'
import type { Sketch } from './sketch.ts'

/** The car being drawn: `along` converts a share of its length into metres from its middle. */
export type Build = Frame & { sketch: Sketch; shape: Shape; paint: string; along: (at: number) => number }

/** A wheel on one side of the car (-1 left, 1 right), its centre `y` metres along the car. */
export function drawWheel({ sketch, shape, point, direction }: Build, side: number, y: number): void {
  const ring = (radius: number, out: number): Point3[] =>
    Array.from({ length: 22 }, (_, i) =>
      point(
        side * (shape.width / 2 - out),
        y + Math.cos((i / 22) * 2 * Math.PI) * radius,
        shape.wheel + Math.sin((i / 22) * 2 * Math.PI) * radius,
      ),
    )
  const arch = ring(shape.wheel + 0.07, 0.005).filter((p) => p[2] > 0.12)
  const normal = direction(side, 0)
  sketch.flat(arch, '#0a0b0d', { normal })
  sketch.flat(ring(shape.wheel, 0.01), '#1b1c1f', { normal })
  sketch.flat(ring(shape.wheel * 0.68, 0), '#a6abb2', { normal })
  sketch.flat(ring(shape.wheel * 0.6, 0), '#4a4e55', { normal })
  for (let spoke = 0; spoke < 5; spoke++) {
    const a = (spoke / 5) * 2 * Math.PI + 0.3
    const at = (turn: number, r: number): Point3 =>
      point((side * shape.width) / 2, y + Math.cos(turn) * r, shape.wheel + Math.sin(turn) * r)
    sketch.flat(
      [
        at(a - 0.9, 0.05),
        at(a - 0.16, shape.wheel * 0.63),
        at(a + 0.16, shape.wheel * 0.63),
        at(a + 0.9, 0.05),
      ],
      '#c3c8ce',
      { normal },
    )
  }
  sketch.flat(ring(0.05, 0), '#7c8087', { normal })
}

/** The lamps at one end of the car (0 tail, 1 nose), and the grille between the front lamps. */
export function drawLamps({ sketch, shape, paint, point, direction, along }: Build, end: 0 | 1): void {
  const normal = direction(0, end ? 1 : -1)
  const y = along(end) + (end ? 0.012 : -0.012)
  const s = shape.sections.at(end ? -1 : 0)!
  const inner = shape.sections.at(end ? -2 : 1)!
  const z = Math.min(shape.lamp[end], s.belt - 0.06)
  for (const side of [-1, 1]) {
    const on = end && sketch.light.night && sketch.light.sun < 0.15
    const color = end ? (on ? '#fff6d8' : '#aebfcc') : '#b3131b'
    const ink = on ? { normal, bright: true } : { normal }
    const housing = mix(paint, '#0d0f12', end ? 0.82 : 0.35)
    sketch.flat(
      [
        point(side * s.half * 0.46, y, z - 0.085),
        point(side * s.half, y, z - 0.11),
        point(side * s.half, y, z + 0.09),
        point(side * s.half * 0.53, y, z + 0.085),
      ],
      housing,
      { normal },
    )
    sketch.flat(
      [
        point(side * s.half, y, z - 0.11),
        point(side * (inner.half + 0.012), along(inner.at), z - 0.07),
        point(side * (inner.half + 0.012), along(inner.at), z + 0.115),
        point(side * s.half, y, z + 0.09),
      ],
      housing,
      { normal },
    )
    // the lamp wraps around the corner: one piece on the end, one on the side
    sketch.flat(
      [
        point(side * s.half * 0.5, y, z - 0.06),
        point(side * s.half, y, z - 0.08),
        point(side * s.half, y, z + 0.07),
        point(side * s.half * 0.56, y, z + 0.06),
      ],
      color,
      ink,
    )
    sketch.flat(
      [
        point(side * s.half, y, z - 0.08),
        point(side * (inner.half + 0.012), along(inner.at), z - 0.05),
        point(side * (inner.half + 0.012), along(inner.at), z + 0.1),
        point(side * s.half, y, z + 0.07),
      ],
      color,
      ink,
    )
    sketch.flat(
      [
        point(side * s.half * 0.62, y, z - 0.02),
        point(side * s.half * 0.84, y, z - 0.03),
        point(side * s.half * 0.84, y, z + 0.03),
        point(side * s.half * 0.64, y, z + 0.03),
      ],
      end ? '#f4f9fc' : '#e8484a',
      ink,
    )
  }
  if (end) {
    const bar = (low: number, high: number, reach: number, color: string): void =>
      sketch.flat(
        [
          point(-s.half * reach * 0.9, y, z + low),
          point(s.half * reach * 0.9, y, z + low),
          point(s.half * reach, y, z + high),
          point(-s.half * reach, y, z + high),
        ],
        color,
        { normal },
      )
    bar(-0.11, 0.06, 0.46, '#101215')
    bar(0.035, 0.055, 0.44, '#b9c0c6')
    bar(-0.04, -0.025, 0.42, '#3c4147')
    sketch.flat(
      Array.from({ length: 12 }, (_, k) =>
        point(Math.cos((k / 12) * 6.283) * 0.055, y + 0.004, z + 0.005 + Math.sin((k / 12) * 6.283) * 0.055),
      ),
      '#d4dade',
      { normal },
    )
  }
}
