/**
 * Plates: decoding of synthetic reader outputs under the grammar, straightening, colours, and real pictures.
 * Long because the tests share helpers for reader outputs.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFrame } from '@parking/sim/analysis/frame-comment.ts'
import { lights } from '@parking/sim/street/light.ts'
import { createStreet } from '@parking/sim/street/street.ts'
import { fittingForm } from '@parking/contract/plate/plate-forms.ts'
import { lookAlikesOf, sameSigns } from '@parking/contract/plate/plate-look-alikes.ts'
import { acceptedPlate, castVote, no_votes } from '#src/decide/plate-votes.ts'
import { boxAround, type Box } from '#src/look/boxes.ts'
import { readModel } from '#src/models/model-files.ts'
import { openRuntime, type Model } from '#src/models/runtime.ts'
import { decodePicture, type Raster } from '#src/picture/raster.ts'
import { combined, plateReader, type ReadPlate } from '#src/read/plate-reader.ts'
import { decodePlate, type Step } from '#src/read/plate-decoder.ts'
import { plateColourOf } from '#src/read/plate-colour.ts'
import { kindWeightOf } from '#src/read/plate-kinds.ts'
import { signsOf, stepsOf } from '#src/read/sign-steps.ts'
import { sizeOf, straightened, widened, type Quad } from '#src/read/straighten.ts'
import { lacks, models } from '../support.ts'

const [mainland, taiwan] = [0, 1]
const textOf = (signs: readonly (readonly { sign: string }[])[] | undefined) =>
  signs?.map(([best]) => best?.sign).join('')

/** A step that reads each of these signs with its probability, and blank with the rest. */
const step = (signs: Record<string, number>): Step => ({
  blank: Math.max(0.001, 1 - Object.values(signs).reduce((sum, p) => sum + p, 0)),
  signs: new Map(Object.entries(signs)),
})
/** The text read clearly, with a blank after each sign. */
const clearly = (text: string): Step[] => [...text].flatMap((sign) => [step({ [sign]: 0.98 }), step({})])

describe('decoding', () => {
  test.each([
    ['粤BF3829', mainland, 'civil'],
    ['苏ED51712', mainland, 'nev_small'],
    ['粤B12345D', mainland, 'nev_large'],
    ['粤B1234学', mainland, 'training'],
    ['粤Z1234港', mainland, 'hong_kong'],
    ['使123456', mainland, 'embassy'],
    ['ABC5678', taiwan, 'taiwan'],
    ['1234AB', taiwan, 'taiwan_old'],
    ['2R1235', taiwan, 'taiwan_old'],
    ['8U9999', taiwan, 'taiwan_old'],
    ['123A4', taiwan, 'taiwan_five'],
    ['云S0000应急', mainland, 'emergency'],
    ['沪22478领', mainland, 'consulate'],
    ['京123WTO', mainland, 'personalised'],
    ['軍123456', taiwan, 'taiwan_army'],
    ['粤B11122', mainland, 'civil'],
  ])('reads %s of type %i as %s with high confidence', (text, type, kind) => {
    const plate = decodePlate(clearly(text), type)
    expect([plate?.text, plate?.kind]).toEqual([text, kind])
    expect(plate?.p).toBeGreaterThan(0.8)
    expect(plate?.signs).toHaveLength([...text].length)
  })

  test('a letter O in the serial is read as the digit 0, because serials have no O', () => {
    expect(decodePlate(clearly('粤BF38O9'), mainland)?.text).toBe('粤BF3809')
  })

  test('a doubtful 1 is a J, which the reader hardly ever finds, and a clear 1 stays a 1', () => {
    const read = (signs: Record<string, number>) =>
      decodePlate([...clearly('粤BH4'), step(signs), step({}), ...clearly('62')], mainland)
    expect(read({ '1': 0.8, J: 0.05 })?.text).toBe('粤BH4J62')
    const clear = read({ '1': 0.95, J: 0.001 })
    expect(clear?.text).toBe('粤BH4162')
    expect(clear?.p).toBeGreaterThan(0.9)
    // The sum over all plates has the same factor, so that the posteriors never exceed 1 together.
    for (const J of [0.01, 0.05, 0.5, 0.9]) {
      const { texts } = read({ '1': 0.9 - J * 0.9, J })!
      expect(texts.reduce((sum, { p }) => sum + p, 0)).toBeLessThanOrEqual(1 + 1e-9)
    }
  })

  test('two alignments of one text are added up against one alignment of another', () => {
    // Each path alone is weaker than the path of 8, but both read 3.
    const steps = [...clearly('粤BL382'), step({ '3': 0.35, '8': 0.4 }), step({ '3': 0.35 })]
    expect(decodePlate(steps, mainland)?.text).toBe('粤BL3823')
  })

  test('the colour decides between seven and eight signs if the picture is ambiguous', () => {
    // The D is as likely as the gap between two signs.
    const steps = [...clearly('粤B'), step({ D: 0.3 }), step({}), ...clearly('12345')]
    const by = (color: 'blue' | 'gradient_green') =>
      decodePlate(steps, mainland, kindWeightOf({ color, sure: 0.98 }))?.text
    expect([by('blue'), by('gradient_green')]).toEqual(['粤B12345', '粤BD12345'])
    const unsure = kindWeightOf({ color: 'blue', sure: 0.4 })
    expect([unsure('nev_small'), unsure('civil')]).toEqual([1, 1])
  })

  test('crops that agree make a reading certain, and crops that differ make it doubtful', () => {
    const [one, other] = ['粤BF3829', '粤BF3820'].map((text) => decodePlate(clearly(text), mainland)!)
    expect(combined([one!, one!])).toMatchObject({ text: '粤BF3829', p: one!.p })
    const both = combined([one!, other!])!
    expect(both.p).toBeCloseTo(one!.p / 2)
    expect(both.signs[6]!.map(({ sign }) => sign).toSorted()).toEqual(['0', '9'])
    expect(both.signs[0]![0]!.p).toBeGreaterThan(0.8)
    expect(combined([])).toBeUndefined()
  })

  /** Signs that a reader reports: those of plates, and some that are on none. */
  const any_sign = fc.constantFrom(...'粤云津使学警应急挂港外臨軍停泸0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')

  test('property: what is read clearly is never turned into another text, whatever its form', () => {
    const text = fc.array(fc.tuple(any_sign, fc.double({ min: 0.9, max: 0.999, noNaN: true })), {
      minLength: 4,
      maxLength: 10,
    })
    // What the reader gives to signs that look alike, as it does for a real plate.
    const rest = fc.double({ min: 0, max: 0.09, noNaN: true })
    fc.assert(
      fc.property(text, rest, fc.constantFrom(mainland, taiwan), (signs, share, type) => {
        const steps = signs.flatMap(([sign, p]) => {
          const [alike] = lookAlikesOf(sign)
          return [step({ [sign]: p, ...(alike && { [alike]: Math.min(share, 1 - p) }) }), step({})]
        })
        const plate = decodePlate(steps, type)
        const read = signs.map(([sign]) => sign).join('')
        if (plate) expect(sameSigns(plate.text)).toBe(sameSigns(read))
        if (plate?.kind === undefined) expect(fittingForm([...(plate?.text ?? '')], type)).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['2R1235X', taiwan],
    ['ABC1234', taiwan],
    ['云X000应急', mainland],
    ['粤B1234', mainland],
    ['8B12345', mainland],
    ['粤BD123456', mainland],
  ])('%s of type %i fits no form: it stays as it was read, and is not accepted', (text, type) => {
    const alike = [...text].flatMap((sign) => [
      step({ [sign]: 0.97, ...Object.fromEntries(lookAlikesOf(sign).map((one) => [one, 0.01])) }),
      step({ '1': 0.001 }),
    ])
    const plate = decodePlate(alike, type)
    const read = {
      signs: plate?.signs ?? [],
      p: plate?.p ?? 0,
      color: 'unknown',
      width: 200,
      box: [0, 0, 1, 1],
    } as const
    const votes = castVote(castVote(no_votes, read, 1), read, 1)
    expect([text, plate?.text ?? text]).toEqual([text, text])
    expect(acceptedPlate(votes, { plate_type: type, plate_th: 0, sign_th: 0 })).toBeUndefined()
  })

  test('a doubtful sign affects only its own position, and posteriors sum to at most one', () => {
    const steps = [...clearly('粤BF38'), step({ '2': 0.5, Z: 0.45 }), step({}), ...clearly('9')]
    const plate = decodePlate(steps, mainland)!
    const doubtful = plate.signs[5]!
    expect(doubtful.map(({ sign }) => sign)).toEqual(['2', 'Z'])
    expect(doubtful[0]!.p).toBeGreaterThan(0.4)
    expect(doubtful[0]!.p).toBeLessThan(0.65)
    for (const position of plate.signs)
      expect(position.reduce((sum, { p }) => sum + p, 0)).toBeLessThanOrEqual(1 + 1e-6)
  })

  test('a text that is not a plate scores low or gives no result', () => {
    expect(decodePlate(clearly('征法治'), mainland)).toBeUndefined()
    const advert = decodePlate(
      [...clearly('8008'), step({ 停: 0.9, 粤: 0.01 }), ...clearly('12345')],
      mainland,
    )
    expect(advert?.plate_likeness ?? -99).toBeLessThan(-9)
  })

  test('a longer plate is as likely as a shorter one, and the usual form is more common', () => {
    const [usual, badge, trailer] = ['ABC5678', 'RX300', 'T163'].map((text) =>
      decodePlate(clearly(text), taiwan)!,
    )
    for (const short of [badge!, trailer!]) {
      expect(short.plate_likeness).toBeCloseTo(usual!.plate_likeness, 0)
      expect(short.share).toBeLessThan(usual!.share / 10)
    }
  })

  test('property: every output gives a plate of a form, what was read, or nothing; p is from 0 to 1', () => {
    const signs = fc.constantFrom(...'粤苏浙BDF0123456789AZ挂')
    const random = fc.array(fc.tuple(signs, fc.double({ min: 0.05, max: 0.95, noNaN: true })), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(random, (read) => {
        const plate = decodePlate(
          read.map(([sign, p]) => step({ [sign]: p })),
          mainland,
        )
        if (!plate) return
        expect(plate.p).toBeGreaterThan(0)
        expect(plate.p).toBeLessThanOrEqual(1)
        if (plate.kind) expect(fittingForm([...plate.text], mainland)?.kind).toBe(plate.kind)
      }),
      { numRuns: 60 },
    )
  })

  test('reader output: blank comes first, dots between groups are blanks, letters become upper case', () => {
    const alphabet = signsOf('粤\nb\n·\n')
    expect(alphabet).toEqual(['', '粤', 'b', '·', ' '])
    const data = Float32Array.of(0.1, 0.6, 0.2, 0.1, 0)
    const [one] = stepsOf({ data, dims: [1, 1, 5] }, alphabet)
    expect([...one!.signs.keys()]).toEqual(['粤', 'B'])
    expect(one!.blank).toBeCloseTo(0.2)
  })
})

describe('straightening', () => {
  /** A picture whose colours encode the position: red from left to right, green from top to bottom. */
  const map: Raster = { width: 100, height: 100, pixels: new Uint8Array(30_000) }
  for (let i = 0; i < 10_000; i++) map.pixels.set([(i % 100) * 2, Math.floor(i / 100) * 2, 0], i * 3)
  const quad: Quad = [
    [20, 30],
    [80, 10],
    [85, 40],
    [22, 62],
  ]

  test('the corners of the quad become the corners of the patch', () => {
    const patch = straightened(map, quad, 60, 20)
    const at = (x: number, y: number) => [0, 1].map((c) => patch.pixels[(y * 60 + x) * 3 + c]! / 2)
    const near = ([x = 0, y = 0]: number[], [cx, cy]: readonly [number, number]) =>
      Math.hypot(x - cx, y - cy) < 3
    expect([at(0, 0), at(59, 0), at(59, 19), at(0, 19)].map((p, i) => near(p, quad[i]!))).toEqual(
      Array.from({ length: 4 }, () => true),
    )
    expect(sizeOf(quad).width).toBeCloseTo(65, 0)
    expect(sizeOf(widened(quad, 0.1)).width).toBeCloseTo(78, 0)
  })

  test('strokes of a large plate that are finer than a pixel of the patch become grey, not stripes', () => {
    const stripes: Raster = { width: 480, height: 144, pixels: new Uint8Array(480 * 144 * 3) }
    stripes.pixels.forEach((_, at) => (stripes.pixels[at] = Math.floor(at / 3) % 4 < 2 ? 0 : 240))
    const whole: Quad = [
      [0, 0],
      [480, 0],
      [480, 144],
      [0, 144],
    ]
    const values = [...straightened(stripes, whole, 120, 36).pixels]
    expect([Math.min(...values), Math.max(...values)]).toEqual([120, 120])
  })
})

test.each([
  ['blue', [11, 63, 174], [255, 255, 255], mainland],
  ['yellow', [242, 178, 27], [20, 18, 10], mainland],
  ['white', [243, 244, 242], [20, 22, 26], mainland],
  ['white_black', [243, 244, 242], [20, 22, 26], taiwan],
  ['black', [18, 19, 22], [240, 240, 240], mainland],
  ['green', [60, 170, 90], [16, 21, 18], mainland],
] as const)('a plate with a %s background has that colour', (colour, ground, ink, type) => {
  const pixels = new Uint8Array(160 * 48 * 3)
  for (let i = 0; i < 160 * 48; i++) {
    const [x, y] = [i % 160, Math.floor(i / 160)]
    pixels.set(x % 20 > 13 && y > 10 && y < 38 ? ink : ground, i * 3)
  }
  const seen = plateColourOf({ width: 160, height: 48, pixels }, type)
  expect(seen.color).toBe(colour)
  expect(seen.sure).toBeGreaterThan(0.95)
})

/** A copy of the picture with a grey object in front of a box. */
function covered({ width, height, pixels }: Raster, [left, top, right, bottom]: Box): Raster {
  const copy = Uint8Array.from(pixels)
  for (let y = Math.floor((top - 0.01) * height); y < (bottom + 0.01) * height; y++)
    copy.fill(
      90,
      (y * width + Math.floor((left - 0.01) * width)) * 3,
      (y * width + Math.ceil((right + 0.01) * width)) * 3,
    )
  return { width, height, pixels: copy }
}

describe('in pictures', () => {
  let [finder, reader]: Model[] = []
  let read: ReadPlate
  beforeAll(async () => {
    const runtime = await openRuntime()
    finder = await runtime.load(await readModel('plate_finder', models))
    reader = await runtime.load(await readModel('plate_reader', models))
    const signs = Buffer.from(await readModel('plate_signs', models)).toString()
    read = plateReader({ finder, reader, signs })
  })
  afterAll(async () => {
    await finder?.close()
    await reader?.close()
  })

  test('a plate that the first search cuts into is searched in a larger picture', async () => {
    const street = createStreet({ seed: 26, traffic: false, now: () => 1_800_000_000_000 })
    street.relight(2, lights.night)
    street.arrive(2, 0)
    const { truth, picture } = readFrame(await street.frame(2, 'C1'))!
    const [car] = truth.cars
    const plate = await read(await decodePicture(picture), car!, mainland)
    expect(textOf(plate?.signs)).toBe(car!.plate)
  })

  test('a plate of the simulated street is read with its position and colour', async () => {
    const street = createStreet({ cameras: 1, seed: 5, traffic: false, now: () => 1_800_000_000_000 })
    street.arrive(0, 0, '粤B12345')
    const picture = await decodePicture(await street.frame(0, 'C1'))
    const lot = street.lots(0)[0]!.polygon
    const [xs, ys] = [lot.map(([x]) => x), lot.map(([, y]) => y)]
    const box = [Math.min(...xs), Math.min(...ys) - 0.2, Math.max(...xs), Math.max(...ys)] as const
    const plate = await read(picture, { box }, mainland)
    expect([textOf(plate?.signs), plate?.color]).toEqual(['粤B12345', 'blue'])
    expect(plate!.width).toBeGreaterThan(40)
    expect(plate!.box[2] - plate!.box[0]).toBeLessThan(0.12)
  })

  test("a neighbour's plate is never read for a car whose own plate is hidden", async () => {
    const street = createStreet({ cameras: 3, seed: 5, traffic: false, now: () => 1_800_000_000_000 })
    const plates = ['粤BF3829', '粤BK6175']
    plates.forEach((plate, at) => street.arrive(2, at + 2, plate))
    const picture = await decodePicture(await street.frame(2, 'C3'))
    const boxes = [2, 3].map((at): Box => {
      const [left, top, right, bottom] = boxAround(street.lots(2)[at]!.polygon)
      return [left, top - 0.06, right, bottom]
    })
    const readings = await Promise.all(
      boxes.map((box, at) => read(picture, { box }, mainland, [boxes[1 - at]!])),
    )
    expect(readings.map((one) => textOf(one?.signs))).toEqual(plates)
    // The first car's box is so wide that it contains the neighbour's plate; its own plate is muddy.
    const hidden = covered(picture, readings[0]!.box)
    const [first, second] = boxes as [Box, Box]
    const wide: Box = [first[0], first[1], second[2], first[3]]
    expect(textOf((await read(hidden, { box: wide }, mainland, []))?.signs)).toBe(plates[1])
    expect(await read(hidden, { box: wide }, mainland, [second])).toBeUndefined()
    expect(await read(hidden, { box: first }, mainland, [])).toBeUndefined()
    expect(textOf((await read(hidden, { box: second }, mainland, [first]))?.signs)).toBe(plates[1])
  })

  const data = join(import.meta.dirname, '../../../../shared/data')
  // We may not ship these pictures: without them the test is skipped.
  test.skipIf(lacks('pictures that we may not ship', !existsSync(join(data, 'plate-close.jpg'))))(
    'two plates of real cars are read: green at an angle, blue in bad light',
    async () => {
      const kerb = await decodePicture(await readFile(join(data, 'kerb-ev-plate.jpg')))
      const near = await read(kerb, { box: [0.4, 0.3, 0.99, 0.92] }, mainland)
      expect([textOf(near?.signs), near?.color]).toEqual(['苏ED51712', 'gradient_green'])
      const close = await decodePicture(await readFile(join(data, 'plate-close.jpg')))
      const plate = await read(close, { box: [0, 0, 1, 1] }, mainland)
      expect(textOf(plate?.signs)?.slice(1)).toBe('DT5022')
      expect(plate?.color).toBe('blue')
    },
  )
})
