/** The thumbnails of an event's looks, side by side in one picture, with their own disk budget. */
import type { Db } from '#src/core/db.ts'
import type { Deps } from '#src/core/deps.ts'
import { stripPath } from './event-paths.ts'

/** Width and height in pixels; `bytes` is the size of the unencrypted picture. */
export type LookStrip = { width: number; height: number; bytes: number }
type Owner = { event_id: number; uuid: string; create_ms: number }

/** Call inside the transaction that inserts the event. */
export const insertStrip = (db: Db, event_id: number | bigint, { width, height, bytes }: LookStrip): void =>
  void db.run('INSERT INTO look_strip (event_id, width, height, bytes) VALUES (?, ?, ?, ?)', [
    event_id,
    width,
    height,
    bytes,
  ])

/**
 * The strip with its signed address, which is empty if the strip was deleted. null if there never was one.
 */
export function stripOf(
  { db, media, now }: Pick<Deps, 'db' | 'media' | 'now'>,
  event_id: number,
): { url: string; width: number; height: number } | null {
  const row = db.get<LookStrip & Owner & { media_gone_ms: number | null }>(
    `SELECT width, height, bytes, uuid, create_ms, media_gone_ms
      FROM look_strip JOIN event USING (event_id) WHERE event_id = ?`,
    [event_id],
  )
  if (!row) return null
  const { width, height, bytes, uuid, create_ms, media_gone_ms } = row
  const is_kept = bytes > 0 && media_gone_ms === null
  return { url: is_kept ? media.address(stripPath(create_ms, uuid), now()) : '', width, height }
}

export const hasStrip = (db: Db, event_id: number): boolean =>
  db.get('SELECT 1 FROM look_strip WHERE event_id = ? AND bytes > 0', [event_id]) !== undefined

/** The strips that are older than `until_ms`, or beyond the newest `bytes`; oldest first. */
export const stripsBeyond = (db: Db, until_ms: number, bytes: number, most: number): Owner[] =>
  db.all<Owner>(
    `SELECT event_id, uuid, create_ms
      FROM (SELECT event_id, sum(bytes) OVER (ORDER BY event_id DESC) AS newer
        FROM look_strip WHERE bytes > 0)
      JOIN event USING (event_id) WHERE newer > ? OR create_ms < ? ORDER BY event_id LIMIT ?`,
    [bytes, until_ms, most],
  )

/** Call after the files were deleted: after a crash between the two, the next round deletes them again. */
export const markStripGone = (db: Db, event_id: number): void =>
  void db.run('UPDATE look_strip SET bytes = 0 WHERE event_id = ?', [event_id])
