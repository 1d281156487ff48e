/**
 * Draws a parked car: body, glass, wheels, lamps, plate and shadow. Long because all parts share one set of
 * cross-sections.
 */
import { drawLamps, drawWheel } from './car-parts.ts'
import { sectionAt, shapes, type Section, type ShapeName } from './car-shapes.ts'
import { mix } from './light.ts'
import type { Point3 } from './lens.ts'
import { frameOf, type Place } from './place.ts'
import { drawPlate, type Plate } from './plate.ts'
import { convexHull } from './shadow.ts'
import { up, type Sketch } from './sketch.ts'

export type Car = { kind: 'car'; shape: ShapeName; paint: string; plate: Plate; taxi: boolean }
/** The four corners of the car on the ground, in metres, from tail left clockwise. */
export function footprintOf(car: Car, place: Place): Point3[] {
  const { point } = frameOf(place)
  const [half, long] = [shapes[car.shape].width / 2, shapes[car.shape].length / 2]
  return [point(-half, -long, 0), point(-half, long, 0), point(half, long, 0), point(half, -long, 0)]
}

const glass = '#27323c'

/** Draws the car; returns the outline of its plate if the plate is visible. */
export function drawCar(sketch: Sketch, car: Car, place: Place): Point3[] | undefined {
  const shape = shapes[car.shape]
  const frame = frameOf(place)
  const { point, direction } = frame
  const along = (at: number): number => (at - 0.5) * shape.length
  const build = { ...frame, sketch, shape, paint: car.paint, along }
  const pairs = shape.sections.slice(1).map((section, i) => [shape.sections[i]!, section] as const)
  drawShadow()
  for (const side of [-1, 1]) drawSide(side)
  const ends = ([0, 1] as const).filter((end) =>
    sketch.faces(point(0, along(end), 0.6), direction(0, end ? 1 : -1)),
  )
  for (const end of ends) drawEnd(end)
  drawDeck()
  for (const side of [-1, 1]) drawCabin(side)
  drawRoof()
  for (const end of ends) drawLamps(build, end)
  const plate = ends.map((end) =>
    drawPlate(sketch, car.plate, frame, shape.plate[end], along(end) + (end ? 0.024 : -0.024), end),
  )[0]
  if (car.taxi) drawSign()
  return plate

  function drawShadow(): void {
    const [half, long] = [shape.width / 2, shape.length / 2]
    /** The body's outline from above, enlarged or shrunk by some metres. */
    const outline = (grow: number, z = 0): Point3[] =>
      [1, -1].flatMap((side) => {
        const edge = shape.sections.map((s) =>
          point(side * (s.half + grow), along(s.at) * (1 + grow / long), z),
        )
        return side > 0 ? edge : edge.reverse()
      })
    const { towards, sun } = sketch.light
    if (sun > 0.3) {
      const cast = (p: Point3): Point3 => [
        p[0] - (towards[0] / towards[2]) * p[2],
        p[1] - (towards[1] / towards[2]) * p[2],
        0,
      ]
      const roof = [0.15, 0.7].flatMap((at) =>
        [-0.65, 0.65].map((side) => cast(point(side, along(at), shape.height))),
      )
      const shoulder = [0.01, 0.99].flatMap((at) =>
        [-half, half].map((side) => cast(point(side, along(at), 0.85))),
      )
      sketch.flat(convexHull([...outline(0), ...roof, ...shoulder]), '#0b0f16', {
        bright: true,
        opacity: 0.42,
      })
    }
    // contact shadow: several shrinking layers instead of an expensive blur
    for (const grow of [0.26, 0.2, 0.14, 0.08, 0.02, -0.04, -0.1])
      sketch.flat(outline(grow), '#05070a', { bright: true, opacity: 0.17 })
    sketch.flat(outline(-0.16, 0.02), '#07090c', { bright: true, opacity: 0.6 })
  }

  function drawSide(side: number): void {
    const normal = direction(side, 0)
    if (!sketch.faces(point((side * shape.width) / 2, 0, 0.6), normal)) return
    const waist = (s: Section): number => s.sill + (s.belt - s.sill) * 0.62
    for (const [a, b] of pairs) {
      // how much the panel faces one end of the car
      const turn = (a.half - b.half) / ((b.at - a.at) * shape.length)
      const scale = Math.hypot(1, turn)
      const lower = direction(side / scale, turn / scale, -0.28)
      const upper = direction((side / scale) * 0.95, turn / scale, 0.3)
      const band = (s: Section, z: number, width: number): Point3 => point(side * width, along(s.at), z)
      sketch.flat(
        [
          band(a, a.sill, a.half * 0.96),
          band(b, b.sill, b.half * 0.96),
          band(b, waist(b), b.half),
          band(a, waist(a), a.half),
        ],
        car.paint,
        { normal: lower, smooth: true },
      )
      sketch.flat(
        [
          band(a, waist(a), a.half),
          band(b, waist(b), b.half),
          band(b, b.belt, b.half * 0.95),
          band(a, a.belt, a.half * 0.95),
        ],
        car.paint,
        { normal: upper, smooth: true },
      )
      sketch.flat(
        [
          band(a, a.sill, a.half * 0.96),
          band(b, b.sill, b.half * 0.96),
          band(b, b.sill + 0.1, b.half * 0.97),
          band(a, a.sill + 0.1, a.half * 0.97),
        ],
        '#191b1e',
        { normal: lower, smooth: true },
      )
    }
    for (const at of shape.wheels) drawWheel(build, side, along(at))
    for (const at of [shape.windows.at(-1)![0] - 0.01, shape.windows.at(-1)![1] - 0.01]) {
      const s = sectionAt(shape, at)
      const seam = (offset: number): Point3[] => [
        point(side * s.half * 0.97, along(at) + offset, s.sill + 0.12),
        point(side * s.half * 0.955, along(at) + offset, s.belt),
      ]
      sketch.flat([...seam(-0.008), ...seam(0.008).reverse()], '#0c0d0f', { normal, opacity: 0.7 })
    }
    for (const [from] of shape.windows.slice(-2)) {
      const [s, y] = [sectionAt(shape, from), along(from) + 0.16]
      const z = s.belt - 0.14
      sketch.flat(
        [
          point(side * s.half, y, z),
          point(side * s.half, y + 0.2, z),
          point(side * s.half, y + 0.2, z - 0.035),
          point(side * s.half, y, z - 0.035),
        ],
        mix(car.paint, '#000000', 0.35),
        { normal },
      )
    }
  }

  function drawEnd(end: 0 | 1): void {
    const s = shape.sections.at(end ? -1 : 0)!
    const y = along(end)
    const normal = direction(0, end ? 1 : -1)
    const waist = s.sill + (s.belt - s.sill) * 0.4
    sketch.flat(
      [
        point(-s.half, y, s.sill),
        point(s.half, y, s.sill),
        point(s.half, y, waist),
        point(-s.half, y, waist),
      ],
      mix(car.paint, '#101214', 0.45),
      { normal, smooth: true },
    )
    sketch.flat(
      [
        point(-s.half, y, waist),
        point(s.half, y, waist),
        point(s.half, y, s.belt),
        point(-s.half, y, s.belt),
      ],
      car.paint,
      { normal, smooth: true },
    )
    sketch.flat(
      [
        point(-s.half * 0.8, y, s.sill),
        point(s.half * 0.8, y, s.sill),
        point(s.half * 0.74, y, s.sill + 0.13),
        point(-s.half * 0.74, y, s.sill + 0.13),
      ],
      '#141619',
      { normal },
    )
  }

  function drawDeck(): void {
    for (const [a, b] of pairs) {
      const slope = (b.belt - a.belt) / ((b.at - a.at) * shape.length)
      const normal = direction(0, -slope / Math.hypot(1, slope), 1 / Math.hypot(1, slope))
      if (!sketch.faces(point(0, along((a.at + b.at) / 2), a.belt), normal)) continue
      const edge = (s: Section, side: number, inset: number): Point3 =>
        point(side * s.half * inset, along(s.at), s.belt + (inset < 0.9 ? 0.015 : 0))
      sketch.flat([edge(a, -1, 0.95), edge(b, -1, 0.95), edge(b, 1, 0.95), edge(a, 1, 0.95)], car.paint, {
        normal,
        smooth: true,
      })
      if (a.at >= shape.windscreen[1] - 0.01)
        // a lighter middle makes the bonnet look curved
        sketch.flat(
          [edge(a, -1, 0.7), edge(b, -1, 0.66), edge(b, 1, 0.66), edge(a, 1, 0.7)],
          mix(car.paint, '#ffffff', 0.07),
          { normal, smooth: true },
        )
    }
  }

  function cabin(s: Section, side: number, share: number): Point3 {
    const width = s.half * 0.94 + (s.top - s.half * 0.94) * share
    return point(side * width, along(s.at), s.belt + (s.roof - s.belt) * share)
  }

  function drawCabin(side: number): void {
    const normal = direction(side * 0.93, 0, 0.36)
    if (!sketch.faces(point(side * 0.8, 0, 1.2), normal)) return
    for (const [a, b] of pairs) {
      if (a.roof - a.belt < 0.005 && b.roof - b.belt < 0.005) continue
      sketch.flat([cabin(a, side, 0), cabin(b, side, 0), cabin(b, side, 1), cabin(a, side, 1)], car.paint, {
        normal,
        smooth: true,
      })
    }
    for (const [from, to] of shape.windows) {
      const stops = Array.from({ length: 9 }, (_, i) => sectionAt(shape, from + ((to - from) * i) / 8))
      const outline = [
        ...stops.map((s) => cabin(s, side, 0.07)),
        ...stops.toReversed().map((s) => cabin(s, side, 0.86)),
      ]
      sketch.flat(outline, glass, { normal })
      const shine = [
        ...stops.map((s) => cabin(s, side, 0.5)),
        ...stops.toReversed().map((s) => cabin(s, side, 0.86)),
      ]
      sketch.flat(shine, mix(sketch.light.sky[0], sketch.light.sky[1], 0.4), { bright: true, opacity: 0.16 })
    }
    const mirror = sectionAt(shape, shape.windscreen[1] - 0.035)
    const [y, z] = [along(mirror.at), mirror.belt + 0.12]
    const box = (out: number, dy: number, dz: number): Point3 =>
      point(side * (mirror.half * 0.95 + out), y + dy, z + dz)
    sketch.flat(
      [box(0, -0.1, -0.09), box(0.2, -0.08, -0.09), box(0.2, -0.08, 0.07), box(0, -0.1, 0.07)],
      mix(car.paint, '#000000', 0.25),
      { normal: direction(0, -1), smooth: true },
    )
    sketch.flat(
      [box(0, -0.1, 0.07), box(0.2, -0.08, 0.07), box(0.19, 0.06, 0.06), box(0, 0.06, 0.06)],
      car.paint,
      { normal: up, smooth: true },
    )
  }

  function drawRoof(): void {
    for (const [a, b] of pairs) {
      if (a.roof - a.belt < 0.005 && b.roof - b.belt < 0.005) continue
      const slope = (b.roof - a.roof) / ((b.at - a.at) * shape.length)
      const normal = direction(0, -slope / Math.hypot(1, slope), 1 / Math.hypot(1, slope))
      if (!sketch.faces(point(0, along((a.at + b.at) / 2), (a.roof + b.roof) / 2), normal)) continue
      sketch.flat([cabin(a, -1, 1), cabin(b, -1, 1), cabin(b, 1, 1), cabin(a, 1, 1)], car.paint, {
        normal,
        smooth: true,
      })
      for (const [from, to] of [shape.windscreen, shape.rear]) {
        if (a.at < from - 0.001 || b.at > to + 0.001) continue
        const inset = (share: number, side: number): Point3 => {
          const s = sectionAt(shape, a.at + (b.at - a.at) * share)
          return point(side * s.top * 0.9, along(s.at), s.roof + 0.008)
        }
        sketch.flat([inset(0.06, -1), inset(0.9, -1), inset(0.9, 1), inset(0.06, 1)], glass, {
          normal,
          smooth: true,
        })
        sketch.flat(
          [inset(0.06, -1), inset(0.9, -1), inset(0.9, -0.2), inset(0.06, 0.35)],
          sketch.light.sky[1],
          { bright: true, opacity: sketch.light.night ? 0.05 : 0.15 },
        )
      }
    }
    if (car.shape === 'suv') {
      for (const side of [-1, 1]) {
        const rail = (at: number, out: number): Point3 => point(side * (0.6 + out), along(at), 1.74)
        sketch.flat([rail(0.14, 0), rail(0.56, 0), rail(0.56, 0.05), rail(0.14, 0.05)], '#2a2d31')
      }
    }
  }

  function drawSign(): void {
    const box = (side: number, y: number, z: number): Point3 => point(side * 0.28, along(0.46) + y, 1.45 + z)
    for (const end of [-1, 1])
      sketch.flat(
        [
          box(-1, end * 0.08, 0),
          box(1, end * 0.08, 0),
          box(0.9, end * 0.05, 0.16),
          box(-0.9, end * 0.05, 0.16),
        ],
        '#f4f1e4',
        { normal: direction(0, end) },
      )
    sketch.flat(
      [box(-0.9, -0.05, 0.16), box(0.9, -0.05, 0.16), box(0.9, 0.05, 0.16), box(-0.9, 0.05, 0.16)],
      '#fffbe9',
    )
  }
}
