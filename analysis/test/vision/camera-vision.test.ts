/** The vision pipeline on pictures of the simulated street, and of a real car park if they are available. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStreet } from '@parking/sim/street/street.ts'
import { calibrate, logitOf, uncalibrated } from '#src/detect/calibrate.ts'
import { shipped_detector } from '#src/detect/model-spec.ts'
import { createVision } from '#src/vision/camera-vision.ts'
import type { Point } from '#src/look/boxes.ts'
import type { Look, LotPlace, OpenVision, View } from '#src/look/look.ts'
import { readModel } from '#src/models/model-files.ts'
import { openRuntime, type Model } from '#src/models/runtime.ts'
import { plateReader } from '#src/read/plate-reader.ts'
import { createRecalibration } from '#src/record/replay.ts'
import { lacks, models } from '../support.ts'

let model: Model
let open: OpenVision
beforeAll(async () => {
  model = await (await openRuntime()).load(await readModel('detector', models))
  open = createVision({ detector: { model, spec: shipped_detector }, max_tiles: 2 })
})
afterAll(() => model.close())

const viewOf = (outlines: readonly (readonly Point[])[]): View => ({
  camera_sn: 'C1',
  lots: outlines.map((polygon, at): LotPlace => ({
    scene_id: 's',
    lot_no: String(at),
    cell: 0,
    polygon,
    difficult: 0,
    motorcycles: false,
  })),
  focus: null,
  feature: [],
  cover_th: 0.4,
  plate_type: 0,
  motor_det: false,
})
const taken = ({ lots }: Look) =>
  lots.map(({ evidence }) => (evidence.kind === 'seen' ? evidence.llr > 0 : evidence.why))
const none = new Set<string>()
const hour_ms = 3_600_000
describe('on the simulated street', () => {
  test('parked cars are seen in their lots; the lot behind a car is hidden, others are empty', async () => {
    const street = createStreet({ cameras: 1, seed: 5, traffic: false, now: () => 1_800_000_000_000 })
    const lots = street.lots(0).filter(({ kind }) => kind === 'car')
    for (const lot of [0, 1, 3]) street.arrive(0, lot)
    const look = await open(viewOf(lots.map(({ polygon }) => polygon))).observe(
      await street.frame(0, 'C1'),
      1,
      none,
    )
    expect(look).toMatchObject({ health: 'ok', grey: false, camera_sn: 'C1', time: 1 })
    expect(taken(look)).toEqual([true, true, false, true, 'hidden', false])
    const [first] = look.lots
    expect(first?.vehicle?.label).toMatch(/car|vehicle/)
    expect(first?.appearance?.luma).toHaveLength(24 * 16)
    expect(first?.appearance?.colours).toHaveLength((24 * 16) / 2)
    expect(look.around?.length).toBeGreaterThan(20)
  })

  test('a look carries its calibration, so that a fresh calibration can judge it again', async () => {
    const street = createStreet({ cameras: 1, seed: 5, traffic: false, now: () => 1_800_000_000_000 })
    for (const lot of [0, 1, 3]) street.arrive(0, lot)
    const view = viewOf(street.lots(0).map(({ polygon }) => polygon))
    const picture = await street.frame(0, 'C1')
    const dull = [0.02, 0.03, 0.12, 0.14].map(logitOf)
    let known = uncalibrated
    for (let time = 1; time < 100 * hour_ms; time += hour_ms)
      known = calibrate(known, dull, { time, light: 'day' }).known
    const own = await open(view, known).observe(picture, 101 * hour_ms, none)
    const fresh = await open(view).observe(picture, 101 * hour_ms, none)
    expect(own.calibration).not.toEqual(fresh.calibration)
    const judged = createRecalibration()(JSON.parse(JSON.stringify(own)) as Look)
    for (const [at, { evidence }] of fresh.lots.entries()) {
      const again = judged.lots[at]!.evidence
      expect(again.llr).toBeCloseTo(evidence.llr!, 9)
      expect({ ...again, llr: 0 }).toEqual({ ...evidence, llr: 0 })
    }
  })

  test('each plate along the kerb is read for its own lot, despite many boxes around each car', async () => {
    const runtime = await openRuntime()
    const finder = await runtime.load(await readModel('plate_finder', models))
    const reader = await runtime.load(await readModel('plate_reader', models))
    const signs = Buffer.from(await readModel('plate_signs', models)).toString()
    const readPlate = plateReader({ finder, reader, signs })
    const street = createStreet({ cameras: 1, seed: 5, traffic: false, now: () => 1_800_000_000_000 })
    const plates = ['粤BD14176', '粤BM0121']
    plates.forEach((plate, lot) => street.arrive(0, lot, plate))
    const view = viewOf(street.lots(0).map(({ polygon }) => polygon))
    const { observe } = createVision({ detector: { model, spec: shipped_detector }, readPlate })(view)
    const { lots } = await observe(await street.frame(0, 'C1'), 1, new Set(['s/0/0', 's/1/0']))
    const read = lots.map(({ vehicle }) => vehicle?.plate?.signs.map(([best]) => best?.sign).join(''))
    expect(read).toEqual([...plates, ...lots.slice(2).map(() => undefined)])
    await Promise.all([finder.close(), reader.close()])
  })
})

describe('the vision pipeline', () => {
  const lot: Point[] = [
    [0.2, 0.4],
    [0.6, 0.4],
    [0.6, 0.9],
    [0.2, 0.9],
  ]
  test('bytes that are not a picture are rejected', async () => {
    await expect(open(viewOf([lot])).observe(Buffer.from('no picture'), 1, none)).rejects.toThrow(
      /unsupported/,
    )
  })

  test('what was learned survives the state file unchanged', async () => {
    const vision = open(viewOf([lot]))
    const grey = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#777' } })
      .jpeg()
      .toBuffer()
    await vision.observe(grey, 1000, none)
    const stored: unknown = JSON.parse(JSON.stringify(vision.learned()))
    expect(open(viewOf([lot]), stored).learned()).toEqual(stored)
  })
})

const places = join(import.meta.dirname, '../../../../shared/data/pklot-places.json')
// We may not ship these pictures: without them the test is skipped.
test.skipIf(lacks('pictures that we may not ship', !existsSync(places)))(
  'at least 97 % of the lots of a real car park are right',
  async () => {
    const data = JSON.parse(await readFile(places, 'utf8')) as Record<'occupied' | 'empty', number[][]> & {
      picture: string
    }
    const outlines = [...data.occupied, ...data.empty].map(([l = 0, t = 0, r = 0, b = 0]): Point[] => {
      const [left, top, right, bottom] = [l / 1280, t / 720, r / 1280, b / 720]
      return [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ]
    })
    const look = await open(viewOf(outlines)).observe(
      await readFile(join(places, '..', data.picture)),
      1,
      none,
    )
    const right = taken(look).filter((is, at) => is === at < data.occupied.length)
    expect(right.length / outlines.length).toBeGreaterThanOrEqual(0.97)
  },
)
