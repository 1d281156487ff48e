/**
 * Draws the surroundings of the road: buildings, trees, hedges, lamps and the sea. Long because each of them
 * is a drawing of many pieces.
 */
import type { Point3 } from './lens.ts'
import { lit, mix } from './light.ts'
import type { Rng } from './rng.ts'
import { pathOf, type Normal, type Sketch } from './sketch.ts'

export const signs = {
  mainland: ['便利店', '书店', '药房', '咖啡', '面馆', '花店', '茶', '银行', '超市', '快餐'],
  taiwan: ['便利商店', '書店', '藥局', '咖啡', '麵店', '花店', '茶', '銀行', '超市', '早餐'],
} as const
const signColors = ['#a8231f', '#1f6a4d', '#1d4f8f', '#8a5a1c', '#3a3f46', '#b3541e'] as const

export type Building = {
  face: number
  y: number
  length: number
  height: number
  color: string
  sign: string
  /** 1: left of the road; -1: right of it; 0: across it. */
  side: 1 | -1 | 0
}

/** A building: windows on its street side, a shop on the ground floor if it has a sign, and its end wall. */
export function drawBuilding(
  sketch: Sketch,
  { face, y, length, height, color, sign, side }: Building,
  rng: Rng,
): void {
  const { light } = sketch
  // `at`: metres along the front, up, and out of the wall towards the road
  const at = (along: number, z: number, out = 0): Point3 =>
    side ? [face + out * side, y + along, z] : [y + along, face - out, z]
  const normal: Normal = side ? [side, 0, 0] : [0, -1, 0]
  const panel = (
    a0: number,
    a1: number,
    z0: number,
    z1: number,
    tone: string,
    out = 0,
    bright = false,
  ): void =>
    sketch.flat([at(a0, z0, out), at(a1, z0, out), at(a1, z1, out), at(a0, z1, out)], tone, {
      normal,
      bright,
    })

  if (side)
    sketch.flat(
      [
        [face, y, 0],
        [face - 12 * side, y, 0],
        [face - 12 * side, y, height],
        [face, y, height],
      ],
      mix(color, '#000000', 0.12),
      { normal: [0, -1, 0] },
    )
  panel(0, length, 0, height, color)
  panel(0, length, height - 0.5, height, mix(color, '#ffffff', 0.25), 0.1)
  const floor = 3.2
  const columns = Math.floor(length / 2.5)
  for (let z = sign ? 4.6 : 1; z + 2 < height; z += floor) {
    panel(0, length, z - 0.55, z - 0.42, mix(color, '#000000', 0.18))
    for (let i = 0; i < columns; i++) {
      const left = 0.5 + (i * (length - 0.6)) / columns
      const on = light.night && rng.next() < 0.4
      panel(left - 0.1, left + 1.7, z - 0.1, z + 1.75, mix(color, '#ffffff', 0.22))
      panel(
        left,
        left + 1.6,
        z,
        z + 1.65,
        on
          ? rng.pick(['#ffd991', '#ffe9bd', '#f7c46c'])
          : mix('#3a4856', light.sky[1], rng.between(0.05, 0.3)),
        0,
        on,
      )
      panel(left + 0.77, left + 0.83, z, z + 1.65, mix(color, '#ffffff', 0.1))
      // an air conditioner
      if (rng.next() < 0.2) panel(left + 0.3, left + 1.2, z - 0.75, z - 0.15, '#d5d6d3', 0.4)
    }
  }
  if (!sign) return
  const tone = rng.pick(signColors)
  panel(0.3, length - 0.3, 0.2, 2.9, light.night ? '#ffe2a6' : '#3f4a52', 0, light.night)
  for (let a = 0.3; a < length; a += 2.4) panel(a, a + 0.14, 0.2, 2.9, '#2b2f33', 0.02)
  panel(0.3, length - 0.3, 0.2, 0.7, mix(tone, '#000000', 0.5), 0.03)
  panel(0, length, 2.9, 4, tone, 0.15, false)
  sketch.flat(
    [at(0.1, 2.9, 0.15), at(length - 0.1, 2.9, 0.15), at(length - 0.1, 2.5, 1.5), at(0.1, 2.5, 1.5)],
    mix(tone, '#ffffff', 0.15),
    { normal: [0.3 * side, 0, 0.9], opacity: 0.95 },
  )
  // a sign on the left side of the road faces away from the camera when seen along the street
  const across: Point3 = side ? [0, 0.95 * side, 0] : [0.95, 0, 0]
  sketch.text(sign, at(length / 2, 3.45, 0.17), across, [0, 0, -0.95], '#fff6e0', {
    normal,
    bright: light.night,
  })
}

/** A street tree with a round crown and its shadow. */
export function drawTree(sketch: Sketch, foot: Point3, radius: number, rng: Rng): void {
  const { lens, light } = sketch
  const height = radius * 2.1 + 1.1
  const scale = lens.project(foot) && lens.project([foot[0], foot[1], foot[2] + 1])
  const base = lens.project(foot)
  if (!base || !scale) return
  const metre = Math.hypot(base[0] - scale[0], base[1] - scale[1])
  const depth = lens.depth(foot)
  if (light.sun > 0.3) {
    const [dx, dy] = [
      -(light.towards[0] / light.towards[2]) * height,
      -(light.towards[1] / light.towards[2]) * height,
    ]
    sketch.raw('<g opacity=".36">') // grouped, so that overlapping leaves do not add up to a darker shade
    for (let i = 0; i < 34; i++) {
      const [turn, away, r] = [
        rng.between(0, 6.283),
        Math.sqrt(rng.next()) * radius,
        radius * rng.between(0.12, i < 10 ? 0.5 : 0.22),
      ]
      const [cx, cy] = [foot[0] + dx + Math.cos(turn) * away, foot[1] + dy + Math.sin(turn) * away]
      sketch.flat(
        Array.from({ length: 14 }, (_, k): Point3 => [
          cx + Math.cos((k / 14) * 6.283) * r,
          cy + Math.sin((k / 14) * 6.283) * r,
          0.02,
        ]),
        '#10151c',
        { bright: true },
      )
    }
    sketch.raw('</g>')
  }
  sketch.flat(
    [
      [foot[0] - 0.6, foot[1] - 0.6, 0.17],
      [foot[0] + 0.6, foot[1] - 0.6, 0.17],
      [foot[0] + 0.6, foot[1] + 0.6, 0.17],
      [foot[0] - 0.6, foot[1] + 0.6, 0.17],
    ],
    '#5a4c3c',
  )
  sketch.flat(
    [
      [foot[0] - 0.15, foot[1], foot[2]],
      [foot[0] + 0.15, foot[1], foot[2]],
      [foot[0] + 0.09, foot[1], height],
      [foot[0] - 0.09, foot[1], height],
    ],
    '#5c4a39',
    { normal: [0.4, -0.8, 0.2] },
  )
  const blob = (dx: number, dz: number, r: number, color: string): void => {
    const middle = lens.project([foot[0] + dx, foot[1], foot[2] + height + dz])
    if (!middle) return
    const ring = Array.from({ length: 18 }, (_, k) => {
      const reach = r * metre * rng.between(0.8, 1.14)
      return [
        middle[0] + Math.cos((k / 18) * 6.283) * reach,
        middle[1] + Math.sin((k / 18) * 6.283) * reach,
      ] as const
    })
    sketch.raw(`<path d="${pathOf(ring)}" fill="${lit(color, light, [0, -0.3, 0.8], depth)}"/>`)
  }
  for (let layer = 0; layer < 3; layer++) {
    const color = ['#2f4a2a', '#44652f', '#628541'][layer]!
    const toSun = layer * 0.16 * radius
    for (let i = 0; i < [12, 26, 46][layer]!; i++) {
      const [turn, away] = [rng.between(0, 6.283), Math.sqrt(rng.next()) * radius * (0.72 - layer * 0.1)]
      blob(
        Math.cos(turn) * away + light.towards[0] * toSun,
        Math.sin(turn) * away * 0.85 + toSun,
        radius * ([0.5, 0.26, 0.11][layer]! * rng.between(0.8, 1.15)),
        color,
      )
    }
  }
}

/** A stretch of clipped hedge behind a low wall, with a lawn. */
export function drawHedge(sketch: Sketch, y: number, rng: Rng): void {
  sketch.flat(
    [
      [-60, y, 0.1],
      [-4.6, y, 0.1],
      [-4.6, y + 16, 0.1],
      [-60, y + 16, 0.1],
    ],
    '#5f7b47',
  )
  for (let k = 15; k >= 0; k--) {
    const [from, h] = [y + k, rng.between(1.1, 1.35)]
    const green = rng.pick(['#3d5c33', '#45673a', '#38552e'])
    sketch.flat(
      [
        [-4.9, from, 0.16],
        [-4.9, from + 1.02, 0.16],
        [-4.9, from + 1.02, h],
        [-4.9, from, h],
      ],
      green,
      { normal: [1, 0, 0.2], smooth: true },
    )
    sketch.flat(
      [
        [-4.9, from, h],
        [-4.9, from + 1.02, h],
        [-6.1, from + 1.02, h],
        [-6.1, from, h],
      ],
      mix(green, '#ffffff', 0.08),
      { smooth: true },
    )
  }
  drawTree(sketch, [-11, y + 9, 0.1], rng.between(2.2, 3), rng)
}

/** Water to the horizon, behind a railing. */
export function drawSea(sketch: Sketch): void {
  for (let y = 400; y > -10; y -= 20)
    sketch.flat(
      [
        [-900, y - 20, -1.5],
        [-6, y - 20, -1.5],
        [-6, y, -1.5],
        [-900, y, -1.5],
      ],
      '#5d87a0',
      { smooth: true },
    )
  sketch.flat(
    [
      [-6, -8, -1.5],
      [-6, 220, -1.5],
      [-5.2, 220, 0.1],
      [-5.2, -8, 0.1],
    ],
    '#8d8a80',
  )
  sketch.flat(
    [
      [-5.4, -8, 0.16],
      [-4.5, -8, 0.16],
      [-4.5, 220, 0.16],
      [-5.4, 220, 0.16],
    ],
    '#c2bcad',
  )
  for (let y = 110; y > -4; y -= 2)
    sketch.flat(
      [
        [-5, y, 0.16],
        [-5, y + 0.1, 0.16],
        [-5, y + 0.1, 1.15],
        [-5, y, 1.15],
      ],
      '#e3e5e4',
      { normal: [1, 0, 0] },
    )
  for (const z of [0.65, 1.08])
    sketch.flat(
      [
        [-5, -8, z],
        [-5, 110, z],
        [-5, 110, z + 0.08],
        [-5, -8, z + 0.08],
      ],
      '#e9ebea',
      { normal: [1, 0, 0.3] },
    )
}

/** A street lamp, with its light at night. */
export function drawLamp(sketch: Sketch, foot: Point3): void {
  const { lens, light } = sketch
  const [x, y, z] = foot
  const pole = (x0: number, x1: number, z0: number, z1: number): void =>
    sketch.flat(
      [
        [x0, y, z0],
        [x1, y, z0],
        [x1, y, z1],
        [x0, y, z1],
      ],
      '#6d7276',
      { normal: [0, -1, 0] },
    )
  pole(x - 0.07, x + 0.07, z, 6.2)
  pole(x, x + 1.7, 6.1, 6.2)
  sketch.flat(
    [
      [x + 1.2, y, 6.05],
      [x + 2, y, 6.05],
      [x + 2, y, 6.2],
      [x + 1.2, y, 6.2],
    ],
    light.night ? '#fff3cf' : '#d5d8d8',
    { bright: light.night, normal: [0, -1, 0] },
  )
  if (!light.night) return
  for (let reach = 6.6; reach > 0.4; reach -= 0.3) {
    sketch.flat(
      Array.from({ length: 28 }, (_, k): Point3 => [
        x + 1.8 + Math.cos((k / 28) * 6.283) * reach,
        y + Math.sin((k / 28) * 6.283) * reach * 1.2,
        0.03,
      ]),
      '#ffd48a',
      { bright: true, opacity: 0.017 },
    )
  }
  const bulb = lens.project([x + 1.6, y, 6.1])
  if (bulb)
    for (const [size, opacity] of [
      [70, 0.08],
      [34, 0.16],
      [12, 0.7],
    ] as const)
      sketch.raw(
        `<circle cx="${bulb[0]}" cy="${bulb[1]}" r="${(size * 18) / lens.depth(foot)}" ` +
          `fill="#ffe3a8" fill-opacity="${opacity}"/>`,
      )
}
