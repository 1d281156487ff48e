/** Database queries of the disk page. None of them reads much at once. */
import type { Db } from '#src/core/db.ts'

/**
 * Overhead of a row and its index entry in bytes, accurate to a tenth: measured from the growth of the file
 * by 150,000 rows of 40, 150 and 400 characters.
 */
const per_row = 47

/** The number of log rows and their approximate size. */
export function logsInDatabase(db: Db): { rows: number; bytes: number } {
  const { rows, bytes } = db.get<{ rows: number; bytes: number }>(
    'SELECT ifnull(sum(n), 0) AS rows, ifnull(sum(bytes), 0) AS bytes FROM log_tally',
  ) ?? { rows: 0, bytes: 0 }
  return { rows, bytes: bytes + rows * per_row }
}

const max_counted = 100_000
const batch_size = 2_000

/**
 * Bytes of the pictures of all queued events, and the arrival time of the oldest event. Beyond 100,000 events
 * the bytes are extrapolated.
 */
export async function waitingPictures(db: Db): Promise<{ bytes: number; oldest_ms: number | null }> {
  // must match the condition of the index event_queue word for word
  const in_queue = 'FROM event WHERE status IN (0, 1, 4, 6, 7)'
  const total =
    db.get<{ n: number }>('SELECT ifnull(sum(n), 0) AS n FROM event_tally WHERE status IN (0, 1, 4, 6, 7)')
      ?.n ?? 0
  const ids = db
    .all<{ event_id: number }>(`SELECT event_id ${in_queue} ORDER BY status, next_try_ms LIMIT ?`, [
      max_counted,
    ])
    .map(({ event_id }) => event_id)
  if (ids.length === 0) return { bytes: 0, oldest_ms: null }
  let bytes = 0
  let oldest_ms = Infinity
  for (let at = 0; at < ids.length; at += batch_size) {
    const some = JSON.stringify(ids.slice(at, at + batch_size))
    bytes +=
      db.get<{ bytes: number }>(
        `SELECT ifnull(sum(bytes), 0) AS bytes FROM event_picture
         WHERE event_id IN (SELECT value FROM json_each(?))`,
        [some],
      )?.bytes ?? 0
    oldest_ms = Math.min(
      oldest_ms,
      db.get<{ ms: number | null }>(
        'SELECT min(create_ms) AS ms FROM event WHERE event_id IN (SELECT value FROM json_each(?))',
        [some],
      )?.ms ?? Infinity,
    )
    await new Promise(setImmediate)
  }
  return {
    bytes: total > ids.length ? Math.round((bytes * total) / ids.length) : bytes,
    oldest_ms: Number.isFinite(oldest_ms) ? oldest_ms : null,
  }
}
