/** Fills an empty database with the events of a street's stays in seconds, as if months had passed. */
import type { Db } from '@parking/server/core/db.ts'

export const street = { lots: 200, days: 90, events: 1_000_000 }

/**
 * 200 lots, 25 cameras and 8 car parks. Each lot has one stay after the other until now; 1 % of them lack the
 * exit and 1 % wait for a check. A fifth of the events are timer pictures. The stays are not computed yet.
 */
export function fillStays(db: Db, { lots, days, events } = street): void {
  const kept = db.all<{ type: string; name: string; sql: string }>(
    `SELECT type, name, sql FROM sqlite_schema
      WHERE type IN ('trigger', 'index') AND tbl_name = 'event' AND sql IS NOT NULL`,
  )
  for (const { type, name } of kept) db.run(`DROP ${type} ${name}`)
  const stays = Math.floor((events * 0.4) / lots)
  const period_ms = Math.floor((days * 86_400_000) / stays)
  db.transaction(() => {
    db.run(
      `WITH RECURSIVE c (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < :lots - 1)
      INSERT INTO place (parking_no, camera_sn, camera_name, scene_id, lot_no)
      SELECT 'P-' || (n / 25), 'S-' || (n / 8), 'Camera ' || (n / 8), 'scene-' || (n / 8), 'L' || (n + 1)
      FROM c`,
      { lots },
    )
    db.run(
      `WITH RECURSIVE c (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM c WHERE k < :stays - 1),
       each (n, k, r) AS (
         SELECT place_id, k, (place_id * 7919 + k * 104729) % 1000 FROM c CROSS JOIN place),
       what (n, k, r, kind) AS (
         SELECT n, k, r, 1 FROM each UNION ALL SELECT n, k, r, 3 FROM each WHERE r >= 10
         UNION ALL SELECT n, k, r, 5 FROM each WHERE r % 2 = 0)
       INSERT INTO event
         (uuid, event_ms, create_ms, place_id, event_type, plate_number, plate_key, plate_color, confidence,
          status, count_tried, next_try_ms, send_ms, response_ms, response_status, response_info, to_check)
       SELECT
         printf('%08x-%04x-7000-8000-%012x', n, kind, k),
         :begin + k * :period + (n * 613) % :period / 4 + CASE kind WHEN 1 THEN 0
           WHEN 5 THEN :period / 4 ELSE :period / 2 + r * (:period / 4000) END,
         :begin + k * :period, n, kind, plate, plate, 'blue', 90, 2, 1, :begin, 1, 1, 0, 'ok',
         kind = 1 AND r BETWEEN 500 AND 509
       FROM (SELECT *, substr('粤京沪鲁苏浙', 1 + (n + k) % 6, 1)
         || substr('ABCDEFGHJK', 1 + (n * 31 + k) % 10, 1)
         || printf('%05d', (n * 48271 + k * 7919) % 100000) AS plate FROM what)
       ORDER BY 2`,
      { stays, period: period_ms, begin: Date.now() - days * 86_400_000 },
    )
  })
  for (const { sql } of kept) db.run(sql)
  db.run('UPDATE event_ledger SET created = (SELECT count(*) FROM event)')
  db.run(
    `INSERT INTO stay_due SELECT place_id, -9007199254740991, 9007199254740991 FROM place
      WHERE true ON CONFLICT DO NOTHING`,
  )
}
