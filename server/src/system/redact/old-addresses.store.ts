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
  for (const { id, before, after } of db.all<{ id: number; before: string; after: string }>(
    "SELECT id, before, after FROM param_history WHERE before LIKE '%://%?%' OR after LIKE '%://%?%'",
  ))
    db.run('UPDATE param_history SET before = ?, after = ? WHERE id = ?', [
      change.document(before),
      change.document(after),
      id,
    ])
  for (const { act_id, parts } of db.all<{ act_id: number; parts: string }>(
    "SELECT act_id, parts FROM act WHERE parts LIKE '%://%?%'",
  ))
    db.run('UPDATE act SET parts = ? WHERE act_id = ?', [change.document(parts), act_id])
}
