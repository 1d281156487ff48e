/** The columns of the database that hold addresses typed by users. */
import type { Db } from '#src/core/db.ts'

type Change = { url: (text: string) => string; document: (json: string) => string }

/** Rewrites every address, and every JSON document that may hold one, with `change`. */
export function rewriteAddresses(db: Db, change: Change): void {
  for (const { camera_sn, main, sub, frame } of db.all<
    Record<'camera_sn' | 'main' | 'sub' | 'frame', string>
  >('SELECT camera_sn, stream_url_main AS main, stream_url_sub AS sub, frame_url AS frame FROM camera'))
    db.run('UPDATE camera SET stream_url_main = ?, stream_url_sub = ?, frame_url = ? WHERE camera_sn = ?', [
      change.url(main),
      change.url(sub),
      change.url(frame),
      camera_sn,
    ])
  for (const { key, value } of db.all<{ key: string; value: string }>(
    "SELECT key, value FROM settings WHERE key IN ('platform_param', 'storage_param')",
  ))
    db.run('UPDATE settings SET value = ? WHERE key = ?', [change.document(value), key])
  for (const side of ['before', 'after'] as const)
    for (const { part_id, text } of db.all<{ part_id: number; text: string }>(
      `SELECT part_id, ${side} AS text FROM changed_part WHERE ${side} LIKE '%://%?%'`,
    ))
      db.run(`UPDATE changed_part SET ${side} = ? WHERE part_id = ?`, [change.document(text), part_id])
}
