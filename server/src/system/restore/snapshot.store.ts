/** Finds the pictures that a snapshot needs in addition to the database. */
import type { Db } from '#src/core/db.ts'

export type StoredPicture = { create_ms: number; uuid: string; position: number }

/** Pictures of events that the platform has not received yet: as they arrived, or with annotations drawn. */
export const unsentPictures = (db: Db, table: 'event_picture' | 'drawn_picture'): StoredPicture[] =>
  db.all<StoredPicture>(
    `SELECT e.create_ms, e.uuid, p.position FROM event e JOIN ${table} p USING (event_id)
     WHERE e.status IN (0, 1, 4, 6, 7)`,
  )
