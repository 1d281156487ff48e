/**
 * Lists the changes that can be undone as a whole, and undoes only what they changed, with a preview.
 * Long because the preview is the undo itself, rolled back.
 */
import { calls, log_type, type Answer, type Body, type CallName, type ChangeState } from '@parking/contract'
import { businessMode } from '#src/business-mode/business-mode.ts'
import { allCameras } from '#src/camera/camera.store.ts'
import { loadPictureTimes } from '#src/camera/picture-file.ts'
import type { CameraLooks } from '#src/camera/look.ts'
import { deleteSceneRow } from '#src/camera/scene.store.ts'
import { Bus } from '#src/core/bus.ts'
import { denied, failedBecause, notFound } from '#src/core/refusal.ts'
import { stampOf } from '#src/core/stamp.ts'
import { brokenRules } from '#src/evidence-rules/param-breaks.ts'
import { storedParam } from '#src/params/param.store.ts'
import { filesOf } from '#src/events/record/event-files.ts'
import { eventByUuid } from '#src/events/record/event.store.ts'
import { restoreFiles } from '../change-files.ts'
import {
  eventRowsOf,
  listedChange,
  listedChanges,
  markUndone,
  partsOf,
  sentSince,
  type ListedChange,
} from '../change.store.ts'
import { configurationRows } from '../configuration-rows.store.ts'
import { unpackRows, writeEventRows } from '../events/event-rows.store.ts'
import { kindOfKey, nameInKey, nameOf } from '../parts.ts'
import { recordChange } from '../record-change.ts'
import { mergePart } from './merge.ts'
import { writeParts, type Conflict, type Needs as WriteNeeds, type Write } from './write-parts.ts'

export type Needs = WriteNeeds & { looks: CameraLooks }
type Mode = 'keep' | 'replace'
type Outcome = { parts: number; conflicts: Conflict[]; files: string[] }

export function listActs(
  { kind, mine, since_s, page, page_size }: Body<'list_acts'>,
  context: Needs,
): Answer<'list_acts'> {
  const only = {
    kind,
    done_by: mine ? context.session.username : undefined,
    from_ms: since_s === undefined ? undefined : context.now() - since_s * 1000,
  }
  const { total, list } = listedChanges(context.db, only, { page, page_size })
  return {
    total,
    list: list.map((change) => ({
      act_id: change.change_id,
      time_str: stampOf(change.at_ms),
      username: change.done_by,
      kind: change.kind,
      names: change.names,
      counts: change.counts,
      until_time_str: stampOf(change.until_ms),
      state: stateOf(change, context),
      undone_time_str: stampOf(change.undone_ms),
      undone_by: change.undone_by,
    })),
  }
}

function stateOf(change: ListedChange, { now, session }: Needs): ChangeState {
  if (change.undone_ms !== null) return 'undone'
  if (change.until_ms <= now()) return 'expired'
  return mayUndo(change, session) ? 'can' : 'role'
}

/** A user may undo what the user may do. */
function mayUndo({ needs_call }: ListedChange, { roles }: Needs['session']): boolean {
  const of = calls[needs_call as CallName]?.roles
  return of === 'anyone' || (of ?? ['admin']).some((role) => roles.includes(role))
}

class RollBack extends Error {}

/** The outcome of the undo: performs it, reads the result, and rolls it back. */
export function previewUndo({ act_ids }: Body<'preview_undo'>, context: Needs): Answer<'preview_undo'> {
  const quiet: Needs = {
    ...context,
    bus: new Bus(),
    log: context.log.child({ log_type: log_type.service }, { level: 'silent' }),
  }
  const changes = openChanges(act_ids, context)
  const conflicts: Answer<'preview_undo'>['conflicts'] = []
  const before = storedParam(context, 'event_param')
  let broken_rules: Answer<'preview_undo'>['broken_rules'] = []
  let parts = 0
  try {
    context.db.transaction(() => {
      for (const change of changes) {
        const outcome = undoOne(change, quiet, 'keep')
        parts += outcome.parts
        conflicts.push(...outcome.conflicts.map((one) => ({ act_id: change.change_id, ...one })))
      }
      broken_rules = brokenRules(context, before, storedParam(context, 'event_param'))
      throw new RollBack()
    })
  } catch (error) {
    if (!(error instanceof RollBack)) throw error
  }
  return {
    parts,
    conflicts,
    broken_rules,
    gaps: [...new Set(changes.flatMap(({ gaps }) => gaps))],
    sent_events: changes.reduce((sum, change) => sum + sentBy(change, context), 0),
  }
}

const sentBy = ({ change_id, at_ms }: ListedChange, { db }: Needs): number => {
  const keys = partsOf(db, change_id).map(({ key }) => key)
  const scenes = keys.filter((key) => kindOfKey(key) === 'scene').map(nameInKey)
  return scenes.length === 0 ? 0 : sentSince(db, scenes, at_ms)
}

/**
 * Undoes all of the changes or none. Not async, because only a synchronous exception rolls back the audit's
 * transaction. The undo is itself a change, which can be undone.
 */
export function undoActs(
  { act_ids, on_conflict }: Body<'undo_acts'>,
  context: Needs,
): Promise<Answer<'undo_acts'>> {
  const { db, log, now, session } = context
  const changes = openChanges(act_ids, context)
  if (!changes.every((change) => mayUndo(change, session))) throw denied('Your role may not undo this')
  const outcomes = db.transaction(() => {
    const undo = () =>
      changes.map((change) => ({ change, ...undoOne(change, context, on_conflict ?? 'keep') }))
    const done = recordChange(context, { kind: 'undo', needs_call: strictestCall(changes) }, undo)
    if (on_conflict === undefined && done.some(({ conflicts }) => conflicts.length > 0))
      throw failedBecause('changed_meanwhile', 'This has changed since: review what the undo would do')
    for (const { change, files } of done) restoreFiles(context, change.change_id, files)
    for (const { change_id } of changes) markUndone(db, change_id, now(), session.username)
    return done
  })
  log.warn({ user: session.username, changes: act_ids }, 'changes were undone')
  return afterwards(outcomes, context)
}

async function afterwards(
  outcomes: readonly Outcome[],
  { bus, db, looks, media }: Needs,
): Promise<Answer<'undo_acts'>> {
  const cameras = allCameras(db).map(({ camera_sn }) => camera_sn)
  await loadPictureTimes(media, looks, cameras)
  bus.emit('config')
  bus.emit('queue')
  return {
    parts: outcomes.reduce((sum, { parts }) => sum + parts, 0),
    kept: outcomes.reduce((sum, { conflicts }) => sum + conflicts.length, 0),
  }
}

/** The call with the strictest roles among the changes: undoing the undo needs the same roles. */
function strictestCall(changes: readonly ListedChange[]): CallName {
  const names = changes.map(({ needs_call }) => needs_call as CallName)
  const strict = names.find((name) => calls[name]?.roles !== 'anyone' && calls[name]?.roles.length === 1)
  return strict ?? names[0] ?? 'undo_acts'
}

/** Newest first, so that an older change finds the state that it left. */
function openChanges(change_ids: readonly number[], context: Needs): ListedChange[] {
  return [...new Set(change_ids)]
    .toSorted((a, b) => b - a)
    .map((change_id) => {
      const change = listedChange(context.db, change_id)
      if (!change) throw notFound('The change')
      if (change.undone_ms !== null)
        throw failedBecause('act_undone', 'This was undone already', change.undone_by)
      if (change.until_ms <= context.now()) throw failedBecause('act_expired', 'It is too late to undo this')
      return change
    })
}

/** Call inside a transaction. */
function undoOne(change: ListedChange, context: Needs, mode: Mode): Outcome {
  const { db } = context
  const now = configurationRows(db)
  const conflicts: Conflict[] = []
  const parts = partsOf(db, change.change_id)
  const writes = parts.flatMap((part): Write[] => {
    const is = now.get(part.key) ?? null
    const { next, changed, present } = mergePart(part, is, mode)
    if (changed.length > 0) conflicts.push({ name: nameOf(part), fields: changed, why: 'changed' })
    if (present) conflicts.push({ name: nameOf(part), fields: [], why: 'present' })
    return next === undefined ? [] : [{ part, next, now: is }]
  })
  const stranded_scenes = scenesOfOtherMode(writes, [...now.keys()], context)
  if (stranded_scenes.length > 0) {
    conflicts.push({ name: '', fields: [], why: 'new_scenes' })
    if (mode === 'keep') return { parts: 0, conflicts, files: [] }
    for (const scene_id of stranded_scenes) deleteSceneRow(db, scene_id)
  }
  const written = writeParts(writes, context)
  const events = restoreEvents(change, context)
  return {
    parts: written.parts + events.parts,
    conflicts: [...conflicts, ...written.conflicts],
    files: [...written.files, ...events.files],
  }
}

/**
 * Scenes that were drawn since in the mode that the undo would end: their lots have no meaning in the
 * other mode.
 */
function scenesOfOtherMode(writes: readonly Write[], keys: readonly string[], { db }: Needs): string[] {
  const mode = writes.find(({ part }) => part.key === 'setting/business_mode')?.next?.['business_mode']
  if (mode === undefined || mode === businessMode(db).business_mode) return []
  const own = new Set(writes.map(({ part }) => part.key))
  return keys.filter((key) => kindOfKey(key) === 'scene' && !own.has(key)).map(nameInKey)
}

function restoreEvents({ change_id }: ListedChange, { db }: Needs): { parts: number; files: string[] } {
  const restored = eventRowsOf(db, change_id).flatMap(({ uuid, event_rows }) =>
    writeEventRows(db, unpackRows(event_rows)) ? [uuid] : [],
  )
  const files = restored.flatMap((uuid) => {
    const event = eventByUuid(db, uuid)
    return event ? filesOf(db, event) : []
  })
  return { parts: restored.length, files }
}
