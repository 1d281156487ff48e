/**
 * A write-ahead log of another time or another device beside a database. SQLite accepts any intact one and
 * puts its pages among those of the file. It is recognised by what its own log never takes away.
 */
import { lstatSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DataFindings } from '#src/core/data-findings.ts'
import { databaseFaultIn, fileAlone, readDatabase, type Db, type Value } from '#src/core/db.ts'
import { setAside } from '#src/core/sealed/state-file.ts'

/** Each row of `read`, from the file alone, must satisfy `holds` once the log is read. */
type Lasting = { read: string; holds: string }

/** Counters never go down; the newest rows and the identity never change. */
const lasting: Readonly<Record<string, readonly Lasting[]>> = {
  'parking.db': [
    {
      // A log with a newer schema is later: a migration may restart the counters.
      read: 'SELECT name, seq, user_version FROM sqlite_sequence, pragma_user_version',
      holds: `SELECT 1 FROM pragma_user_version LEFT JOIN sqlite_sequence ON name = ?
              WHERE coalesce(seq, 9e15) >= ? OR user_version > ?`,
    },
    {
      read: 'SELECT created, user_version FROM event_ledger, pragma_user_version',
      holds: `SELECT 1 FROM event_ledger, pragma_user_version WHERE created >= ? OR user_version > ?`,
    },
    {
      read: "SELECT revision FROM settings WHERE key = 'audit_witness'",
      holds: `SELECT 1 WHERE NOT EXISTS
                (SELECT 1 FROM settings WHERE key = 'audit_witness' AND revision < ?)`,
    },
    {
      // `accept-loss` removes the digest of a key, and a restore replaces the whole file.
      read: "SELECT key, value FROM settings WHERE key IN ('media_key_check', 'secret_key_check')",
      holds: 'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM settings WHERE key = ? AND value <> ?)',
    },
    {
      read: 'SELECT id, timestamp_ms FROM log ORDER BY id DESC LIMIT 1',
      holds: 'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM log WHERE id = ? AND timestamp_ms <> ?)',
    },
  ],
  'audit.db': [
    { read: 'SELECT chain_id FROM chain', holds: 'SELECT 1 FROM chain WHERE chain_id = ?' },
    {
      read: 'SELECT seq, hash FROM link ORDER BY seq DESC LIMIT 1',
      holds: 'SELECT 1 FROM link WHERE seq = ? AND hash = ?',
    },
  ],
  'proof.db': [
    { read: 'SELECT log_id FROM log', holds: 'SELECT 1 FROM log WHERE log_id = ?' },
    {
      read: 'SELECT (SELECT max(seq) FROM leaf), day, edge FROM log',
      holds: `SELECT 1 FROM log
              WHERE (SELECT max(seq) FROM leaf) > ?1 OR day > ?2 OR (day = ?2 AND edge = ?3)`,
    },
    {
      read: 'SELECT seq, hash FROM leaf ORDER BY seq DESC LIMIT 1',
      holds: 'SELECT 1 FROM leaf WHERE seq = ? AND hash = ?',
    },
    {
      read: 'SELECT number, hash FROM statement ORDER BY number DESC LIMIT 1',
      holds: 'SELECT 1 FROM statement WHERE number = ? AND hash = ?',
    },
  ],
}

/**
 * Sets such logs aside before anything is opened, and reports each. Leaves a log as it is if the database
 * cannot be read without it.
 */
export function setForeignLogsAside(folder: string, findings: DataFindings): void {
  for (const [name, rules] of Object.entries(lasting)) {
    const file = join(folder, name)
    const log = `${file}-wal`
    if (!lstatSync(log, { throwIfNoEntry: false })?.isFile() || statSync(log).size === 0) continue
    if (!isForeign(file, rules)) continue
    setAside(log)
    rmSync(`${file}-shm`, { force: true }) // an index of that log
    findings.report(basename(log), 'database_log')
  }
}

function isForeign(file: string, rules: readonly Lasting[]): boolean {
  let before: Value[][][]
  try {
    before = reading(file, fileAlone(file), (db) =>
      rules.map(({ read }) => db.all(read).map(Object.values<Value>)),
    )
  } catch {
    return false // its opening says why
  }
  try {
    const keeps = reading(file, file, (db) =>
      rules.every(({ holds }, at) => before[at]!.every((row) => db.get(holds, row) !== undefined)),
    )
    if (!keeps) return true
  } catch {
    // Pages of another database are read as damage.
  }
  return databaseFaultIn(file) !== undefined && databaseFaultIn(file, 'alone') === undefined
}

function reading<T>(file: string, url: string | URL, read: (db: Db) => T): T {
  const db = readDatabase(file, url)
  try {
    return read(db)
  } finally {
    db.close()
  }
}
