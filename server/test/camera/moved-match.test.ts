/**
 * Comparing pictures: known movements of a real frame are found to two pixels of full HD although the cars
 * differ; weather, night, noise and a lorry are not mistaken for movement. Long because every condition is
 * tried with every movement.
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { afterCheck, judgeMatch, movedOutline } from '#src/camera/matching/judge.ts'
import {
  composed,
  homographyOf,
  identity,
  mapped,
  similarityOf,
  type PlaneMap,
  type Point,
} from '#src/camera/matching/plane-map.ts'
import { matchPictures } from '#src/camera/matching/match.ts'
import { greyOf } from '#src/camera/matching/matcher.ts'
import type { Grey } from '#src/camera/matching/features.ts'

const full = { width: 1920, height: 1080 }
const [width, height] = [960, 540]
let frame: Uint8Array
let reference: Grey

beforeAll(async () => {
  const jpeg = readFileSync(new URL('data/car-park.jpg', import.meta.url))
  frame = await sharp(jpeg).greyscale().raw().toBuffer()
  reference = await greyOf(jpeg)
})

const seen = async (pixels: Uint8Array): Promise<Grey> =>
  greyOf(
    await sharp(pixels, { raw: { width, height, channels: 1 } })
      .jpeg({ quality: 75 })
      .toBuffer(),
  )
const said = async (pixels: Uint8Array) => {
  const picture = await seen(pixels)
  return judgeMatch(matchPictures(reference, picture), { reference, picture }, [], full)
}

type Movement = { turn: number; scale: number; x: number; y: number }
/** Maps a position in the frame, in its pixels. */
const mapOf = ({ turn, scale, x, y }: Movement): PlaneMap => {
  const [c, s] = [scale * Math.cos(turn), scale * Math.sin(turn)]
  return composed(
    [1, 0, width / 2 + x, 0, 1, height / 2 + y, 0, 0, 1],
    composed([c, -s, 0, s, c, 0, 0, 0, 1], [1, 0, -width / 2, 0, 1, -height / 2, 0, 0, 1]),
  )
}
const back = ({ turn, scale, x, y }: Movement): PlaneMap => {
  const [c, s] = [Math.cos(turn) / scale, Math.sin(turn) / scale]
  return composed(
    [1, 0, width / 2, 0, 1, height / 2, 0, 0, 1],
    composed([c, s, 0, -s, c, 0, 0, 0, 1], [1, 0, -width / 2 - x, 0, 1, -height / 2 - y, 0, 0, 1]),
  )
}

function moved(movement: Movement): Uint8Array {
  const from = back(movement)
  const out = new Uint8Array(width * height).fill(96)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [sx, sy] = mapped(from, [x, y])
      const [x0, y0] = [Math.floor(sx), Math.floor(sy)]
      if (x0 < 0 || y0 < 0 || x0 >= width - 1 || y0 >= height - 1) continue
      const [fx, fy, at] = [sx - x0, sy - y0, y0 * width + x0]
      out[y * width + x] =
        frame[at]! * (1 - fx) * (1 - fy) +
        frame[at + 1]! * fx * (1 - fy) +
        frame[at + width]! * (1 - fx) * fy +
        frame[at + width + 1]! * fx * fy
    }
  }
  return out
}

/** Adds other cars: pieces of the frame, pasted at other positions. */
function withOtherCars(
  pixels: Uint8Array,
  places: readonly (readonly [number, number, number, number])[],
): Uint8Array {
  const out = Uint8Array.from(pixels)
  for (const [fx, fy, tx, ty] of places) {
    const [w, h] = [96, 52]
    const at = (share: number, room: number, size: number) => Math.floor(share * (room - size))
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++)
        out[(at(ty, height, h) + y) * width + at(tx, width, w) + x] =
          frame[(at(fy, height, h) + y) * width + at(fx, width, w) + x]!
  }
  return out
}

const share = fc.double({ min: 0, max: 1, noNaN: true })
const cars = fc.array(fc.tuple(share, share, share, share), { minLength: 4, maxLength: 9 })
const movement = fc.record({
  turn: fc.double({ min: -0.12, max: 0.12, noNaN: true }),
  scale: fc.double({ min: 0.86, max: 1.2, noNaN: true }),
  x: fc.double({ min: -200, max: 200, noNaN: true }),
  y: fc.double({ min: -110, max: 110, noNaN: true }),
})

test('a shift, a rotation and a zoom are found within two pixels of full HD, with other cars', async () => {
  await fc.assert(
    fc.asyncProperty(movement, cars, async (how, others) => {
      const compared = await said(withOtherCars(moved(how), others))
      if (compared.result === 'unclear') throw new Error(compared.reason)
      const truth = mapOf(how)
      const corners: Point[] = [
        [0.3, 0.3],
        [0.7, 0.3],
        [0.7, 0.7],
        [0.3, 0.7],
        [0.5, 0.5],
      ]
      const wrong = corners.map(([x, y]) => {
        const there = mapped(truth, [x * width - 0.5, y * height - 0.5])
        const [fx, fy] = mapped(compared.map, [x, y])
        return Math.hypot(fx * full.width - (there[0] + 0.5) * 2, fy * full.height - (there[1] + 0.5) * 2)
      })
      expect(Math.max(...wrong)).toBeLessThan(2)
      const far = Math.max(
        ...(
          [
            [0.2, 0.2],
            [0.8, 0.2],
            [0.8, 0.8],
            [0.2, 0.8],
          ] as const
        ).map(([x, y]) => {
          const there = mapped(truth, [x * width, y * height])
          return Math.hypot(there[0] - x * width, there[1] - y * height) * 2
        }),
      )
      if (far > 13) expect(compared.result).toBe('moved')
      if (far < 6) expect(compared.result).toBe('same')
      expect(compared.confidence).toBeGreaterThan(0.5)
    }),
    { numRuns: 4, seed: 20_261_121 },
  )
})

test('other cars, noise, dusk, night, rain and a lorry in front do not count as movement', async () => {
  let state = 1
  const noise = () => ((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5) * 2
  const lorry = (part: number) =>
    frame.map((value, at) =>
      at % width < part * width && Math.floor(at / width) > 0.1 * height
        ? 130 + 40 * Math.sin((at % width) / 17)
        : value,
    )
  const pictures: [string, Uint8Array, string[]][] = [
    [
      'other cars',
      withOtherCars(frame, [
        [0.1, 0.2, 0.5, 0.6],
        [0.9, 0.4, 0.2, 0.7],
        [0.5, 0.5, 0.8, 0.3],
        [0.3, 0.6, 0.6, 0.4],
        [0.7, 0.7, 0.4, 0.5],
      ]),
      ['same'],
    ],
    ['noise', frame.map((value) => Math.min(255, Math.max(0, value + 45 * noise()))), ['same']],
    ['dusk', frame.map((value) => 20 + value * 0.35 + 8 * noise()), ['same', 'unclear']],
    ['night', frame.map((value) => Math.max(0, value * 0.04 + 3 * noise())), ['unclear']],
    ['half a lorry', lorry(0.5), ['same']],
    ['a lorry all over', lorry(1), ['unclear']],
    ['a bag', new Uint8Array(frame.length).fill(120).map((value) => value + 3 * noise()), ['unclear']],
    [
      'another place',
      frame.map(
        (_, at) => frame[(height - 1 - Math.floor(at / width)) * width + (width - 1 - (at % width))]!,
      ),
      ['unclear'],
    ],
  ]
  for (const [what, pixels, wanted] of pictures)
    expect([what, (await said(pixels)).result]).toSatisfy(([, result]) => wanted.includes(result), what)
})

test('lots follow the map: whole inside, clipped at the edge, and dropped if too little is left', () => {
  const lot: Point[] = [
    [0.1, 0.1],
    [0.3, 0.1],
    [0.3, 0.3],
    [0.1, 0.3],
  ]
  const shift = (x: number): PlaneMap => [1, 0, x, 0, 1, 0, 0, 0, 1]
  expect(movedOutline(shift(0.05), lot)).toEqual({
    polygon: [
      [0.15, 0.1],
      [0.35, 0.1],
      [0.35, 0.3],
      [0.15, 0.3],
    ],
    inside: 1,
  })
  const cut = movedOutline(shift(-0.2), lot)
  expect(cut.inside).toBeCloseTo(0.5)
  expect(cut.polygon.every(([x, y]) => x >= 0 && x <= 1 && y >= 0 && y <= 1)).toBe(true)
  expect(movedOutline(shift(-0.25), lot)).toEqual({ polygon: [], inside: 0.25 })
})

test('maps are recovered from pairs, and a mark needs several comparisons in a row', () => {
  fc.assert(
    fc.property(movement, (how) => {
      const map = mapOf(how)
      const pairs = (
        [
          [0, 0],
          [900, 30],
          [880, 500],
          [40, 520],
          [400, 300],
        ] as const
      ).map((from) => ({ from, to: mapped(map, from) }))
      for (const found of [similarityOf(pairs), homographyOf(pairs)])
        for (const { from, to } of pairs)
          expect(
            Math.hypot(...([0, 1] as const).map((i) => mapped(found ?? identity, from)[i] - to[i])),
          ).toBeLessThan(1e-4)
    }),
  )
  let verdict = afterCheck(false, undefined, 'moved')
  expect(verdict.then).toBe('nothing')
  expect(afterCheck(false, verdict.pending, 'same')).toEqual({ pending: undefined, then: 'nothing' })
  verdict = afterCheck(false, verdict.pending, 'unclear')
  verdict = afterCheck(false, verdict.pending, 'moved')
  expect(verdict.then).toBe('nothing')
  expect(afterCheck(false, verdict.pending, 'moved')).toEqual({ pending: undefined, then: 'mark' })
  expect(afterCheck(true, undefined, 'same').then).toBe('nothing')
  expect(afterCheck(true, { times: 1 }, 'same').then).toBe('unmark')
})
