/** Deleting events: an administrator's act, of which a tombstone stays behind. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer, Body } from '@parking/contract'
import type { Db } from '../db.ts'
import { drawnOf } from '../evidence/evidence.store.ts'
import type { Context } from '../serve.ts'
import { manual_types } from './event-terms.ts'
import { picturesOf, type EventRow } from './event.store.ts'
import { drawnPath, picturePath } from './picture.ts'

type Doomed = EventRow & { parking_no: string; lot_no: string }

/** Deletes those that are there; answers how many. What is unknown, or gone already, is no error: the same click may come twice. */
export async function deleteEvents({ list }: Body<'delete_parking_event'>, context: Context, only: 'all' | 'manual' = 'all'): Promise<Answer<'delete_parking_event'>> {
  const { db, media, now, session, log } = context
  const files: string[] = []
  const deleted = db.transaction(() => {
    const doomed = find(db, list, only)
    for (const event of doomed) {
      for (const [pictures, pathOf] of [[picturesOf(db, event.event_id), picturePath], [drawnOf(db, event.event_id), drawnPath]] as const) {
        files.push(...pictures.map(({ position }) => join(media.folder, pathOf(event.create_ms, event.uuid, position))))
      }
      db.run(
        `INSERT INTO event_tombstone (uuid, event_ms, parking_no, lot_no, event_type, plate_number, status, deleted_ms, deleted_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [event.uuid, event.event_ms, event.parking_no, event.lot_no, event.event_type, event.plate_number, event.status, now(), session.username],
      )
      db.run('DELETE FROM event WHERE event_id = ?', [event.event_id])
    }
    return doomed.length
  })
  // The rows go first: a picture without an event is only lost room, an event without its pictures could never be sent.
  await Promise.all(files.map((file) => rm(file, { force: true }).catch((error: unknown) => log.warn({ err: error }, 'a picture of a deleted event could not be removed'))))
  return { deleted }
}

const find = (db: Db, uuids: readonly string[], only: 'all' | 'manual'): Doomed[] =>
  db.all<Doomed>(
    `SELECT event.*, parking_no, lot_no FROM json_each(?) AS wanted JOIN event ON event.uuid = wanted.value JOIN place USING (place_id)
     ${only === 'manual' ? `WHERE event_type IN (${manual_types.join(', ')})` : ''}`,
    [JSON.stringify([...new Set(uuids.map((uuid) => uuid.toLowerCase()))])],
  )
