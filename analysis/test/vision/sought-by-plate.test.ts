/** Vehicles that the detector does not find, or doubtfully, and that their plates show. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStreet } from '@parking/sim/street/street.ts'
import { shipped_detector } from '#src/detect/model-spec.ts'
import { boxAround, type Box, type Detection, type Point } from '#src/look/boxes.ts'
import { keyOf, type OpenVision, type View } from '#src/look/look.ts'
import { readModel } from '#src/models/model-files.ts'
import { openRuntime, type Model } from '#src/models/runtime.ts'
import { cellsOf } from '#src/place/cells.ts'
import { plateReader } from '#src/read/plate-reader.ts'
import { createVision } from '#src/vision/camera-vision.ts'
import { riderIn, showsVehicle } from '#src/vision/sought-by-plate.ts'
import { models } from '../support.ts'

const loaded: Model[] = []
let open: OpenVision
beforeAll(async () => {
  const runtime = await openRuntime()
  const load = async (name: 'detector' | 'plate_finder' | 'plate_reader'): Promise<Model> => {
    const model = await runtime.load(await readModel(name, models))
    loaded.push(model)
    return model
  }
  const signs = Buffer.from(await readModel('plate_signs', models)).toString()
  open = createVision({
    detector: { model: await load('detector'), spec: shipped_detector },
    readPlate: plateReader({ finder: await load('plate_finder'), reader: await load('plate_reader'), signs }),
  })
})
afterAll(async () => {
  for (const model of loaded) await model.close()
})

const [camera, bay] = [2, 5]
const size = { width: 1920, height: 1080 }
const times = 3

/** A near view of the motorcycle bay of the kerb, in four cells, with or without three motorcycles. */
async function nearBay(parked: boolean): Promise<{ picture: Buffer; view: View; plates: string[] }> {
  const street = createStreet({ seed: 5, traffic: false, now: () => 1_800_000_000_000 })
  const plates = parked ? [0, 1, 2].map(() => street.arrive(camera, bay)) : []
  const { polygon } = street.lots(camera)[bay]!
  const [left, top, right, bottom] = boxAround(polygon)
  const rise = (right - left) * 0.6
  const part = {
    left: Math.round((left - 0.02) * size.width),
    top: Math.round((top - rise) * size.height),
    width: Math.round((right - left + 0.04) * size.width),
    height: Math.round((bottom - top + rise + 0.03) * size.height),
  }
  const picture = await sharp(await street.frame(camera, 'C1'))
    .extract(part)
    .resize({ width: part.width * times })
    .jpeg()
    .toBuffer()
  const near = polygon.map(([x, y]): Point => [
    (x * size.width - part.left) / part.width,
    (y * size.height - part.top) / part.height,
  ])
  const lots = cellsOf(near, 4).map((cell_polygon, cell) => ({
    scene_id: 's',
    lot_no: 'M1',
    cell,
    polygon: cell_polygon,
    difficult: 0,
    motorcycles: true,
  }))
  const rest = { focus: null, feature: [], cover_th: 0.4, plate_type: 0, motor_det: false }
  return { picture, view: { camera_sn: 'C1', lots, ...rest }, plates: plates.map(String) }
}

describe('a motorcycle without a vehicle that was found', () => {
  test('is seen by its plate, too doubtful to be accepted; is sought again only after a while', async () => {
    const { picture, view, plates } = await nearBay(true)
    const vision = open(view)
    const at = async (time: number) =>
      (await vision.observe(picture, time, new Set())).lots.filter(
        (lot) => lot.vehicle?.label === 'motorcycle',
      )
    const found = await at(0)
    expect(found).toHaveLength(1)
    const [{ evidence, vehicle } = {}] = found
    expect(evidence).toMatchObject({ kind: 'seen' })
    expect(evidence?.llr).toBeGreaterThan(2)
    const text = vehicle?.plate?.signs.map(([best]) => best?.sign).join('')
    expect(plates.some((plate) => plate.includes(text ?? '-'))).toBe(true)
    expect(vehicle?.plate?.p).toBeLessThanOrEqual(0.9)
    expect([(await at(5000)).length, (await at(20_000)).length > 0]).toEqual([0, true])
  })

  test('is read for the one cell that it stands in, although a weak box is around all of them', async () => {
    const { picture, view, plates } = await nearBay(true)
    const { lots } = await open(view).observe(picture, 0, new Set(view.lots.map(keyOf)))
    const read = lots.flatMap(
      ({ vehicle }) => vehicle?.plate?.signs.map(([best]) => best?.sign).join('') ?? [],
    )
    expect(read.length).toBeGreaterThan(1)
    expect(new Set(read.map((text) => text.slice(1))).size).toBe(read.length)
    expect(lots[0]?.vehicle?.plate?.signs.map(([best]) => best?.sign).join('')).toBe(plates[0])
  })

  test('an empty bay has none', async () => {
    const { picture, view } = await nearBay(false)
    const { lots } = await open(view).observe(picture, 0, new Set(['s/M1/0', 's/M1/1', 's/M1/2', 's/M1/3']))
    expect(lots.filter(({ vehicle }) => vehicle?.plate || vehicle?.label === 'motorcycle')).toEqual([])
  })
})

const ground: Point[] = [
  [0.4, 0.5],
  [0.6, 0.5],
  [0.6, 0.7],
  [0.4, 0.7],
]

test('a weak person above a lot may be a motorcycle; one beside it and a car are none', () => {
  const one = (box: Box, label: Detection['label'], score = 0.15): Detection => ({ box, label, score })
  const within: Box = [0.42, 0.3, 0.58, 0.68]
  expect(riderIn([one(within, 'person')], ground, 0.4)?.box).toEqual(within)
  expect(riderIn([one([0.1, 0.3, 0.3, 0.68], 'person'), one(within, 'car')], ground, 0.4)).toBeUndefined()
  expect(riderIn([one(within, 'person', 0.1)], ground, 0.4)).toBeUndefined()
})

test('any short or doubtful text, and a plate above another lot, show no vehicle', () => {
  const shows = (text: string, p: number, left = 0.46) =>
    showsVehicle(
      {
        signs: [...text].map((sign) => [{ sign, p }]),
        p,
        color: 'unknown',
        width: 90,
        box: [left, 0.42, left + 0.08, 0.46],
      },
      { grounds: [{ polygon: ground, motorcycles: false }], at: 0 },
      16 / 9,
    )
  expect([shows('ABC1235', 0.6), shows('AB12', 0.9), shows('ABC1235', 0.2)]).toEqual([true, false, false])
  expect(shows('ABC1235', 0.6, 0.1)).toBe(false)
})

test('a car that is nearly invisible is shown by its plate, and only by it', async () => {
  const street = createStreet({ cameras: 1, seed: 5, traffic: false, now: () => 1_800_000_000_000 })
  const arrived = street.arrive(0, 0)
  const { polygon } = street.lots(0)[0]!
  const frame = await street.frame(0, 'C1')
  /** The frame, dark but for a hole in the darkness, an SVG path in pixels. */
  const darkened = async (hole: string): Promise<Buffer> => {
    const { width, height } = size
    const path = `M0 0H${width}V${height}H0Z ${hole}`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <path fill-rule="evenodd" fill="rgb(10,10,10)" d="${path}"/></svg>`
    return sharp(frame)
      .composite([{ input: Buffer.from(svg) }])
      .jpeg({ quality: 92 })
      .toBuffer()
  }
  const rest = { focus: null, feature: [], cover_th: 0.4, plate_type: 0, motor_det: false }
  const lots = [{ scene_id: 's', lot_no: '1', cell: 0, polygon, difficult: 0, motorcycles: false }]
  const look = async (picture: Buffer, read: string[] = []) =>
    (await open({ camera_sn: 'C1', lots, ...rest }).observe(picture, 0, new Set(read))).lots[0]
  const by_plate = await look(await darkened('M1259 848H1438V904H1259Z'))
  expect(by_plate?.evidence).toMatchObject({ kind: 'seen', llr: 2.5 })
  const beside = await look(await darkened('M859 848H1038V904H859Z'), ['s/1/0'])
  expect(beside?.evidence.llr).toBeLessThan(1)
  expect(by_plate?.vehicle?.plate?.signs.map(([best]) => best?.sign).join('')).toBe(arrived)
})
