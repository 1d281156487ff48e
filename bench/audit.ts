/**
 * `npm run bench:audit`: what the audit chain costs, as ratios to the same work without it: writing a log row
 * with and without its link in the chain, verifying the chain, and deleting with and without overwriting.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataFindings } from '@parking/server/core/data-findings.ts'
import { openDatabase, type Db } from '@parking/server/core/db.ts'
import { openLog } from '@parking/server/core/log.ts'
import { AuditChain } from '@parking/server/system/audit/chain.ts'
import { verifyDatabase } from '@parking/server/system/audit/verify-file.ts'
import { LogWriter } from '@parking/server/system/log/log-writer.ts'
import { root } from '../scripts/lib/root.mjs'
import { median, printTable } from './support/figures.ts'

const rows = 2_000
const rounds = 5
const deleted = 20_000

const folder = mkdtempSync(join(tmpdir(), 'parking-bench-'))
const migrations = join(root, 'server/migrations')
const detail = {
  call: '/api/device/set_basic_info',
  username: 'admin',
  ip: '192.0.2.7',
  result: 0,
  before: { name: '深南大道-01' },
  after: { name: '深南大道-02' },
}

/** Milliseconds per row. Each row is a transaction of its own, forced to the disk, as in a real call. */
async function write(log_writer: LogWriter, wake?: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  for (let at = 0; at < rows; at++) {
    log_writer.audit('INFO', `set_basic_info ${at}`, { what: 'call', ...detail })
    await wake?.()
  }
  return (performance.now() - begun) / rows
}

/**
 * Milliseconds to delete all rows of 300 bytes in batches of a thousand, until the last batch is on the disk.
 */
function erase(db: Db, secure: boolean): number {
  db.run('CREATE TABLE IF NOT EXISTS doomed (id INTEGER PRIMARY KEY, content TEXT)')
  db.transaction(() => {
    for (let at = 0; at < deleted; at++)
      db.run('INSERT INTO doomed (content) VALUES (?)', [`${at} `.padEnd(300, 'x')])
  })
  db.run(`PRAGMA secure_delete = ${secure ? 'ON' : 'OFF'}`)
  const begun = performance.now()
  while (db.run('DELETE FROM doomed WHERE id IN (SELECT id FROM doomed LIMIT 1000)').changes > 0);
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  return performance.now() - begun
}

try {
  const db = openDatabase(join(folder, 'parking.db'), migrations)
  const log_writer = new LogWriter(Date.now)
  const log = openLog('silent')
  const media = { keyFor: () => randomBytes(32) }
  const chain = new AuditChain({ db, folder, now: Date.now, log, media, findings: new DataFindings(log) })
  log_writer.open(db, chain.marks)
  const times = { plain: [] as number[], linked: [] as number[] }
  // The two alternate, so that a busy machine slows both.
  for (let round = 0; round < rounds; round++) {
    times.plain.push(await write(log_writer))
    await chain.caughtUp()
    times.linked.push(await write(log_writer, () => chain.caughtUp()))
  }
  const { seq } = chain.head()
  const begun = performance.now()
  const { findings } = await verifyDatabase(chain.reader(), { shown: db })
  const verified = performance.now() - begun
  if (findings.length > 0) throw new Error(`The chain does not verify: ${JSON.stringify(findings)}`)
  const kept = statSync(join(folder, 'audit.db')).size
  chain.close()
  const erased = { on: [] as number[], off: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    erased.off.push(erase(db, false))
    erased.on.push(erase(db, true))
  }
  db.close()
  const [plain, linked] = [median(times.plain), median(times.linked)]
  const [on, off] = [median(erased.on), median(erased.off)]
  console.log(`Medians of ${rounds} rounds in turn; every row is forced to the disk:`)
  printTable([
    ['', 'ms', 'ratio'],
    ['floor: a user row of the log', plain.toFixed(3), '1.00'],
    ['the same row, and its link in the chain', linked.toFixed(3), (linked / plain).toFixed(2)],
    [`verifying a chain of ${seq} links against the log, for a link`, (verified / seq).toFixed(4), ''],
    [`bytes of the chain for a row with its content`, (kept / seq).toFixed(0), ''],
    [`floor: ${deleted} rows deleted and forgotten`, off.toFixed(0), '1.00'],
    ['the same, overwritten (secure_delete)', on.toFixed(0), (on / off).toFixed(2)],
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
