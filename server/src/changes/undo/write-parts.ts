/**
 * Writes the parts of an undo to the configuration, with the stores and rules of the calls that change them.
 * Long because cameras, scenes and settings follow one another in one transaction.
 */
import { param_groups, type UndoConflict, type ParamGroup } from '@parking/contract'
import { storeBusinessMode, businessMode } from '#src/business-mode/business-mode.ts'
import {
  cameraBySn,
  deleteCameraRow,
  insertCamera,
  onvifAt,
  updateCamera,
  type CameraRow,
} from '#src/camera/camera.store.ts'
import { lastPicture } from '#src/camera/picture-file.ts'
import { insertReference, type ReferenceRow } from '#src/camera/reference.store.ts'
import {
  deleteSceneRow,
  findScenes,
  saveScene,
  sceneRow,
  takenLots,
  type Lot,
  type SceneRow,
} from '#src/camera/scene.store.ts'
import type { CallContext } from '#src/core/call-context.ts'
import { badFields } from '#src/core/refusal.ts'
import { writeSetting } from '#src/core/settings.store.ts'
import { applySteps, groupIssues } from '#src/params/param-change.ts'
import { opened, storedParam, type Stored } from '#src/params/param.store.ts'
import { replaceWhitelist, type WhitelistCache } from '#src/whitelist/whitelist.ts'
import { differingFields, kindOfKey, nameInKey, nameOf, picturesOf, type ChangedPart } from '../parts.ts'
import type { Part } from '../configuration-rows.store.ts'

export type Needs = CallContext & { whitelist: WhitelistCache }
export type Conflict = { name: string; fields: string[]; why: UndoConflict }
/** A part and its next value; null: it is deleted. */
export type Write = { part: ChangedPart; next: Part | null; now: Part | null }
type Written = { parts: number; conflicts: Conflict[]; files: string[] }

export function writeParts(writes: readonly Write[], context: Needs): Written {
  const { db } = context
  const written: Written = { parts: 0, conflicts: [], files: [] }
  const of = (kind: string) => writes.filter(({ part }) => kindOfKey(part.key) === kind)
  const [cameras, scenes] = [of('camera'), of('scene')]
  const mode = writes.find(({ part }) => part.key === 'setting/business_mode')?.next?.['business_mode']
  if (mode !== undefined && mode !== businessMode(db).business_mode) {
    storeBusinessMode(db, mode as ReturnType<typeof businessMode>['business_mode'], context.now())
    written.parts += 1
  }
  for (const { part, next } of scenes)
    if (next === null && deleteSceneRow(db, nameInKey(part.key))) written.parts += 1
  for (const { part, next } of cameras)
    if (next === null && deleteCameraRow(db, nameInKey(part.key))) written.parts += 1
  for (const write of cameras) if (write.next) writeCamera(write, write.next, context, written)
  writeScenes(scenes, context, written)
  writeSettings(of('setting'), context, written)
  const list = of('whitelist')[0]?.next
  if (list) {
    const entries = Object.entries(list).map(([address, comment]) => ({ address, comment: String(comment) }))
    replaceWhitelist(entries, context, false)
    written.parts += 1
  }
  return written
}

function writeCamera({ part, now }: Write, next: Part, { db, now: clock }: Needs, written: Written): void {
  const row = next as unknown as CameraRow
  const { ipv4, onvif_port, source_token = '' } = row
  const others = row.onvif_supported === 1 ? onvifAt(db, ipv4, onvif_port) : []
  if (others.some((one) => one.source_token === source_token && one.camera_sn !== row.camera_sn)) {
    written.conflicts.push({ name: nameOf(part), fields: [], why: 'address_taken' })
    return
  }
  if (!now || !cameraBySn(db, row.camera_sn)) {
    insertCamera(db, { ...row, state_ms: clock() })
    written.files.push(lastPicture(row.camera_sn))
  } else {
    const fields = differingFields(part.key, now, next)
    updateCamera(db, row.camera_sn, Object.fromEntries(fields.map((field) => [field, next[field]])))
  }
  written.parts += 1
}

function writeScenes(writes: readonly Write[], { db, now: clock }: Needs, written: Written): void {
  const wanted = writes.flatMap(({ part, next }) => (next ? [{ part, scene: sceneOf(next) }] : []))
  // A lot may have moved between these scenes, so their lot numbers are released before the scenes are
  // written.
  for (const { scene } of wanted) {
    const old = findScenes(db, { scene_id: scene.row.scene_id })[0]
    if (old) saveScene(db, old.row, [])
  }
  for (const { part, scene } of wanted) {
    const { row, lots, references } = scene
    if (!cameraBySn(db, row.camera_sn)) {
      written.conflicts.push({ name: nameOf(part), fields: [], why: 'camera_gone' })
      continue
    }
    const old = sceneRow(db, row.scene_id)
    const taken = takenLots(
      db,
      lots.map(({ lot_no }) => lot_no),
      row.scene_id,
    )
    if (taken.size > 0) written.conflicts.push({ name: nameOf(part), fields: [...taken], why: 'lot_taken' })
    saveScene(
      db,
      {
        ...row,
        ref_picture: old?.ref_picture ?? row.ref_picture,
        update_ms: Math.max(clock(), (old?.update_ms ?? 0) + 1),
      },
      lots.filter(({ lot_no }) => !taken.has(lot_no)),
    )
    if (!old) {
      for (const reference of references) insertReference(db, reference)
      written.files.push(...picturesOf({ ...row, references }))
    }
    written.parts += 1
  }
}

function sceneOf(part: Part): { row: SceneRow; lots: Lot[]; references: ReferenceRow[] } {
  const { references, ...rest } = part
  const isLot = ([field]: [string, unknown]) => field.startsWith('lot ')
  const fields = Object.entries(rest)
  return {
    row: Object.fromEntries(fields.filter((field) => !isLot(field))) as unknown as SceneRow,
    lots: fields.filter(isLot).map(([, lot]) => lot as Lot),
    references: (references ?? []) as ReferenceRow[],
  }
}

/** Parameters are written under the rules of an ordinary change, with its notifications. */
function writeSettings(writes: readonly Write[], context: Needs, written: Written): void {
  const steps = writes.flatMap(({ part, next }) => {
    const group = param_groups.find((known) => known === nameInKey(part.key))
    return group && next ? [stepOf(group, next, context)] : []
  })
  if (steps.length > 0) written.parts += applySteps(steps, context).length
  for (const { part, next } of writes) {
    const name = nameInKey(part.key)
    if (!next || name === 'business_mode' || param_groups.some((group) => group === name)) continue
    writeSetting(context.db, name, next, context.now())
    context.bus.emit('params')
    written.parts += 1
  }
}

function stepOf(group: ParamGroup, next: Part, context: Needs) {
  const before = storedParam(context, group)
  const after = { ...before, ...next } as Stored<ParamGroup>
  const values = opened(context, group, after)
  const issues = groupIssues(group, values, { ...values }, context)
  if (issues.length > 0)
    throw badFields(issues.map((issue) => ({ ...issue, field: `${group}.${issue.field}` })))
  return { group, before, after }
}
