/** Random scenes and random edits for the property tests. */
import fc from 'fast-check'
import type { Command, Corner } from '#src/scene-editor/model/commands.ts'
import {
  emptyDocument,
  type LotAttributes,
  type LotId,
  type PointId,
  type SceneDocument,
} from '#src/scene-editor/model/document.ts'
import { share, type SharePoint } from '#src/scene-editor/model/geometry.ts'

export const lotLike = (lot_no: string): LotAttributes => ({
  lot_no,
  lot_type: 0,
  lot_posture: 0,
  motor_num: 1,
  difficult: 0,
})
export const start = emptyDocument({ scene_type: 0, enabled: true, parking_no: 'P-1', direction: 5 })

const unit = fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1e6)
export const place: fc.Arbitrary<SharePoint> = fc.tuple(unit, unit).map(([x, y]) => share(x, y))

/**
 * A command as numbers. The current document decides which lot and corner they refer to, so that nearly every
 * edit has an effect.
 */
export type Edit = {
  readonly kind: Command['kind']
  readonly a: number
  readonly b: number
  readonly c: number
  readonly places: readonly SharePoint[]
}

const kinds = [
  'add_lot',
  'add_lot',
  'move_point',
  'link_point',
  'unlink_point',
  'move_lots',
  'insert_point',
  'remove_point',
  'set_outline',
  'set_lots',
  'set_scene',
  'remove_lots',
  'several',
  'add_lots',
  'place_lots',
  'set_focus',
  'set_marks',
] as const

export const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...kinds),
  a: fc.nat(999),
  b: fc.nat(999),
  c: fc.nat(999),
  places: fc.array(place, { minLength: 4, maxLength: 6 }),
})

/** The command of an edit for this document. */
export function commandOf({ kind, a, b, c, places }: Edit, document: SceneDocument): Command {
  const lot = document.lots[a % Math.max(1, document.lots.length)]
  const ids = Object.keys(document.points) as PointId[]
  const lotId: LotId = lot?.id ?? 'l0'
  const point = lot?.corners[b % lot.corners.length] ?? 'p0'
  const other = ids[c % Math.max(1, ids.length)] ?? 'p0'
  switch (kind) {
    case 'add_lot': {
      const fresh = places.slice(0, 4).map((at): Corner => ({ kind: 'new', at }))
      const corners: Corner[] =
        c % 2 === 0 || ids.length === 0 ? fresh : [{ kind: 'shared', point: other }, ...fresh.slice(1)]
      return { kind, corners, attributes: lotLike(`A${a}`) }
    }
    case 'move_point':
      return { kind, point, to: places[0]! }
    case 'link_point':
      return { kind, point, into: other }
    case 'unlink_point':
    case 'remove_point':
      return { kind, lot: lotId, point }
    case 'move_lots':
      return { kind, lots: [lotId], by: [places[0]![0] - 0.5, places[0]![1] - 0.5] }
    case 'insert_point':
      return { kind, lot: lotId, edge: b % (lot?.corners.length ?? 1), at: places[0]! }
    case 'set_outline':
      return { kind, lot: lotId, to: places }
    case 'set_lots':
      return { kind, lots: [lotId], changes: { lot_no: `B${b}` } }
    case 'set_scene':
      return { kind, changes: { parking_no: `P-${b}` } }
    case 'set_focus':
      return { kind, to: c % 3 === 0 ? null : places }
    case 'set_marks':
      return { kind, to: c % 3 === 0 ? [] : [places] }
    case 'remove_lots':
      return { kind, lots: [lotId] }
    case 'several':
      return {
        kind,
        commands: [
          { kind: 'move_point', point, to: places[0]! },
          { kind: 'set_lots', lots: [lotId], changes: { lot_no: `C${c}` } },
        ],
      }
    case 'add_lots': {
      const corners = [...places, ...places.map(([x, y]) => share(1 - x, y))]
        .slice(0, 6)
        .map((at): Corner => ({ kind: 'new', at }))
      return {
        kind,
        corners,
        lots: [
          [0, 1, 4, 3],
          [1, 2, 5, 4],
        ].map((at, i) => ({ corners: at, attributes: lotLike(`S${a}-${i}`) })),
      }
    }
    case 'place_lots':
      return {
        kind,
        lots: [lotId],
        points: Object.fromEntries((lot?.corners ?? []).map((id, i) => [id, places[i % places.length]!])),
      }
    case 'replace':
      return { kind, document }
  }
}
