/**
 * Lists acts, and undoes only what they changed, with a preview. Long because the preview is the undo itself,
 * rolled back.
 */
import { calls, log_type, type Answer, type Body, type CallName } from '@parking/contract'
import { businessMode } from '#src/business-mode/business-mode.ts'
import { allCameras } from '#src/camera/camera.store.ts'
import { loadPictureTimes } from '#src/camera/picture-file.ts'
import type { CameraLooks } from '#src/camera/look.ts'
import { deleteSceneRow } from '#src/camera/scene.store.ts'
import { storedConfiguration } from '#src/config-document/current.ts'
import { noteHistory } from '#src/config-document/note-history.ts'
import { Bus } from '#src/core/bus.ts'
import { denied, failedBecause, notFound } from '#src/core/refusal.ts'
import { stampOf } from '#src/core/stamp.ts'
import { brokenRules } from '#src/evidence-rules/param-breaks.ts'
import { storedParam } from '#src/params/param.store.ts'
import { filesOf } from '#src/events/record/event-files.ts'
import { eventByUuid } from '#src/events/record/event.store.ts'
import { restoreFiles } from '../act-files.ts'
import { kindOfKey, nameInKey, nameOf } from '../act-parts.ts'
import { actById, actsOf, eventRowsOf, markUndone, partsOf, sentSince, type ActRow } from '../act.store.ts'
import { configurationRows } from '../configuration-rows.store.ts'
import { unpackRows, writeEventRows } from '../events/event-rows.store.ts'
import { recordAct } from '../record-act.ts'
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
  const { total, list } = actsOf(context.db, only, { page, page_size })
  return {
    total,
    list: list.map((act) => ({
      act_id: act.act_id,
      time_str: stampOf(act.at_ms),
      username: act.done_by,
      kind: act.kind,
      names: act.names,
      counts: act.counts,
      until_time_str: stampOf(act.until_ms),
      state: stateOf(act, context),
      undone_time_str: stampOf(act.undone_ms),
      undone_by: act.undone_by,
    })),
  }
}

function stateOf(act: ActRow, { now, session }: Needs): Answer<'list_acts'>['list'][number]['state'] {
  if (act.undone_ms !== null) return 'undone'
  if (act.until_ms <= now()) return 'expired'
  return mayUndo(act, session) ? 'can' : 'role'
}

/** A user may undo what the user may do. */
function mayUndo({ call }: ActRow, { roles }: Needs['session']): boolean {
  const of = calls[call as CallName]?.roles
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
  const acts = openActs(act_ids, context)
  const conflicts: Answer<'preview_undo'>['conflicts'] = []
  const before = storedParam(context, 'event_param')
  let broken_rules: Answer<'preview_undo'>['broken_rules'] = []
  let parts = 0
  try {
    context.db.transaction(() => {
      for (const act of acts) {
        const outcome = undoOne(act, quiet, 'keep')
        parts += outcome.parts
        conflicts.push(...outcome.conflicts.map((one) => ({ act_id: act.act_id, ...one })))
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
    gaps: [...new Set(acts.flatMap(({ gaps }) => gaps))],
    sent_events: acts.reduce((sum, act) => sum + sentBy(act, context), 0),
  }
}

const sentBy = ({ act_id, at_ms }: ActRow, { db }: Needs): number => {
  const keys = partsOf(db, act_id).map(({ key }) => key)
  const scenes = keys.filter((key) => kindOfKey(key) === 'scene').map(nameInKey)
  return scenes.length === 0 ? 0 : sentSince(db, scenes, at_ms)
}

/**
 * Undoes all of the acts or none. Not async, because only a synchronous exception rolls back the audit's
 * transaction. The undo is itself an act, which can be undone.
 */
export function undoActs(
  { act_ids, on_conflict }: Body<'undo_acts'>,
  context: Needs,
): Promise<Answer<'undo_acts'>> {
  const { db, log, now, session } = context
  const acts = openActs(act_ids, context)
  if (!acts.every((act) => mayUndo(act, session))) throw denied('Your role may not undo this')
  const before = storedConfiguration(context)
  const outcomes = db.transaction(() => {
    const undo = () => acts.map((act) => ({ act, ...undoOne(act, context, on_conflict ?? 'keep') }))
    const done = recordAct(context, { kind: 'undo', call: callOf(acts) }, undo)
    if (on_conflict === undefined && done.some(({ conflicts }) => conflicts.length > 0))
      throw failedBecause('changed_meanwhile', 'This has changed since: review what the undo would do')
    noteHistory(before, storedConfiguration(context), context, 'undo_acts')
    for (const { act, files } of done) restoreFiles(context, act.act_id, files)
    for (const { act_id } of acts) markUndone(db, act_id, now(), session.username)
    return done
  })
  log.warn({ user: session.username, acts: act_ids }, 'acts were undone')
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

/** The call with the strictest roles among the acts: undoing the undo needs the same roles. */
function callOf(acts: readonly ActRow[]): CallName {
  const names = acts.map(({ call }) => call as CallName)
  const strict = names.find((name) => calls[name]?.roles !== 'anyone' && calls[name]?.roles.length === 1)
  return strict ?? names[0] ?? 'undo_acts'
}

/** Newest first, so that an older act finds the state that it left. */
function openActs(act_ids: readonly number[], context: Needs): ActRow[] {
  return [...new Set(act_ids)]
    .toSorted((a, b) => b - a)
    .map((act_id) => {
      const act = actById(context.db, act_id)
      if (!act) throw notFound('The act')
      if (act.undone_ms !== null) throw failedBecause('act_undone', 'This was undone already', act.undone_by)
      if (act.until_ms <= context.now()) throw failedBecause('act_expired', 'It is too late to undo this')
      return act
    })
}

/** Call inside a transaction. */
function undoOne(act: ActRow, context: Needs, mode: Mode): Outcome {
  const { db } = context
  const now = configurationRows(db)
  const conflicts: Conflict[] = []
  const parts = partsOf(db, act.act_id)
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
  const events = restoreEvents(act, context)
  return {
    parts: written.parts + events.parts,
    conflicts: [...conflicts, ...written.conflicts],
    files: [...written.files, ...events.files],
  }
}

/**
 * Scenes that were drawn since the act in the mode that the undo would end: their lots have no meaning in the
 * other mode.
 */
function scenesOfOtherMode(writes: readonly Write[], keys: readonly string[], { db }: Needs): string[] {
  const mode = writes.find(({ part }) => part.key === 'setting/business_mode')?.next?.['business_mode']
  if (mode === undefined || mode === businessMode(db).business_mode) return []
  const own = new Set(writes.map(({ part }) => part.key))
  return keys.filter((key) => kindOfKey(key) === 'scene' && !own.has(key)).map(nameInKey)
}

function restoreEvents({ act_id }: ActRow, { db }: Needs): { parts: number; files: string[] } {
  const restored = eventRowsOf(db, act_id).flatMap(({ uuid, event_rows }) =>
    writeEventRows(db, unpackRows(event_rows)) ? [uuid] : [],
  )
  const files = restored.flatMap((uuid) => {
    const event = eventByUuid(db, uuid)
    return event ? filesOf(db, event) : []
  })
  return { parts: restored.length, files }
}
