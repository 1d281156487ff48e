/** The wall of cameras: positions of labels on a picture, number of pictures on a page, short times. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shortTime } from '#src/pages/dashboard/camera-wall/short-time.ts'
import { labelPlaces } from '#src/pages/dashboard/camera-wall/label-places.ts'
import { tilesOf, type Scenes, type Wall } from '#src/pages/dashboard/camera-wall/wall-data.ts'
import { row_parts, spansOf, wall_sizes, wallLayout } from '#src/pages/dashboard/camera-wall/wall-layout.ts'

const box = (x: number, y: number, w: number, h: number) =>
  [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ] as const
const picture = { width: 640, height: 360 }

describe('labels', () => {
  test('are below a row that crosses the picture, and beside a row that leads away from the camera', () => {
    const across = [0.1, 0.4, 0.7].map((x, at) => ({
      key: `C0${at}`,
      polygon: box(x, 0.4, 0.2, 0.2),
      chars: 3,
      plate: false,
    }))
    expect([...labelPlaces(across, picture).values()].map(({ side }) => side)).toEqual([
      'below',
      'below',
      'below',
    ])
    const away = [0.1, 0.4, 0.7].map((y, at) => ({
      key: `A0${at}`,
      polygon: box(0.6, y, 0.1, 0.2),
      chars: 3,
      plate: false,
    }))
    expect([...labelPlaces(away, picture).values()].map(({ side }) => side)).toEqual(['left', 'left', 'left'])
  })

  test('a plate never displaces a number', () => {
    const near = [0, 1, 2, 3, 4, 5].map((at) => ({
      key: `B0${at}`,
      polygon: box(0.05 + at * 0.15, 0.4, 0.14, 0.2),
      chars: 3,
      plate: true,
    }))
    const places = labelPlaces(near, picture)
    expect(places.size).toBe(6)
    expect([...places.values()].some(({ plate }) => plate)).toBe(true)
  })

  test('never overlap and never leave the picture, whatever was drawn', () => {
    const lot = fc.record({
      key: fc.uuid(),
      polygon: fc.array(
        fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
        {
          minLength: 0,
          maxLength: 8,
        },
      ),
      chars: fc.integer({ min: 1, max: 12 }),
      plate: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(lot, { maxLength: 40 }), (lots) => {
        for (const { x, y } of labelPlaces(lots, picture).values()) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(1)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  test('are absent while the size of the picture is unknown', () => {
    expect(
      labelPlaces([{ key: 'A', polygon: box(0, 0, 1, 1), chars: 1, plate: false }], { width: 0, height: 0 })
        .size,
    ).toBe(0)
  })
})

describe('pages of the wall', () => {
  const layout = (query: string, cameras: number) => wallLayout(new URLSearchParams(query), cameras)
  test.for([
    ['', 1, { size: 4, focus: false, page: 1, pages: 1 }],
    ['', 4, { size: 4, focus: false, page: 1, pages: 1 }],
    ['', 6, { size: 9, focus: true, page: 1, pages: 1 }],
    ['', 12, { size: 12, focus: true, page: 1, pages: 1 }],
    ['', 16, { size: 16, focus: false, page: 1, pages: 1 }],
    ['', 40, { size: 16, focus: false, page: 1, pages: 3 }],
    ['wall=4&page=2', 6, { size: 4, focus: false, page: 2, pages: 2 }],
    ['wall=4&page=9', 6, { size: 4, focus: false, page: 2, pages: 2 }],
    ['wall=7&page=x', 6, { size: 9, focus: true, page: 1, pages: 1 }],
  ] as const)('%s with %i cameras', ([query, cameras, wanted]) => {
    expect(layout(query, cameras)).toEqual(wanted)
  })
  test('one camera takes the whole width, sixteen a quarter each', () => {
    expect(spansOf(layout('', 1), 1)).toEqual([12])
    expect(spansOf(layout('', 16), 16)).toEqual(Array.from({ length: 16 }, () => 3))
  })
  test('five and more cameras leave no gap: every row is full', () => {
    for (let cameras = 5; cameras <= 16; cameras++) {
      const chosen = layout('', cameras)
      const spans = spansOf(chosen, cameras)
      expect(spans).toHaveLength(cameras)
      // The large picture is as wide in the second row.
      const parts = spans.reduce((sum, span) => sum + span, 0) + (chosen.focus ? spans[0]! : 0)
      expect([cameras, parts % row_parts]).toEqual([cameras, 0])
    }
  })
  test.for(wall_sizes)('a wall of %i has a place for each of its pictures', (size) => {
    for (let cameras = 1; cameras <= size; cameras++)
      expect(spansOf(layout(`wall=${size}`, cameras), cameras)).toHaveLength(cameras)
  })
})

test('short times', () => {
  const units = { minute: 'm', hour: 'h', day: 'd' }
  const at = (minutes: number) => shortTime(minutes * 60_000, units)
  expect([at(0.5), at(1), at(59), at(60), at(90), at(1439), at(2160)]).toEqual([
    '<1 m',
    '1 m',
    '59 m',
    '1 h',
    '1.5 h',
    '23.9 h',
    '1.5 d',
  ])
})

describe('redrawing', () => {
  const camera = (camera_sn: string) => ({ camera_sn }) as Wall['cameras'][number]
  const lot = (lot_no: string, camera_sn: string, state: 'free' | 'occupied' = 'free') =>
    ({ lot_no, camera_sn, state }) as Wall['lots'][number]
  const scenes = [{ lots: [{ lot_no: 'A01', polygon: box(0, 0, 0.1, 0.1) }] }] as unknown as Scenes
  const wall = {
    cameras: [camera('one'), camera('two')],
    lots: [lot('A01', 'one'), lot('B01', 'two')],
  } as unknown as Wall

  test('a tile that did not change is the same object in the next answer', () => {
    const [one, two] = tilesOf(wall, scenes)
    const next = { ...wall, lots: [wall.lots[0]!, lot('B01', 'two', 'occupied')] }
    const [one_later, two_later] = tilesOf(next, scenes)
    expect(one_later).toBe(one)
    expect(two_later).not.toBe(two)
    expect([two?.free, two_later?.free]).toEqual([1, 0])
  })

  test('a changed outline changes the tile', () => {
    const before = tilesOf(wall, [])
    const after = tilesOf(wall, scenes)
    expect(before[0]?.lots[0]?.polygon).toEqual([])
    expect(after[0]?.lots[0]?.polygon).toHaveLength(4)
    expect(after[1]).toBe(before[1])
  })
})
