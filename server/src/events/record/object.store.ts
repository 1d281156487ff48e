/** What of an event lies in the storage (migrations/0010). */
import type { Db } from '#src/core/db.ts'
import type { MediaFile } from './event-media.ts'

export type ObjectRow = Pick<MediaFile, 'n' | 'kind' | 'bytes' | 'sha256'> & {
  /** Its whole name in the bucket, or below where the FTP user begins. */
  key: string
  stored_ms: number
}

/** In order; those of an upload before it are forgotten. */
export function noteObjects(db: Db, event_id: number, objects: readonly ObjectRow[]): void {
  db.run('DELETE FROM event_object WHERE event_id = ?', [event_id])
  for (const { n, kind, key, bytes, sha256, stored_ms } of objects) {
    db.run(
      'INSERT INTO event_object (event_id, n, kind, key, bytes, sha256, stored_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
      [event_id, n, kind, key, bytes, sha256, stored_ms],
    )
  }
}

export const objectsOf = (db: Db, event_id: number): ObjectRow[] =>
  db.all<ObjectRow>(
    'SELECT n, kind, key, bytes, sha256, stored_ms FROM event_object WHERE event_id = ? ORDER BY n',
    [event_id],
  )
