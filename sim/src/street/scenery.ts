/**
 * Draws everything in a view except vehicles: sky, ground, markings, kerb, buildings, trees and lamps.
 * Long because each of them is a drawing of many pieces.
 */
import { drawBuilding, drawHedge, drawLamp, drawSea, drawTree, signs } from './backdrop.ts'
import { frame_height, frame_width, type Point3, type Lens } from './lens.ts'
import { mix } from './light.ts'
import { createRng, type Rng } from './rng.ts'
import { createSketch, type Sketch } from './sketch.ts'
import type { Spot, View } from './views.ts'

const asphalt = '#6b6e73'
const paint = '#eceae2'
const [close, far] = [-6, 220]

/** A rectangle on the ground. */
const slab = (x0: number, x1: number, y0: number, y1: number, z = 0): Point3[] => [
  [x0, y0, z],
  [x1, y0, z],
  [x1, y1, z],
  [x0, y1, z],
]

/** The view without vehicles, as the content of an SVG. */
export function drawScenery(view: View, lens: Lens): string {
  const sketch = createSketch(lens, view.light)
  const rng = createRng(view.seed)
  drawSky(sketch)
  // in strips, because the haze increases with the distance
  for (let y = far; y > close; y -= y > 60 ? 20 : 4)
    sketch.flat(slab(-60, 60, y - (y > 60 ? 20 : 4), y), asphalt, { smooth: true })
  drawWear(sketch, view, rng)
  if (view.layout === 'kerb') drawStreet(sketch, view, rng)
  else drawCarPark(sketch, view, rng)
  for (const lot of view.lots) drawLot(sketch, lot, view)
  return sketch.svg()
}

function drawSky({ raw, light, lens }: Sketch): void {
  const horizon = lens.project([lens.eye[0], 4000, lens.eye[2]])?.[1] ?? 0
  raw(
    '<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" ' +
      `stop-color="${light.sky[0]}"/><stop offset="1" stop-color="${light.sky[1]}"/>` +
      '</linearGradient></defs>',
  )
  raw(
    `<rect width="${frame_width}" height="${frame_height}" fill="${light.haze}"/><rect ` +
      `y="${Math.min(0, horizon - 500)}" width="${frame_width}" ` +
      `height="${Math.max(0, horizon - Math.min(0, horizon - 500))}" fill="url(#sky)"/>`,
  )
}

/** Tyre tracks, patches, cracks and stains. */
function drawWear(sketch: Sketch, view: View, rng: Rng): void {
  for (const x of [3.6, 5.2, 6.9, 8.4])
    if (view.layout === 'kerb') sketch.flat(slab(x, x + 0.55, close, 120), '#54575c', { opacity: 0.35 })
  for (let i = 0; i < 14; i++) {
    const [x, y, w, l] = [rng.between(-6, 12), rng.between(2, 60), rng.between(0.6, 2.4), rng.between(0.8, 5)]
    sketch.flat(slab(x, x + w, y, y + l), rng.pick(['#5d6065', '#75787c', '#626569']), { opacity: 0.5 })
  }
  for (let i = 0; i < 26; i++) {
    let [x, y] = [rng.between(-5, 12), rng.between(3, 45)]
    const line: Point3[] = [[x, y, 0]]
    for (let k = 0; k < 7; k++) line.push([(x += rng.between(-0.25, 0.25)), (y += rng.between(0.1, 0.7)), 0])
    sketch.flat([...line, ...line.toReversed().map(([a, b]): Point3 => [a + 0.025, b, 0])], '#3f4247', {
      opacity: 0.55,
    })
  }
  if (!sketch.light.rain) return
  for (let i = 0; i < 16; i++) {
    const [x, y, size] = [rng.between(2.8, 11), rng.between(6, 60), rng.between(0.3, 0.9)]
    const ring = Array.from({ length: 18 }, (_, k): Point3 => [
      x + Math.cos((k / 18) * 6.283) * size * rng.between(0.8, 1.1),
      y + Math.sin((k / 18) * 6.283) * size * 1.6 * rng.between(0.8, 1.1),
      0.01,
    ])
    sketch.flat(ring, mix(sketch.light.sky[1], '#56606a', 0.35), { bright: true, opacity: 0.22 })
  }
}

function drawStreet(sketch: Sketch, view: View, rng: Rng): void {
  const edge = 10.6 // the far kerb
  drawPavement(sketch, -4.6, 0, view.backdrop === 'sea' ? '#b9b4a6' : '#a29d93', rng)
  drawPavement(sketch, edge, edge + 4, '#a29d93', rng)
  sketch.flat(
    [
      [0, close, 0],
      [0, far, 0],
      [0, far, 0.16],
      [0, close, 0.16],
    ],
    '#8f8c85',
    { normal: [1, 0, 0] },
  )
  sketch.flat(slab(-0.22, 0, close, far, 0.16), '#c9c5bb')
  sketch.flat(slab(0, 0.18, close, far), '#565960', { opacity: 0.8 })
  sketch.flat(slab(edge, edge + 0.22, close, far, 0.16), '#c9c5bb')
  for (let y = close; y < 130; y += 6) sketch.flat(slab(6.15, 6.3, y, y + 2.6), paint, { opacity: 0.9 })
  for (const x of [9.8, 10.05]) sketch.flat(slab(x, x + 0.12, close, 150), '#e0b12f', { opacity: 0.95 })
  if (view.region === 'mainland')
    sketch.text('公交', [8, 27, 0.01], [1.1, 0, 0], [0, -3, 0], paint, { opacity: 0.75 })
  for (const [x, y] of [
    [4.4, 19],
    [7.6, 31],
  ] as const) {
    const ring = (r: number): Point3[] =>
      Array.from({ length: 24 }, (_, k) => [
        x + Math.cos((k / 24) * 6.283) * r,
        y + Math.sin((k / 24) * 6.283) * r,
        0.01,
      ])
    sketch.flat(ring(0.42), '#43464b')
    sketch.flat(ring(0.34), '#5a5d61')
  }
  drawSides(sketch, view, rng, edge)
}

function drawPavement(sketch: Sketch, x0: number, x1: number, color: string, rng: Rng): void {
  for (let y = 130; y > close; y -= 3) {
    sketch.flat(
      slab(x0, x1, y - 3, y, 0.16),
      mix(color, rng.pick(['#000000', '#ffffff']), rng.between(0, 0.05)),
      { smooth: true },
    )
    if (y < 60) sketch.flat(slab(x0, x1, y - 0.03, y, 0.165), mix(color, '#000000', 0.3), { opacity: 0.6 })
  }
  for (let x = x0 + 1.15; x < x1 - 0.5; x += 1.15)
    sketch.flat(slab(x, x + 0.025, close, 60, 0.165), mix(color, '#000000', 0.3), { opacity: 0.6 })
  // tactile paving
  sketch.flat(slab((x0 + x1) / 2, (x0 + x1) / 2 + 0.42, close, 130, 0.168), '#c9a64a', { opacity: 0.75 })
}

function drawSides(sketch: Sketch, view: View, rng: Rng, edge: number): void {
  if (view.backdrop === 'sea') drawSea(sketch)
  for (let y = 104; y >= -8; y -= 16) {
    const name = rng.pick(signs[view.region])
    const height = rng.between(9, 24)
    const color = rng.pick(['#b8a48c', '#a6b0b8', '#c9c2b4', '#9d8f86', '#bdb09b', '#8e9aa3'])
    if (view.backdrop === 'shops' || view.backdrop === 'offices')
      drawBuilding(
        sketch,
        { face: -4.8, y, length: 15, height, color, sign: view.backdrop === 'shops' ? name : '', side: 1 },
        rng,
      )
    if (view.backdrop === 'hedge') drawHedge(sketch, y, rng)
    drawBuilding(
      sketch,
      {
        face: edge + 9,
        y,
        length: 14.4,
        height: height * 0.8,
        color: rng.pick(['#a5a9ad', '#b5ab9c', '#8d959c']),
        sign: '',
        side: -1,
      },
      rng,
    )
  }
  for (let y = 88; y >= 4; y -= 12) {
    drawTree(sketch, [edge + 2.2, y + 3, 0.16], rng.between(1.7, 2.3), rng)
    drawTree(sketch, [view.backdrop === 'sea' ? -3.4 : -1.5, y, 0.16], rng.between(1.5, 2.1), rng)
    if (y % 24 === 16) drawLamp(sketch, [-0.7, y + 6, 0.16])
  }
}

function drawCarPark(sketch: Sketch, view: View, rng: Rng): void {
  const back = view.lots[0]!.corners[2]![1]
  for (let y = back + 14; y > back; y -= 2)
    sketch.flat(slab(-30, 30, y - 2, y, 0.15), '#a7a297', { smooth: true })
  sketch.flat(
    [
      [-30, back, 0],
      [30, back, 0],
      [30, back, 0.15],
      [-30, back, 0.15],
    ],
    '#8f8c85',
    { normal: [0, -1, 0] },
  )
  sketch.flat(slab(-30, 30, back, back + 0.2, 0.15), '#c9c5bb')
  if (view.backdrop === 'hedge') {
    for (let y = 110; y > back + 6; y -= 4)
      sketch.flat(slab(-70, 70, y - 4, y, 0.15), '#6d8a50', { smooth: true })
    for (let i = 40; i > 0; i--)
      drawTree(sketch, [rng.between(-1, 1) * (14 + i), back + 7 + i * 1.1, 0.15], rng.between(1.6, 2.6), rng)
  }
  if (view.backdrop === 'offices') {
    const wall = back + 8
    for (let x = -36; x < 36; x += 18)
      drawBuilding(
        sketch,
        {
          face: wall + (x % 36 ? 0 : 1.2),
          y: x,
          length: 17.4,
          height: 16,
          color: rng.pick(['#a9b1b6', '#b9b3a6', '#98a3aa']),
          sign: x === -18 ? '科技园' : '',
          side: 0,
        },
        rng,
      )
  }
  for (let x = -30; x < 30; x += 0.9) {
    const [h, green] = [rng.between(0.75, 1), rng.pick(['#3f5f36', '#46683a', '#39562f'])]
    sketch.flat(
      [
        [x, back + 0.9, 0.15],
        [x + 1, back + 0.9, 0.15],
        [x + 1, back + 0.95, h],
        [x + 0.1, back + 0.95, h],
      ],
      green,
      { normal: [0, -0.9, 0.4] },
    )
    sketch.flat(
      [
        [x + 0.1, back + 0.95, h],
        [x + 1, back + 0.95, h],
        [x + 1, back + 2.1, h],
        [x + 0.1, back + 2.1, h],
      ],
      green,
      { smooth: true },
    )
  }
  for (const x of [-17, -11.5, -6, -0.5, 5.2, 10.5, 16])
    drawTree(
      sketch,
      [x + rng.between(-0.6, 0.6), back + 4 + rng.between(0, 1.6), 0.15],
      rng.between(1.6, 2.2),
      rng,
    )
  // the lane in front of the lots, with an arrow
  for (let x = -27; x < 27; x += 5) sketch.flat(slab(x, x + 2.2, 8.3, 8.42), paint, { opacity: 0.85 })
  const arrow: Point3[] = [
    [-1.6, 11.1, 0],
    [0.6, 11.1, 0],
    [0.6, 10.6, 0],
    [2, 11.35, 0],
    [0.6, 12.1, 0],
    [0.6, 11.6, 0],
    [-1.6, 11.6, 0],
  ]
  sketch.flat(arrow, paint, { opacity: 0.75 })
}

/** Painted lines and the number of a lot. */
function drawLot(sketch: Sketch, lot: Spot, view: View): void {
  const [a, b, c, d] = lot.corners as [Point3, Point3, Point3, Point3]
  const line = 0.11
  const [x0, x1, y0, y1] = [a[0], b[0], a[1], d[1]]
  const stains: Point3[] = Array.from({ length: 14 }, (_, k) => [
    (x0 + x1) / 2 + Math.cos((k / 14) * 6.283) * 0.45,
    (y0 + y1) / 2 + Math.sin((k / 14) * 6.283) * 0.7,
    0.005,
  ])
  sketch.flat(stains, '#3c3f43', { opacity: 0.28 })
  const color = lot.kind === 'motorcycles' ? '#f0d35a' : paint
  if (view.layout === 'kerb') sketch.flat(slab(x1 - line, x1, y0, y1, 0.005), color)
  for (const y of view.layout === 'kerb' ? [y0, y1 - line] : [y1 - line])
    sketch.flat(slab(x0, x1, y, y + line, 0.005), color)
  if (view.layout === 'car-park')
    for (const x of [x0 - line / 2, x1 - line / 2]) sketch.flat(slab(x, x + line, y0, c[1], 0.005), color)
  if (lot.kind === 'motorcycles' && view.layout === 'kerb') {
    for (const { y } of lot.places.slice(1))
      sketch.flat(
        [
          [x0, y - 0.2, 0.005],
          [x0 + 0.05, y - 0.17, 0.005],
          [x1, y - 1.4, 0.005],
          [x1 - 0.05, y - 1.43, 0.005],
        ],
        color,
        { opacity: 0.8 },
      )
  }
  // the number is painted at the mouth of the lot, outside the car's shadow, so that it is readable when the
  // lot is occupied
  if (view.layout === 'kerb')
    sketch.text(lot.lot_no, [x1 + 0.72, (y0 + y1) / 2, 0.006], [0.6, 0, 0], [0, -0.95, 0], color, {
      opacity: 0.9,
    })
  else
    sketch.text(lot.lot_no, [(x0 + x1) / 2, y0 - 0.45, 0.006], [0.7, 0, 0], [0, -1, 0], color, {
      opacity: 0.9,
    })
}
