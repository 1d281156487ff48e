/** Which pictures and clips of events should be on the disk. */
import type { Db } from '#src/core/db.ts'
import { clipPath, picturePath } from '../record/event-paths.ts'

type Row = { create_ms: number; uuid: string; position: number | null; sha256: Uint8Array | null }
/** A path below the media folder, and the hash of the content (null of some clips). */
export type Stored = { path: string; sha256: Uint8Array | null }

/**
 * Pictures and clips that no retention has deleted: those of the newest `count` events, and of `count` events
 * from `place` on (0 the oldest, 1 the newest).
 */
export function storedPictures(db: Db, count: number, place: number): Stored[] {
  const rows = db.all<Row>(
    `WITH chosen AS (
       SELECT * FROM (SELECT event_id FROM event ORDER BY event_id DESC LIMIT :count)
       UNION SELECT * FROM (SELECT event_id FROM event WHERE event_id >= (
         SELECT min(event_id) + CAST((max(event_id) - min(event_id)) * :place AS INTEGER) FROM event
       ) ORDER BY event_id LIMIT :count))
     SELECT create_ms, uuid, position, sha256 FROM chosen JOIN event USING (event_id)
       JOIN event_picture USING (event_id) WHERE media_gone_ms IS NULL
     UNION ALL SELECT create_ms, uuid, NULL, sha256 FROM chosen JOIN event USING (event_id)
       JOIN event_clip USING (event_id) WHERE media_gone_ms IS NULL AND outcome = 1`,
    { count, place },
  )
  return rows.map(storedOf)
}

/** The picture or clip of this path, if an event still has it. */
export function storedPicture(db: Db, path: string): Stored | undefined {
  const uuid = /([0-9a-f-]{36})-/.exec(path)?.[1] ?? ''
  const rows = db.all<Row>(
    `SELECT create_ms, uuid, position, sha256 FROM event JOIN event_picture USING (event_id)
       WHERE uuid = :uuid AND media_gone_ms IS NULL
     UNION ALL SELECT create_ms, uuid, NULL, sha256 FROM event JOIN event_clip USING (event_id)
       WHERE uuid = :uuid AND media_gone_ms IS NULL AND outcome = 1`,
    { uuid },
  )
  return rows.map(storedOf).find((one) => one.path === path)
}

const storedOf = ({ create_ms, uuid, position, sha256 }: Row): Stored => ({
  path: position === null ? clipPath(create_ms, uuid) : picturePath(create_ms, uuid, position),
  sha256,
})
