/** Records an act: compares the configuration before and after, in the transaction of the change. */
import { act_days, type ActGap, type ActKind, type CallName } from '@parking/contract'
import type { CallContext } from '../core/call-context.ts'
import { keepFiles } from './act-files.ts'
import { changedParts, countsOf, isAct, nameOf, picturesOf, type ChangedPart } from './act-parts.ts'
import { insertAct, pruneActs } from './act.store.ts'
import { configurationRows } from './configuration-rows.store.ts'

type Recorder = Pick<CallContext, 'db' | 'now' | 'folder' | 'media'> & { session: { username: string } }
export type ActPlan = {
  kind: ActKind
  call: CallName
  gaps?: readonly ActGap[]
  /** Files below the media folder that the change deletes, in addition to the pictures of scenes. */
  files?: readonly string[]
}

const max_names = 10
const day_ms = 86_400_000

/**
 * Runs a change and records it if it is an act. The files that its undo needs are linked before the caller
 * deletes them. `change` is synchronous, so that no other user's change can come in between.
 */
export function recordAct<T>(context: Recorder, plan: ActPlan, change: () => T): T {
  const { db } = context
  return db.transaction(() => {
    const before = configurationRows(db)
    const result = change()
    const parts = changedParts(before, configurationRows(db))
    if (isAct(plan.kind, parts)) noteAct(context, plan, parts)
    return result
  })
}

/** Records an act whose changed parts are known. Returns its id. */
export function noteAct(
  context: Recorder,
  { kind, call, gaps = [], files = [] }: ActPlan,
  parts: readonly ChangedPart[],
): number {
  const { db, now, session } = context
  const act_id = insertAct(db, {
    at_ms: now(),
    done_by: session.username,
    call,
    kind,
    names: [...new Set(parts.map(nameOf))].filter((name) => name !== '').slice(0, max_names),
    counts: countsOf(parts),
    gaps: [...gaps],
    parts,
    until_ms: now() + act_days * day_ms,
  })
  keepFiles(context, act_id, [...files, ...parts.flatMap(({ before }) => picturesOf(before))])
  pruneActs(db, now())
  return act_id
}
