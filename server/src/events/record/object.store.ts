/** The files of an event in object storage (migrations/0010). */
import type { Db } from '#src/core/db.ts'
import type { MediaFile } from './event-media.ts'

export type ObjectRow = Pick<MediaFile, 'n' | 'kind' | 'bytes' | 'sha256'> & {
  /** Its full name in the bucket, or below the home of the FTP user. */
  key: string
  stored_ms: number
}

/** Stores the objects in order and replaces those of an earlier upload. */
export function replaceObjects(db: Db, event_id: number, objects: readonly ObjectRow[]): void {
  db.run('DELETE FROM event_object WHERE event_id = ?', [event_id])
  for (const { n, kind, key, bytes, sha256, stored_ms } of objects) {
    db.run(
      `INSERT INTO event_object (event_id, n, kind, key, bytes, sha256, stored_ms)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [event_id, n, kind, key, bytes, sha256, stored_ms],
    )
  }
}

/** SQL over `event`: it has pictures or a clip, and none of them is in object storage yet. */
export const has_media_to_upload = `media_gone_ms IS NULL
  AND NOT EXISTS (SELECT 1 FROM event_object o WHERE o.event_id = event.event_id)
  AND (EXISTS (SELECT 1 FROM event_picture p WHERE p.event_id = event.event_id)
    OR EXISTS (SELECT 1 FROM event_clip c WHERE c.event_id = event.event_id AND c.outcome = 1))`

/** Whether the event has pictures or a clip, none of which is in object storage yet. */
export const hasMedia = (db: Db, event_id: number): boolean =>
  db.get(`SELECT 1 FROM event WHERE event_id = ? AND ${has_media_to_upload}`, [event_id]) !== undefined

export const objectsOf = (db: Db, event_id: number): ObjectRow[] =>
  db.all<ObjectRow>(
    'SELECT n, kind, key, bytes, sha256, stored_ms FROM event_object WHERE event_id = ? ORDER BY n',
    [event_id],
  )
