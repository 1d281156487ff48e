/** Adds a change to the change log: compares the configuration before and after, in its transaction. */
import { undo_days, type CallName, type ChangeKind, type UndoGap } from '@parking/contract'
import { keepFiles } from './change-files.ts'
import { insertChange, pruneChanges, type Recorder } from './change.store.ts'
import { configurationRows } from './configuration-rows.store.ts'
import { canBeUndone, changedParts, countsOf, nameOf, picturesOf, type ChangedPart } from './parts.ts'

export type ChangePlan = {
  /** What the change is in the list of undoable changes; without it, it is not listed. */
  kind?: ChangeKind
  /** The call whose roles an undo needs, if it is not the call that makes the change. */
  needs_call?: CallName
  gaps?: UndoGap[]
  /** Files below the media folder that the change deletes, in addition to the pictures of scenes. */
  files?: readonly string[]
  /** The snapshot that was made before the change. */
  snapshot?: string
  /** The entry of the history that is restored. */
  restored_from?: number
  /** Whether the parts are entries of the history; true by default. */
  in_history?: boolean
}

/**
 * Runs a change and records it if the configuration differs afterwards. The files that its undo needs are
 * linked before the caller deletes them. `change` is synchronous, so that no other user's change can come in
 * between.
 */
export function recordChange<T>(context: Recorder, plan: ChangePlan, change: () => T): T {
  const { db } = context
  return db.transaction(() => {
    const before = configurationRows(db)
    const result = change()
    noteChange(context, plan, changedParts(before, configurationRows(db)))
    return result
  })
}

/** Records a change whose changed parts are known. Returns its id; undefined if nothing changed. */
export function noteChange(
  context: Recorder,
  { kind, files = [], ...plan }: ChangePlan,
  parts: readonly ChangedPart[],
): number | undefined {
  if (parts.length === 0) return undefined
  const listed = kind !== undefined && canBeUndone(kind, parts)
  const change_id = insertChange(context, {
    ...plan,
    ...(listed && { kind, days: undo_days }),
    names: parts.map(nameOf),
    counts: countsOf(parts),
    parts,
  })
  if (listed) keepFiles(context, change_id, [...files, ...parts.flatMap(({ before }) => picturesOf(before))])
  pruneChanges(context.db, context.now())
  return change_id
}
