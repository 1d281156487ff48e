/**
 * Restores a scene from an entry of the history, or adds it again if it was deleted and its camera exists.
 */
import { calls, issuesOf, type Answer, type Body } from '@parking/contract'
import type { SceneChecks } from '#src/camera/scene-checks.ts'
import { cameraBySn } from '#src/camera/camera.store.ts'
import { addUpdateScene } from '#src/camera/scene.ts'
import { lotPlaces, sceneRow } from '#src/camera/scene.store.ts'
import { storedConfiguration, type DocumentScene } from '#src/config-document/current.ts'
import { sceneDifferences } from '#src/config-document/scene-differences.ts'
import { badFields, failedBecause } from '#src/core/refusal.ts'
import type { CallContext } from '#src/core/call-context.ts'
import { plainDifference } from '#src/params/param-difference.ts'
import type { Part } from '../configuration-rows.store.ts'
import { partNow, restorable, type SectionRestore } from './section-restore.ts'

type Needs = CallContext & { scene_checks: SceneChecks }

type Form = Body<'add_update_scene'> & { scene_id: string }

/** Throws 7000 `was_absent`, `not_kept` or `camera_gone`, and 1000 if the values are no longer valid. */
export function sceneRestore(then: Part, context: Needs): SectionRestore {
  const form = formOf(then, context)
  const { scene_id } = form
  const now = partNow(`scene/${scene_id}`, context)
  const { lots, feature, focus, enabled, keep_reference: _, ...row } = form
  const wanted = {
    ...row,
    enabled: enabled ? 1 : 0,
    feature: textOf(feature),
    focus: textOf(focus),
    ...Object.fromEntries(lots.map((lot) => [`lot ${lot.lot_no}`, lot])),
  }
  return {
    now,
    changes: plainDifference(now, wanted),
    scene: comparableScene(form, context),
    apply: (restore) => addUpdateScene(form, context, restore),
  }
}

/** The picture on which the lots are drawn is kept, with its size. Only the drawing is restored. */
function formOf(then: Part, { db }: Needs): Form {
  const { scene_id, camera_sn } = restorable(then, 'scene_id', 'camera_sn')
  if (!cameraBySn(db, camera_sn))
    throw failedBecause('camera_gone', 'The camera of this scene has been deleted')
  const row = sceneRow(db, scene_id)
  const kept = row?.camera_sn === camera_sn ? row : undefined
  const { scene_type, parking_no, direction, ref_width, ref_height } = then
  const [feature, focus] = [drawn(then['feature']), drawn(then['focus'])]
  const lots = Object.entries(then).flatMap(([name, lot]) =>
    name.startsWith('lot ') && typeof lot === 'object' ? [{ lot_no: name.slice('lot '.length), ...lot }] : [],
  )
  const wanted = {
    scene_id,
    camera_sn,
    scene_type,
    enabled: then['enabled'] === 1 || then['enabled'] === true,
    parking_no,
    direction,
    ref_width: kept?.ref_width ?? ref_width,
    ref_height: kept?.ref_height ?? ref_height,
    lots,
    ...(feature !== undefined && { feature }),
    ...(focus !== undefined && { focus }),
    ...(kept && { keep_reference: true }),
  }
  const parsed = calls.add_update_scene.body.safeParse(wanted)
  if (!parsed.success) throw badFields(issuesOf(parsed.error, wanted))
  return { ...parsed.data, scene_id }
}

/** Parses a drawing as stored in a row (text) or in a document. Undefined if nothing was drawn. */
function drawn(kept: unknown): unknown {
  if (kept === null || kept === undefined) return undefined
  return typeof kept === 'string' ? (JSON.parse(kept) as unknown) : kept
}

const textOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

function comparableScene(
  { keep_reference: _, ...form }: Form,
  context: Needs,
): NonNullable<Answer<'preview_restore_param'>['scene']> {
  const { sections } = storedConfiguration(context)
  const others = (sections.scenes?.list ?? []).filter(({ scene_id }) => scene_id !== form.scene_id)
  const wanted: DocumentScene = form
  const numbers = new Set(form.lots.map(({ lot_no }) => lot_no))
  const taken_lots = lotPlaces(context.db)
    .filter(({ lot_no, scene_id }) => numbers.has(lot_no) && scene_id !== form.scene_id)
    .map(({ lot_no, parking_no, camera_name }) => ({ lot_no, parking_no, camera_name }))
  return {
    differences: sceneDifferences(sections, { ...sections, scenes: { list: [...others, wanted] } }),
    taken_lots,
  }
}
