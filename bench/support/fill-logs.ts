/**
 * Inserts log rows directly into a device's database, as if the device had run for months. The server must
 * not be running.
 */
import { join } from 'node:path'
import { openDatabase } from '@parking/server/core/db.ts'
import { insertLogs, type NewLog } from '@parking/server/system/log/log.store.ts'
import { root } from '#scripts/lib/root.mjs'

const levels = ['INFO', 'INFO', 'INFO', 'DEBUG', 'WARNING', 'INFO', 'ERROR'] as const

/** Adds `count` rows of all types, `apart_ms` apart and ending now. Adds the rows of `more` unchanged. */
export function fillLogs(
  folder: string,
  count: number,
  { apart_ms = 60_000, more = [] }: { apart_ms?: number; more?: readonly NewLog[] } = {},
): void {
  const db = openDatabase(join(folder, 'parking.db'), join(root, 'server/migrations'))
  const now = Date.now()
  for (let from = 0; from < count; from += 10_000) {
    insertLogs(
      db,
      Array.from({ length: Math.min(10_000, count - from) }, (_, at): NewLog => {
        const i = from + at
        const type = ([3, 3, 3, 1, 3, 4] as const)[i % 6] ?? 3
        return {
          timestamp_ms: now - (count - i) * apart_ms,
          type,
          level: levels[i % levels.length] ?? 'INFO',
          content: `camera ${i % 8}: frame ${i} taken in ${(i * 7919) % 90} ms`,
          detail: i % 6 === 3 ? { facts: { frame: i } } : undefined,
        }
      }),
    )
  }
  insertLogs(db, more)
  db.close()
}
