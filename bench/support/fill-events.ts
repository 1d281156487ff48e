/**
 * Inserts parking events directly into a device's database, as if the device had run for years. The server
 * must not be running.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '@parking/server/core/db.ts'
import { root } from '#scripts/lib/root.mjs'

const lots = 64
const statuses = [2, 2, 2, 2, 2, 2, 2, 2, 3, 8]
const colors = ['blue', 'green', 'yellow', 'white', 'unknown']

/**
 * Adds `count` events, one per minute until now, over 64 lots of 8 cameras. Nine of ten have been sent, and
 * none is queued.
 */
export function fillEvents(folder: string, count: number): void {
  const db = openDatabase(join(folder, 'parking.db'), join(root, 'server/migrations'))
  const now = Date.now()
  // The rows get their final status at once, which this trigger would not allow.
  const { sql } = db.get<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE name = 'event_first'")!
  db.run('DROP TRIGGER event_first')
  db.transaction(() => {
    for (let lot = 0; lot < lots; lot++) {
      const camera = Math.floor(lot / 8) + 1
      db.run(
        'INSERT OR IGNORE INTO place (parking_no, camera_sn, camera_name, scene_id, lot_no) ' +
          'VALUES (?, ?, ?, ?, ?)',
        [`P-${camera}`, `BENCH-${camera}`, `Bench ${camera}`, `scene-${camera}`, `B${lot}`],
      )
    }
    const places = db
      .all<{ place_id: number }>("SELECT place_id FROM place WHERE camera_sn LIKE 'BENCH-%'")
      .map((row) => row.place_id)
    for (let i = 0; i < count; i++) {
      const at = now - (count - i) * 60_000
      const plate = `粤B${String(10_000 + ((i * 7919) % 90_000))}`
      db.run(
        `INSERT INTO event
           (uuid, event_ms, create_ms, place_id, event_type, plate_number, plate_key, plate_color, confidence,
            status, count_tried, next_try_ms, send_ms, response_ms, response_status, response_info)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, 0, 'ok')`,
        [
          randomUUID(),
          at,
          at + 900,
          places[i % places.length] ?? 1,
          i % 2 ? 3 : 1,
          plate,
          plate,
          colors[i % colors.length] ?? 'blue',
          97,
          statuses[i % statuses.length] ?? 2,
          at,
          at + 950,
          at + 990,
        ],
      )
    }
  })
  db.run(sql)
  db.close()
}
