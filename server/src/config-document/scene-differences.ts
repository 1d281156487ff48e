/** The differences between scenes and their lots, lot by lot, for the preview. */
import type { Difference } from '@parking/contract'
import { same } from './canonical.ts'
import type { DocumentScene, Sections } from './current.ts'

type Lot = DocumentScene['lots'][number]
/** Displacements of corners that moved together may differ by this many pixels, because they are rounded. */
const together_px = 0.75

export function sceneDifferences(before: Sections, after: Sections): Difference[] {
  const byId = (sections: Sections) =>
    new Map((sections.scenes?.list ?? []).map((scene) => [scene.scene_id, scene]))
  const [old, now] = [byId(before), byId(after)]
  const names = new Map(
    [...(before.cameras?.list ?? []), ...(after.cameras?.list ?? [])].map((camera) => [
      camera.camera_sn,
      camera.camera_name,
    ]),
  )
  const nameOf = (scene: DocumentScene) => names.get(scene.camera_sn) ?? scene.camera_sn
  const differenceOf = (scene: DocumentScene, what: 'added' | 'removed'): Difference => ({
    kind: 'scene',
    what,
    camera_name: nameOf(scene),
    parking_no: scene.parking_no,
    lot_num: scene.lots.length,
  })
  return [
    ...[...old.values()]
      .filter((scene) => !now.has(scene.scene_id))
      .map((scene) => differenceOf(scene, 'removed')),
    ...[...now.values()]
      .filter((scene) => !old.has(scene.scene_id))
      .map((scene) => differenceOf(scene, 'added')),
    ...[...now.values()].flatMap((scene) => {
      const was = old.get(scene.scene_id)
      return was ? sceneChanges(was, scene, nameOf(scene), nameOf(was)) : []
    }),
  ]
}

function sceneChanges(
  was: DocumentScene,
  is: DocumentScene,
  camera_name: string,
  old_camera_name: string,
): Difference[] {
  const { parking_no } = was
  const value = (
    field: 'scene_type' | 'enabled' | 'parking_no' | 'direction' | 'ref_width' | 'ref_height',
  ): Difference[] =>
    was[field] === is[field]
      ? []
      : [{ kind: 'scene_value', camera_name, parking_no, field, before: was[field], after: is[field] }]
  const drawn = (field: 'feature' | 'focus'): Difference[] =>
    same(was[field], is[field]) ? [] : [{ kind: 'scene_drawn', camera_name, parking_no, field }]
  return [
    ...(was.camera_sn === is.camera_sn
      ? []
      : [
          {
            kind: 'scene_value' as const,
            camera_name,
            parking_no,
            field: 'camera_sn',
            before: old_camera_name,
            after: camera_name,
          },
        ]),
    ...value('enabled'),
    ...value('scene_type'),
    ...value('parking_no'),
    ...value('direction'),
    ...value('ref_width'),
    ...value('ref_height'),
    ...drawn('feature'),
    ...drawn('focus'),
    ...lotChanges(was, is, camera_name),
  ]
}

function lotChanges(was: DocumentScene, is: DocumentScene, camera_name: string): Difference[] {
  const [old, now] = [
    new Map(was.lots.map((lot) => [lot.lot_no, lot])),
    new Map(is.lots.map((lot) => [lot.lot_no, lot])),
  ]
  const removed = was.lots.filter((lot) => !now.has(lot.lot_no))
  const added = is.lots.filter((lot) => !old.has(lot.lot_no))
  // A lot with the same outline and another number was renamed.
  const renamed = new Map<Lot, Lot>()
  for (const lot of removed) {
    const found = added.find((one) => ![...renamed.values()].includes(one) && same(one.polygon, lot.polygon))
    if (found) renamed.set(lot, found)
  }
  const taken = new Set(renamed.values())
  const found = [
    ...[...renamed].flatMap(([before, after]): Difference[] => [
      { kind: 'lot_renamed', camera_name, before: before.lot_no, after: after.lot_no },
      ...lotValues(before, after, camera_name),
    ]),
    ...removed
      .filter((lot) => !renamed.has(lot))
      .map((lot): Difference => ({ kind: 'lot', what: 'removed', camera_name, lot_no: lot.lot_no })),
    ...added
      .filter((lot) => !taken.has(lot))
      .map((lot): Difference => ({ kind: 'lot', what: 'added', camera_name, lot_no: lot.lot_no })),
    ...is.lots.flatMap((lot): Difference[] => {
      const before = old.get(lot.lot_no)
      return before ? [...moved(before, lot, is, camera_name), ...lotValues(before, lot, camera_name)] : []
    }),
  ]
  const order = found.length === 0 && !same(was.lots, is.lots)
  return order ? [{ kind: 'lots_order', camera_name, parking_no: was.parking_no }] : found
}

function lotValues(was: Lot, is: Lot, camera_name: string): Difference[] {
  return (['lot_type', 'lot_posture', 'motor_num', 'difficult'] as const).flatMap((field): Difference[] =>
    was[field] === is[field]
      ? []
      : [{ kind: 'lot_value', camera_name, lot_no: is.lot_no, field, before: was[field], after: is[field] }],
  )
}

function moved(
  was: Lot,
  is: Lot,
  { ref_width, ref_height }: DocumentScene,
  camera_name: string,
): Difference[] {
  if (same(was.polygon, is.polygon)) return []
  const of = { camera_name, lot_no: is.lot_no }
  if (was.polygon.length !== is.polygon.length) return [{ kind: 'lot_reshaped', ...of }]
  const ways = is.polygon.map(([x, y], at) => {
    const [old_x, old_y] = was.polygon[at]!
    return [(x - old_x) * ref_width, (y - old_y) * ref_height] as const
  })
  const [first_x, first_y] = ways[0]!
  const as_one = ways.every(([x, y]) => Math.hypot(x - first_x, y - first_y) <= together_px)
  // A shift of less than a pixel is still shown as 1 px.
  const px = Math.max(1, Math.round(Math.max(...ways.map(([x, y]) => Math.hypot(x, y)))))
  return [as_one ? { kind: 'lot_moved', ...of, px } : { kind: 'lot_reshaped', ...of }]
}
