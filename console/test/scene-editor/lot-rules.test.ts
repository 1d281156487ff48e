import { describe, expect, it } from 'vitest'
import { checks, max_lots, type Finding } from '#src/scene-editor/model/lot-rules.ts'
import { apply } from '#src/scene-editor/model/commands.ts'
import type { SceneDocument } from '#src/scene-editor/model/document.ts'
import { share } from '#src/scene-editor/model/geometry.ts'
import { nextLotNo } from '#src/scene-editor/model/lot-numbers.ts'
import { lotLike, start } from './arbitraries.ts'

const size = { width: 1000, height: 1000 }
const add = (document: SceneDocument, lot_no: string, ...places: [number, number][]): SceneDocument =>
  apply(document, {
    kind: 'add_lot',
    corners: places.map(([x, y]) => ({ kind: 'new', at: share(x, y) })),
    attributes: lotLike(lot_no),
  })
const square = (document: SceneDocument, lot_no: string, x: number, y: number, side = 0.1): SceneDocument =>
  add(document, lot_no, [x, y], [x + side, y], [x + side, y + side], [x, y + side])
const kinds = (document: SceneDocument, taken: Parameters<typeof checks>[2] = []): string[] =>
  checks(document, size, taken).map((one: Finding) => `${one.severity} ${one.kind} ${one.lots.length}`)

describe('checks', () => {
  it('find nothing in a valid scene', () =>
    expect(kinds(square(square(start, 'A01', 0, 0), 'A02', 0.1, 0))).toEqual([]))

  it.each<[string, SceneDocument, string[]]>([
    [
      'no parking number',
      apply(start, { kind: 'set_scene', changes: { parking_no: ' ' } }),
      ['error parking_no_empty 0'],
    ],
    ['no lot number', square(start, ' ', 0, 0), ['error lot_no_empty 1']],
    ['a lot number too long', square(start, 'A'.repeat(33), 0, 0), ['error lot_no_long 1']],
    ['the same number twice', square(square(start, 'A01', 0, 0), 'A01', 0.5, 0), ['error duplicate 2']],
    ['a crossing outline', add(start, 'A01', [0, 0], [0.2, 0.2], [0.2, 0], [0, 0.2]), ['error crossing 1']],
    ['a corner outside', add(start, 'A01', [0, 0], [1.2, 0], [0.2, 0.2]), ['error outside 1']],
    ['a sliver', add(start, 'A01', [0, 0], [0.5, 0], [0.5, 0.0001]), ['error sliver 1']],
    ['a lot too small', square(start, 'A01', 0, 0, 0.03), ['warning small 1']],
    ['lots over one another', square(square(start, 'A01', 0, 0), 'A02', 0.05, 0.05), ['warning overlap 2']],
    [
      '33 motorcycle cells',
      apply(square(start, 'A01', 0, 0), { kind: 'set_lots', lots: ['l5'], changes: { motor_num: 33 } }),
      ['error motor_cells 1'],
    ],
  ])('report %s', (_, document, said) => expect(kinds(document)).toEqual(said))

  it('name the camera that already uses the number', () => {
    expect(checks(square(start, 'A01', 0, 0), size, [{ lot_no: 'A01', camera_name: '东门 1' }])).toEqual([
      { kind: 'taken', severity: 'error', lots: ['l5'], taken_by: { lot_no: 'A01', camera_name: '东门 1' } },
    ])
  })

  it('limit the number of lots in a scene', () => {
    const many = Array.from({ length: max_lots + 1 }, (_, i) => i).reduce(
      (document, i) => square(document, `A${i}`, (i % 20) / 25, Math.floor(i / 20) / 25, 0.04),
      start,
    )
    expect(kinds(many)).toEqual(['error too_many 0'])
  })
})

describe('the next lot number', () => {
  it.each([
    [undefined, [], 'A01'],
    ['A01', [], 'A02'],
    ['A09', ['A10', 'A11'], 'A12'],
    ['A99', [], 'A100'],
    ['B-7-东', [], 'B-8-东'],
    ['VIP', [], 'VIP1'],
    ['2-003', [], '2-004'],
    [undefined, ['A01', 'A02'], 'A03'],
  ])('after %s with %s taken is %s', (last, taken, next) =>
    expect(nextLotNo(last, new Set(taken))).toBe(next),
  )
})
