/**
 * Records the deletion of events: their rows and files are kept for an undo, for a day and within a limit.
 */
import { max_undo_events, undo_event_days } from '@parking/contract'
import { keepFiles } from '../change-files.ts'
import { insertChange, keepEventRows, pruneChanges, type Recorder } from '../change.store.ts'
import { eventRows, packRows } from './event-rows.store.ts'

type DeletedEvent = { event_id: number; uuid: string; plate_number: string; files: readonly string[] }

/**
 * Call inside the transaction that deletes the events, before their rows and files are deleted. If there are
 * more events than an undo can keep, no change is recorded: they cannot be restored.
 */
export function recordDeletedEvents(context: Recorder, events: readonly DeletedEvent[]): void {
  if (events.length === 0 || events.length > max_undo_events) return
  const { db } = context
  const change_id = insertChange(context, {
    kind: 'delete_events',
    names: events.map(({ plate_number }) => plate_number).filter((plate) => plate !== ''),
    counts: { events: events.length },
    days: undo_event_days,
  })
  for (const { event_id, uuid, files } of events) {
    const rows = eventRows(db, event_id)
    if (rows) keepEventRows(db, change_id, uuid, packRows(rows))
    keepFiles(context, change_id, files)
  }
  pruneChanges(db, context.now())
}
