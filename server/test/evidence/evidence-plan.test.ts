/**
 * The plan and the drawing of evidence (docs/decisions/0018): pure figures first, then real pixels.
 * Long because all of it shares one set of parameters and facts.
 */
import { fileURLToPath } from 'node:url'
import { event_factory, osd_align, osd_device_name } from '@parking/contract'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawEvidence, frameSize } from '#src/evidence/drawing/draw.ts'
import type { EventParam, EvidenceFacts } from '#src/evidence/drawing/facts.ts'
import { clipBytes, forecastOf, type ForecastGiven } from '#src/evidence/forecast.ts'
import { lazyEvidenceFont, missingIn, textPath, textWidth } from '#src/evidence/drawing/lettering.ts'
import { planEvidence } from '#src/evidence/drawing/plan.ts'

const font = lazyEvidenceFont(fileURLToPath(new URL('../../migrations', import.meta.url)))()
const full_hd = { width: 1920, height: 1080 }
const param = (change: Partial<EventParam> = {}): EventParam => ({ ...event_factory, ...change })
const lots = [
  {
    lot_no: 'A01',
    polygon: [
      [0.3, 0.5],
      [0.5, 0.5],
      [0.55, 0.8],
      [0.28, 0.8],
    ],
  },
  {
    lot_no: 'A02',
    polygon: [
      [0.55, 0.5],
      [0.75, 0.5],
      [0.85, 0.8],
      [0.6, 0.8],
    ],
  },
] as const
const facts = (change: Partial<EvidenceFacts> = {}): EvidenceFacts => ({
  time_str: '2026-11-21 08:30:12',
  host_name: 'edge-7',
  camera_name: '东门 1',
  address: '广东省深圳市南山区深南大道 9966 号',
  lot_no: 'A01',
  plate_number: '粤B·12345',
  plate_color: 'blue',
  script: 'zh',
  lots,
  ...change,
})
const plan = (change: Partial<EventParam> = {}, more: Partial<EvidenceFacts> = {}, frame = full_hd) =>
  planEvidence(param(change), facts(more), frame, font)
const kindsOf = (made: ReturnType<typeof plan>) =>
  made.warnings.map(({ kind, field, lot_nos }) => [kind, field, lot_nos.join()].join(' '))

describe('the font', () => {
  test('has every character of both scripts, and lists the missing ones', () => {
    expect(missingIn(font, '粤B·D12345 渐变绿 漸層綠 犇淼龘堃瑄 深圳市臺北市ÀÖ（）—')).toEqual([])
    expect(missingIn(font, '𠮷A😀😀')).toEqual(['𠮷', '😀'])
  })
  test('measures a text, and draws a missing character as a box', () => {
    expect(textWidth(font, '车位')).toBeCloseTo(2, 1)
    expect(textWidth(font, 'A01')).toBeLessThan(2)
    expect(textPath(font, 'A', 0, 0, 10)).toMatch(/^M[-\d. ]+L/)
    expect(textPath(font, '😀', 0, 0, 10).match(/M/g)).toHaveLength(2)
  })
})

/** Left, top, right and bottom of a character's points, in units of the font (2048 an em). */
const boundsOf = (char: string) => {
  const points = font.glyph(char)!.contours.flat()
  const [xs, ys] = [points.map(({ x }) => x * 2048), points.map(({ y }) => y * 2048)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(
    (value) => Math.round(value) + 0,
  )
}

// Bounds by fontkit 2.0.4. The last three are composed of scaled parts.
test.each([
  ['车', [104, -1664, 1952, 208]],
  ['Ä', [0, -1835, 1245, 0]],
  ['丄', [189, -1624, 1893, 140]],
  ['丅', [220, -1527, 1924, 196]],
  ['乚', [634, -1620, 1419, 188]],
])('the outline of %s has the bounds that fontkit finds', (char, bounds) => {
  expect(boundsOf(char)).toEqual(bounds)
})

describe('the plan', () => {
  test('left and right texts have the same distance from their edges', () => {
    const [left, right] = [plan({ osd_align: osd_align.left }), plan({ osd_align: osd_align.right })]
    const ends = right.texts
      .filter(({ field }) => field === 'osd_address')
      .map(({ box }) => box.x + box.width)
    expect(left.texts[0]!.x).toBe(21)
    expect(full_hd.width - ends[0]!).toBeCloseTo(21, -1)
    expect(left.texts.map(({ text }) => text)).toEqual([
      '2026-11-21 08:30:12',
      '东门 1',
      '广东省深圳市南山区深南大道 9966 号',
      '粤B·12345',
      'A01',
    ])
  })
  test('every switch removes its text, and the main switch removes all', () => {
    const off = {
      osd_datetime: false,
      osd_device_name: osd_device_name.none,
      osd_address: false,
      osd_lot_no: false,
      osd_plate_text: false,
      osd_lot_line: false,
    }
    expect(plan(off)).toMatchObject({ texts: [], outlines: [], ground: undefined })
    expect(plan({ osd_enabled: false })).toMatchObject({
      texts: [],
      outlines: [],
      warnings: expect.not.arrayContaining([expect.objectContaining({ field: 'osd_address' })]),
    })
    expect(plan({ osd_device_name: osd_device_name.edge_host_name }).texts[1]!.text).toBe('edge-7')
    expect(plan({ osd_plate_color: true }, { script: 'tw' }).texts.map(({ text }) => text)).toContain('藍色')
    expect(
      plan({ osd_lot_no_all: true })
        .texts.filter(({ field }) => field === 'osd_lot_no_all')
        .map(({ text }) => text),
    ).toEqual(['A01', 'A02'])
  })
  test('warns about text on a lot line or a plate, and names the lot', () => {
    const high = [
      {
        lot_no: 'B07',
        polygon: [
          [0.02, 0.01],
          [0.3, 0.01],
          [0.3, 0.1],
          [0.02, 0.1],
        ],
      },
    ] as const
    expect(kindsOf(plan({}, { lots: high, lot_no: 'B07' }))).toEqual(
      expect.arrayContaining(['covers_lot_line osd_datetime B07', 'covers_plate osd_address B07']),
    )
    expect(
      kindsOf(plan({ osd_align: osd_align.right }, { lots: high, lot_no: 'B07' })).filter(
        (kind) => kind.startsWith('covers') && !kind.includes('lot_no'),
      ),
    ).toEqual([])
    expect(kindsOf(plan({}, { plate_box: [0.02, 0.02, 0.1, 0.05] }))).toContain(
      'covers_plate osd_datetime A01',
    )
  })
  test('a long text is set smaller, then cut, with a warning; an empty one gets a warning too', () => {
    const long = plan({ image_width: 640, image_height: 360 }, { address: '很长的地址'.repeat(30) })
    expect(kindsOf(long)).toContain('too_long osd_address ')
    expect(long.texts.find(({ field }) => field === 'osd_address')!.text).toMatch(/…$/)
    for (const { box } of long.texts) expect(box.x + box.width).toBeLessThanOrEqual(640)
    expect(kindsOf(plan({}, { address: '' }))).toContain('empty osd_address ')
    expect(kindsOf(plan({}, { camera_name: '𠮷' }))).toContain('not_drawable osd_device_name ')
  })
  test('crops the vehicle with the space above its lot, and the plate if its position is known', () => {
    const made = plan({}, { plate_box: [0.4, 0.7, 0.45, 0.73] })
    expect(made.pictures.map(({ kind }) => kind)).toEqual(['image', 'car', 'plate'])
    const [, car, plate] = made.pictures
    expect(car!.from.y).toBeLessThan(0.5 * 1080)
    expect(car!.from.y + car!.from.height).toBeGreaterThan(0.8 * 1080)
    expect(plate!.size.width).toBeGreaterThanOrEqual(240)
    expect(kindsOf(plan())).toContain('no_plate image_plate ')
    expect(kindsOf(plan({}, { lots: [], lot_no: '' }))).toEqual(
      expect.arrayContaining(['no_lot image_car ', 'no_lot osd_lot_no ']),
    )
    expect(plan({ image_car: false, image_plate: false }).pictures).toHaveLength(1)
  })
  test('limits hold, direction adaption keeps upright pictures upright, and nothing is enlarged', () => {
    expect(plan({ image_width: 1280, image_height: 720 }).pictures[0]!.size).toEqual({
      width: 1280,
      height: 720,
    })
    const upright = { width: 1080, height: 1920 }
    expect(plan({}, {}, upright).pictures[0]!.size).toEqual({ width: 608, height: 1080 })
    expect(plan({ image_direction_adaption: true }, {}, upright).pictures[0]!.size).toEqual(upright)
    expect(kindsOf(plan({ image_width: 3840, image_height: 2160 }))).toContain(
      'larger_than_camera image_width ',
    )
    expect(plan({ image_width: 3840, image_height: 2160 }).pictures[0]!.size).toEqual(full_hd)
  })
})

describe('the drawing', () => {
  const noise = async (width: number, height: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#777',
        noise: { type: 'gaussian', mean: 120, sigma: 60 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer()
  const draw = async (frame: Buffer, change: Partial<EventParam>, more: Partial<EvidenceFacts> = {}) =>
    (await drawEvidence(frame, plan(change, more, await frameSize(frame, false)), font))!

  test('no picture exceeds its byte limit, however detailed it is', async () => {
    const frame = await noise(960, 540)
    for (const image_max_bytes of [20_000, 60_000, 250_000]) {
      for (const { jpeg, size } of await draw(frame, { image_max_bytes })) {
        expect(jpeg.length).toBeLessThanOrEqual(image_max_bytes)
        expect(await sharp(jpeg).metadata()).toMatchObject(size)
      }
    }
    const [small] = await draw(frame, { image_max_bytes: 20_000 })
    expect(small).toMatchObject({ gave_up: 'size' })
  })
  test('an untouched picture has the original bytes of the camera', async () => {
    const frame = await noise(64, 48)
    const [only, ...others] = await draw(frame, { images_process: false })
    expect(others).toEqual([])
    expect(only!.jpeg.equals(frame)).toBe(true)
  })
  test('with privacy only the lot of the event is sharp', async () => {
    const frame = await noise(960, 540)
    const [picture] = await draw(frame, {
      privacy_protection: true,
      osd_enabled: false,
      image_max_bytes: 8_000_000,
    })
    const { data } = await sharp(picture!.jpeg).greyscale().raw().toBuffer({ resolveWithObject: true })
    const spread = (left: number, top: number) => {
      const values = Array.from(
        { length: 36 },
        (_, n) => data[(top + Math.floor(n / 6)) * 960 + left + (n % 6)]!,
      )
      return Math.max(...values) - Math.min(...values)
    }
    expect(spread(400, 350)).toBeGreaterThan(60) // inside of A01
    for (const [x, y] of [
      [100, 100],
      [640, 350],
      [620, 400],
    ] as const)
      expect(spread(x, y)).toBeLessThan(60) // the street, and A02
  })
  test('a file that is not a picture is refused', async () => {
    await expect(frameSize(Buffer.from('no picture'), false)).rejects.toThrow('unsupported image format')
  })
})

describe('the forecast', () => {
  const given = (change: Partial<ForecastGiven> = {}): ForecastGiven => ({
    param: param(),
    counted: { days: 7, per_day: 100 },
    lot_num: 6,
    measured: new Map([
      ['image', 300_000],
      ['car', 40_000],
      ['plate', 3_000],
    ]),
    original: 0,
    share: () => 0.5,
    disk: { free: 1e9, total: 2e9 },
    retention_days: null,
    ...change,
  })
  test('is the sum of its parts', () => {
    const made = forecastOf(given({ original: 250_000 }))
    expect(made.parts.map(({ part, per_day, from }) => [part, per_day, from])).toEqual([
      ['image', 30_000_000, 'measured'],
      ['car', 2_000_000, 'measured'],
      ['plate', 150_000, 'measured'],
      ['original', 25_000_000, 'measured'],
    ])
    expect(made.per_day).toBe(57_150_000)
  })
  test('lists its assumptions', () => {
    const made = forecastOf(given({ counted: { days: 0, per_day: 0 }, measured: new Map() }))
    expect(made).toMatchObject({ counted_days: 0, lot_num: 6, per_lot: 12, events_per_day: 72 })
    expect(made.parts.every(({ from }) => from === 'estimated')).toBe(true)
  })
  test('the size of a clip follows its duration up to the limit', () => {
    expect(
      clipBytes(param({ video_width: 1280, video_height: 720, video_fps: 10, video_duration: 10 })),
    ).toEqual({ bytes: 691_200, limited: false })
    expect(
      clipBytes(
        param({
          video_width: 3840,
          video_height: 2160,
          video_fps: 30,
          video_duration: 60,
          video_max_bytes: 5_000_000,
        }),
      ),
    ).toEqual({ bytes: 5_000_000, limited: true })
    expect(
      forecastOf(given({ param: param({ video_enabled: true, video_max_bytes: 100_000 }) })).parts.at(-1),
    ).toMatchObject({ part: 'video', bytes: 100_000, from: 'limit', per_day: 10_000_000 })
  })
})
