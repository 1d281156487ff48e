/** The whitelist in the database: network addresses in normalized form. */
import type { Db } from '../core/db.ts'

export type Entry = { address: string; comment: string; create_ms: number }

export const listEntries = (db: Db): Entry[] =>
  db.all<Entry>('SELECT * FROM whitelist ORDER BY create_ms, address')

export function addEntries(
  db: Db,
  entries: readonly { address: string; comment: string }[],
  now: number,
): void {
  db.transaction(() => {
    for (const { address, comment } of entries)
      db.run('INSERT INTO whitelist VALUES (?, ?, ?)', [address, comment, now])
  })
}

export function deleteEntries(db: Db, addresses: readonly string[]): void {
  db.run('DELETE FROM whitelist WHERE address IN (SELECT value FROM json_each(?))', [
    JSON.stringify(addresses),
  ])
}
