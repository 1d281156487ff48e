/**
 * Records the deletion of events: their rows and files are kept for an undo, for a day and within a limit.
 */
import { act_event_days, max_act_events, type CallName } from '@parking/contract'
import type { CallContext } from '#src/core/call-context.ts'
import { keepFiles } from '../act-files.ts'
import { insertAct, keepEventRows, pruneActs } from '../act.store.ts'
import { eventRows, packRows } from './event-rows.store.ts'

type DeletedEvent = { event_id: number; uuid: string; plate_number: string; files: readonly string[] }

const max_names = 10

/**
 * Call inside the transaction that deletes the events, before their rows and files are deleted. If there are
 * more events than an undo can keep, no act is recorded: they cannot be restored.
 */
export function noteDeletedEvents(
  context: Pick<CallContext, 'db' | 'now' | 'session' | 'folder' | 'media'>,
  call: CallName,
  events: readonly DeletedEvent[],
): void {
  if (events.length === 0 || events.length > max_act_events) return
  const { db, now, session } = context
  const plates = events.map(({ plate_number }) => plate_number).filter((plate) => plate !== '')
  const act_id = insertAct(db, {
    at_ms: now(),
    done_by: session.username,
    call,
    kind: 'delete_events',
    names: [...new Set(plates)].slice(0, max_names),
    counts: { events: events.length },
    gaps: [],
    parts: [],
    until_ms: now() + act_event_days * 86_400_000,
  })
  for (const { event_id, uuid, files } of events) {
    const rows = eventRows(db, event_id)
    if (rows) keepEventRows(db, act_id, uuid, packRows(rows))
    keepFiles(context, act_id, files)
  }
  pruneActs(db, now())
}
