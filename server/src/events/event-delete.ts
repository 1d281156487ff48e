/** Lets administrators delete events; a tombstone is kept for each. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer, Body } from '@parking/contract'
import { failedBecause } from '../core/refusal.ts'
import { recordDeletedEvents } from '../changes/events/deleted-events.ts'
import type { CallContext } from '../core/call-context.ts'
import { filesOf } from './record/event-files.ts'
import { isCorrectionDue } from './record/event-state.store.ts'
import { insertTombstone, deleteEventRow, eventsToDelete } from './record/event-tombstone.store.ts'

/**
 * Deletes the listed events that exist and returns their number. An unknown or already deleted event is not
 * an error, because a request may be repeated. Throws 7000 `correction_due`, and deletes nothing, if the
 * platform would keep one of them as it was before its last check.
 */
export async function deleteEvents(
  { list }: Body<'delete_parking_event'>,
  context: CallContext,
  only: 'all' | 'manual' = 'all',
): Promise<Answer<'delete_parking_event'>> {
  const { db, media, now, session, log } = context
  const files: string[] = []
  const deleted = db.transaction(() => {
    const doomed = eventsToDelete(db, list, only)
    const due = doomed.filter((event) => isCorrectionDue(db, event)).map(({ uuid }) => uuid)
    if (due.length > 0)
      throw failedBecause('correction_due', 'The platform has not received their correction', due.join(' '))
    recordDeletedEvents(
      context,
      doomed.map((event) => ({ ...event, files: filesOf(db, event) })),
    )
    for (const event of doomed) {
      files.push(...filesOf(db, event).map((path) => join(media.folder, path)))
      insertTombstone(db, event, now(), session.username)
      deleteEventRow(db, event.event_id)
    }
    return doomed.length
  })
  // The rows are deleted first: a picture without an event only costs space, but an event without its
  // pictures could never be sent.
  await Promise.all(
    files.map((file) =>
      rm(file, { force: true }).catch((error: unknown) =>
        log.warn({ err: error }, 'a picture of a deleted event could not be removed'),
      ),
    ),
  )
  return { deleted }
}
