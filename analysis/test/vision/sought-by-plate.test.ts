/** Motorcycles in their own lots that the detector takes for a person or does not find. */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStreet } from '@parking/sim/street/street.ts'
import { shipped_detector } from '#src/detect/model-spec.ts'
import { boxAround, type Box, type Detection, type Point } from '#src/look/boxes.ts'
import type { OpenVision, View } from '#src/look/look.ts'
import { readModel } from '#src/models/model-files.ts'
import { openRuntime, type Model } from '#src/models/runtime.ts'
import { cellsOf } from '#src/place/cells.ts'
import { plateReader } from '#src/read/plate-reader.ts'
import { isAbove } from '#src/read/own-lines.ts'
import { createVision } from '#src/vision/camera-vision.ts'
import { riderIn, showsVehicle } from '#src/vision/motorcycle.ts'
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

  test('an empty bay has none', async () => {
    const { picture, view } = await nearBay(false)
    const { lots } = await open(view).observe(picture, 0, new Set(['s/M1/0', 's/M1/1', 's/M1/2', 's/M1/3']))
    expect(lots.filter(({ vehicle }) => vehicle?.plate || vehicle?.label === 'motorcycle')).toEqual([])
  })
})

test('a plate belongs to the lot below it, not to the one beside', () => {
  const raster = { width: 1000, height: 1000, pixels: new Uint8Array() }
  const part = { left: 100, top: 200, width: 500, height: 500 }
  const plate = (x: number, y: number) =>
    [
      [x, y],
      [x + 80, y],
      [x + 80, y + 40],
      [x, y + 40],
    ] as const
  const lot = (left: number): Point[] => [
    [left, 0.5],
    [left + 0.15, 0.5],
    [left + 0.15, 0.7],
    [left, 0.7],
  ]
  // Its centre is at 0.29, 0.42 of the picture: above the first lot.
  expect([
    isAbove(plate(150, 200), part, raster, lot(0.2)),
    isAbove(plate(150, 200), part, raster, lot(0.36)),
  ]).toEqual([true, false])
  expect(isAbove(plate(150, 20), part, raster, lot(0.2))).toBe(false)
})

test('a weak person above a lot may be a motorcycle; one beside it and a car are none', () => {
  const ground: Point[] = [
    [0.4, 0.5],
    [0.6, 0.5],
    [0.6, 0.7],
    [0.4, 0.7],
  ]
  const one = (box: Box, label: Detection['label'], score = 0.15): Detection => ({ box, label, score })
  const within: Box = [0.42, 0.3, 0.58, 0.68]
  expect(riderIn([one(within, 'person')], ground, 0.4)?.box).toEqual(within)
  expect(riderIn([one([0.1, 0.3, 0.3, 0.68], 'person'), one(within, 'car')], ground, 0.4)).toBeUndefined()
  expect(riderIn([one(within, 'person', 0.1)], ground, 0.4)).toBeUndefined()
})

test('any short or doubtful text is no motorcycle', () => {
  const read = (text: string, p: number) => ({
    signs: [...text].map((sign) => [{ sign, p }]),
    p,
    color: 'unknown' as const,
    width: 90,
    box: [0, 0, 1, 1] as const,
  })
  expect([
    showsVehicle(read('ABC1235', 0.6)),
    showsVehicle(read('AB12', 0.9)),
    showsVehicle(read('ABC1235', 0.2)),
  ]).toEqual([true, false, false])
})
