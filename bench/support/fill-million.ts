/**
 * Fills an empty database with events in seconds, because the values that triggers maintain per row are
 * computed once at the end.
 */
import type { Db } from '@parking/server/core/db.ts'

/**
 * Inserts `count` events of 200 lots, about one every 17 s, with 150,000 different plates. Nine of ten have
 * been sent, and every other status occurs.
 */
export function fillMillion(db: Db, count: number): void {
  const triggers = db.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'event'",
  )
  const indexes = db.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'event' AND sql IS NOT NULL",
  )
  for (const { name } of triggers) db.run(`DROP TRIGGER ${name}`)
  for (const { name } of indexes) db.run(`DROP INDEX ${name}`)
  db.transaction(() => {
    db.run(`WITH RECURSIVE c (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < 199)
      INSERT INTO place (parking_no, camera_sn, camera_name, scene_id, lot_no)
      SELECT 'P-' || (n / 25), 'S-' || (n / 8), 'Camera ' || (n / 8), 'scene-' || (n / 8), 'L' || n FROM c`)
    db.run(
      `WITH RECURSIVE c (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < :count - 1),
       r AS (SELECT n, (n * 7919) % 1000 AS a, (n * 48271) % 150000 AS p FROM c),
       t AS (
         SELECT *,
           substr('粤京沪鲁苏浙', 1 + p % 6, 1) ||
           substr('ABCDEFGHJK', 1 + (p * 31) % 10, 1) ||
           substr(
             'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789012345678901234567890123456789', 1 + (p * 7919) % 64, 1
           ) ||
           printf('%04d', (p * 48271) % 10000) AS plate
         FROM r)
       INSERT INTO event
         (uuid, event_ms, create_ms, place_id, event_type, plate_number, plate_key, plate_color, confidence,
          status, count_tried, next_try_ms, send_ms, response_ms, response_status, response_info)
       SELECT
         printf('%08x-0000-7000-8000-%012x', n, n),
         :begin + n * 17000 + (n * 7) % 60000,
         :begin + n * 17000 + 60000,
         1 + (n * 613) % 200,
         CASE
           WHEN a < 400 THEN 1 WHEN a < 800 THEN 3 WHEN a < 990 THEN 4 + a % 3
           WHEN a < 998 THEN 9 + a % 2 ELSE 7 + a % 2 END,
         plate,
         plate,
         CASE
           WHEN a % 3 = 0 THEN 'green' WHEN a % 7 = 0 THEN 'yellow'
           WHEN a = 1 THEN 'black' ELSE 'blue' END,
         90,
         CASE
           WHEN a < 920 THEN 2 WHEN a < 960 THEN 8 WHEN a < 970 THEN 3 WHEN a < 980 THEN 4
           WHEN a < 990 THEN 9 WHEN a = 990 THEN 5 WHEN a < 993 THEN 0 ELSE 2 END,
         1, :begin, 1, 1,
         CASE WHEN a < 980 AND a >= 970 THEN 1 ELSE 0 END,
         '{"code":0,"message":"success"}'
       FROM t`,
      { count, begin: Date.now() - count * 17_000 },
    )
    for (const { sql } of [...indexes, ...triggers]) db.run(sql)
    db.run(`INSERT INTO event_tally
      SELECT place_id, event_type, plate_color, status, response_status, count(*)
      FROM event GROUP BY 1, 2, 3, 4, 5`)
    db.run(`INSERT INTO event_day
      SELECT event_ms / 86400000, event_type, plate_color, status, response_status, count(*)
      FROM event GROUP BY 1, 2, 3, 4, 5`)
    db.run('UPDATE event_ledger SET created = created + ?', [count])
  })
}
