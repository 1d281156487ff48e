/** Fills the table of stays in a database that `fillMillion` filled, as if they had been computed. */
import { markBit } from '@parking/contract'
import type { Db } from '@parking/server/core/db.ts'

/**
 * Writes one stay of about half an hour for each entry. One in two hundred is longer than a day, one in a
 * hundred lacks its exit and one in a hundred is doubtful. Computing four million stays from events would
 * take ten minutes.
 */
export function fillKeptStays(db: Db): void {
  const kept = db.all<{ type: string; name: string; sql: string }>(
    `SELECT type, name, sql FROM sqlite_schema
      WHERE type IN ('trigger', 'index') AND tbl_name = 'stay' AND sql IS NOT NULL`,
  )
  db.transaction(() => {
    for (const { type, name } of kept) db.run(`DROP ${type} ${name}`)
    db.run(
      `INSERT INTO stay (stay_id, lot_no, place_id, entry_id, exit_id, begin_ms, seen_ms, end_ms,
         plate_number, plate_key, marks, accepted)
       SELECT event_id, lot_no, place_id, event_id, NULL, event_ms, event_ms,
         event_ms + CASE WHEN r % 200 = 7 THEN 100000000 + r * 100000 ELSE 1200000 + r * 2400 END,
         plate_number, plate_key, CASE WHEN r < 10 THEN :missing WHEN r >= 990 THEN :doubtful ELSE 0 END, 0
       FROM (SELECT *, (event_id * 104729) % 1000 AS r FROM event NOT INDEXED) JOIN place USING (place_id)
       WHERE event_type = 1`,
      { missing: markBit('exit_missing'), doubtful: markBit('doubtful') },
    )
    for (const { sql } of kept) db.run(sql)
    db.run('DELETE FROM stay_tally')
    db.run(`INSERT INTO stay_tally
      SELECT irregular, count(*) FROM stay WHERE irregular <> 0 GROUP BY irregular`)
    db.run('DELETE FROM stay_due')
  })
}
