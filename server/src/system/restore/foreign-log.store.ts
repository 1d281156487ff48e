/**
 * A write-ahead log of another time beside the main database. SQLite accepts an intact one and puts those
 * pages back, old ones among new ones. It is recognised by counters that never go down.
 */
import { lstatSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DataFindings } from '#src/core/data-findings.ts'
import { readDatabase } from '#src/core/db.ts'
import { setAside } from '#src/core/files/state-file.ts'

/**
 * Sets it aside before anything is opened, and reports it. With its own log the database is never older than
 * without. Leaves everything as it is if either cannot be read.
 */
export function setForeignLogAside(folder: string, findings: DataFindings): void {
  const file = join(folder, 'parking.db')
  const log = `${file}-wal`
  if (!lstatSync(log, { throwIfNoEntry: false })?.isFile() || statSync(log).size === 0) return
  const alone = pathToFileURL(file)
  alone.searchParams.set('immutable', '1') // without its log
  try {
    const [before, after] = [countersOf(file, alone), countersOf(file, file)]
    // A log with a newer schema is later: a migration may restart the counters.
    if (after.get(schema)! > before.get(schema)!) return
    if (![...before].some(([name, count]) => (after.get(name) ?? count) < count)) return
  } catch {
    return // needMainDatabase says why
  }
  setAside(log)
  rmSync(`${file}-shm`, { force: true }) // an index of that log
  findings.report('parking.db-wal', 'database_log')
}

const schema = 'schema'

/**
 * The number of the schema, ids of the log and of other tables, events ever created, and writes of the
 * witness of the audit chain.
 */
function countersOf(file: string, url: string | URL): Map<string, number> {
  const db = readDatabase(file, url)
  try {
    const counters = db.all<{ name: string; count: number }>(
      `SELECT name, seq AS count FROM sqlite_sequence
       UNION ALL SELECT '${schema}', user_version FROM pragma_user_version
       UNION ALL SELECT 'event_ledger', created FROM event_ledger
       UNION ALL SELECT 'audit_witness', revision FROM settings WHERE key = 'audit_witness'`,
    )
    return new Map(counters.map(({ name, count }) => [name, count]))
  } finally {
    db.close()
  }
}
