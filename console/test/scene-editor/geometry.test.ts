/** Coordinate spaces, views and polygons. Long because it holds the property tests of three modules. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaOf } from '@parking/contract/core/rules.ts'
import { documentOf, wireOf, type WireScene } from '#src/scene-editor/model/document.ts'
import {
  distance,
  fromScreen,
  onScreen,
  picture,
  screen,
  share,
  shareUnder,
  toPicture,
  toScreen,
  type Size,
  type View,
} from '#src/scene-editor/model/geometry.ts'
import { contains, labelPoint, overlapOf, triangles, untangled } from '#src/scene-editor/model/polygon.ts'
import { fit, panBy, pinch, show, zoomAt } from '#src/scene-editor/model/view.ts'
import { lotLike, place } from './arbitraries.ts'

const size: fc.Arbitrary<Size> = fc.record({
  width: fc.integer({ min: 160, max: 8192 }),
  height: fc.integer({ min: 120, max: 8192 }),
})
const stage: fc.Arbitrary<Size> = fc.record({
  width: fc.integer({ min: 200, max: 4000 }),
  height: fc.integer({ min: 160, max: 3000 }),
})
const view: fc.Arbitrary<View> = fc.record({
  scale: fc.double({ min: 0.02, max: 16, noNaN: true }),
  x: fc.double({ min: -20_000, max: 20_000, noNaN: true }),
  y: fc.double({ min: -20_000, max: 20_000, noNaN: true }),
})

describe('coordinates', () => {
  it('convert to the screen and back within half a picture pixel, at any view and size', () => {
    fc.assert(
      fc.property(place, size, view, (at, frame, how) => {
        const back = shareUnder(onScreen(at, how, frame), how, frame)
        expect(distance(toPicture(back, frame), toPicture(at, frame))).toBeLessThan(0.5)
      }),
    )
  })

  it('are read back exactly as they were sent', () => {
    fc.assert(
      fc.property(fc.array(fc.array(place, { minLength: 3, maxLength: 6 }), { maxLength: 5 }), (outlines) => {
        const scene: WireScene = {
          scene_id: 's1',
          camera_sn: 'c1',
          camera_name: '',
          scene_type: 0,
          enabled: true,
          parking_no: 'P',
          direction: 5,
          ref_width: 1,
          ref_height: 1,
          lot_num: outlines.length,
          ref_snapshot: '',
          update_time_str: '',
          focus: null,
          lots: outlines.map((outline, i) => ({
            ...lotLike(`A${i}`),
            polygon: outline.map(([x, y]): [number, number] => [x, y]),
          })),
        }
        // Corners within half a pixel are merged: the picture is so large that no two of them are.
        const wide = { width: 16_384_000, height: 16_384_000 }
        const sent = wireOf(documentOf({ ...scene, ref_width: wide.width, ref_height: wide.height }), wide)
        expect(sent.lots).toEqual(scene.lots)
        expect(sent.focus).toBeNull()
      }),
    )
  })

  it('of lots saved with a shared border are shared again', () => {
    const lots = [
      [
        [0.1, 0.1],
        [0.3, 0.1],
        [0.3, 0.3],
      ],
      [
        [0.3, 0.1],
        [0.5, 0.1],
        [0.3, 0.3],
      ],
    ].map((polygon, i) => ({ ...lotLike(`A${i}`), polygon: polygon as [number, number][] }))
    const document = documentOf({
      scene_id: 's',
      camera_sn: 'c',
      camera_name: '',
      scene_type: 0,
      enabled: true,
      parking_no: 'P',
      direction: 5,
      ref_width: 1920,
      ref_height: 1080,
      lot_num: 2,
      ref_snapshot: '',
      update_time_str: '',
      lots,
    })
    expect(document.lots[1]!.corners).toEqual([
      document.lots[0]!.corners[1],
      expect.any(String),
      document.lots[0]!.corners[2],
    ])
  })
})

describe('the view', () => {
  it('keeps the point under the pointer fixed when zooming', () => {
    fc.assert(
      fc.property(stage, size, fc.double({ min: 0.5, max: 2, noNaN: true }), (room, frame, factor) => {
        const before = fit(room, frame)
        const at = screen(room.width / 2, room.height / 2)
        const after = zoomAt(before, at, factor, room, frame)
        const there = toScreen(fromScreen(at, before), after)
        expect(distance(there, at)).toBeLessThan(1e-6 * Math.max(room.width, room.height) + 1e-6)
      }),
    )
  })

  it('always keeps part of the picture on the stage', () => {
    fc.assert(
      fc.property(
        stage,
        size,
        fc.tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: -99_999, max: 99_999 })),
        (room, frame, by) => {
          const now = panBy(fit(room, frame), by, room, frame)
          expect(now.x).toBeLessThan(room.width)
          expect(now.x + frame.width * now.scale).toBeGreaterThan(0)
          expect(now.y).toBeLessThan(room.height)
          expect(now.y + frame.height * now.scale).toBeGreaterThan(0)
        },
      ),
    )
  })

  it('follows two touches', () => {
    const [room, frame] = [
      { width: 400, height: 400 },
      { width: 400, height: 400 },
    ]
    const before = { scale: 1, x: 0, y: 0 }
    const after = pinch(
      before,
      [screen(150, 200), screen(250, 200)],
      [screen(100, 200), screen(300, 200)],
      room,
      frame,
    )
    expect(after.scale).toBe(2)
    expect(toScreen(picture(200, 200), after)).toEqual([200, 200])
  })

  it('moves to show a lot that lies outside it', () => {
    const [room, frame] = [
      { width: 400, height: 300 },
      { width: 1920, height: 1080 },
    ]
    const box = { left: 1700, top: 900, right: 1900, bottom: 1000 }
    const now = show({ scale: 1, x: 0, y: 0 }, box, room, frame)
    expect(box.right * now.scale + now.x).toBeLessThanOrEqual(room.width)
    expect(box.bottom * now.scale + now.y).toBeLessThanOrEqual(room.height)
  })
})

describe('outlines', () => {
  const square = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ] as const
  const ell = [
    [0, 0],
    [30, 0],
    [30, 4],
    [4, 4],
    [4, 30],
    [0, 30],
  ] as const

  it('are cut into triangles of the same area', () => {
    const sum = triangles(ell).reduce((area, part) => area + Math.abs(areaOf(part)), 0)
    expect(sum).toBeCloseTo(Math.abs(areaOf(ell)))
  })

  it('overlap by their common area, in either drawing direction', () => {
    const moved = square.map(([x, y]) => [x + 5, y + 5] as const)
    expect(overlapOf(square, moved)).toBeCloseTo(25)
    expect(overlapOf(square.toReversed(), moved)).toBeCloseTo(25)
    expect(
      overlapOf(
        square,
        square.map(([x, y]) => [x + 10, y] as const),
      ),
    ).toBe(0)
  })

  it('carry their label inside', () => {
    expect(contains(ell, labelPoint(ell))).toBe(true)
    expect(distance(labelPoint(square), [5, 5])).toBeLessThan(1e-9)
  })

  it('of four points clicked crosswise are put in order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (order) => {
        const clicked = order.map((i) => square[i]!)
        expect(Math.abs(areaOf(untangled(clicked).map((i) => clicked[i]!)))).toBe(100)
      }),
    )
  })

  it('are clamped to the picture when the pointer is outside it', () => {
    expect(shareUnder(screen(-50, 9_999), { scale: 1, x: 0, y: 0 }, { width: 100, height: 100 })).toEqual(
      share(0, 1),
    )
  })
})
