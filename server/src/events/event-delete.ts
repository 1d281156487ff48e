/** Deleting events: an administrator's act, of which a tombstone stays behind. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer, Body } from '@parking/contract'
import type { CallContext } from '../core/call-context.ts'
import { filesOf } from './record/event-files.ts'
import { buryEvent, deleteEventRow, eventsToDelete } from './record/event-tombstone.store.ts'

/** Deletes those that are there; answers how many. What is unknown, or gone already, is no error: the same click may come twice. */
export async function deleteEvents(
  { list }: Body<'delete_parking_event'>,
  context: CallContext,
  only: 'all' | 'manual' = 'all',
): Promise<Answer<'delete_parking_event'>> {
  const { db, media, now, session, log } = context
  const files: string[] = []
  const deleted = db.transaction(() => {
    const doomed = eventsToDelete(db, list, only)
    for (const event of doomed) {
      files.push(...filesOf(db, event).map((path) => join(media.folder, path)))
      buryEvent(db, event, now(), session.username)
      deleteEventRow(db, event.event_id)
    }
    return doomed.length
  })
  // The rows go first: a picture without an event is only lost room, an event without its pictures could never be sent.
  await Promise.all(
    files.map((file) =>
      rm(file, { force: true }).catch((error: unknown) =>
        log.warn({ err: error }, 'a picture of a deleted event could not be removed'),
      ),
    ),
  )
  return { deleted }
}
