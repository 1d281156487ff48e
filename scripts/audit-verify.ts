/**
 * `npm run audit:verify -- DATABASE_OR_EXPORT [--head HEAD]...` verifies the audit chain
 * (docs/audit-chain.md) and exits with 1 if it finds anything. DATABASE is a data folder or its audit.db;
 * HEAD is a chain head stored outside the device.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { headText, readHead } from '@parking/server/core/audit-head.ts'
import { databaseVersion, newestMigration, readDatabase } from '@parking/server/core/db.ts'
import { derivedKey } from '@parking/server/core/sealed/media-key.ts'
import { readKey } from '@parking/server/core/sealed/key-file.ts'
import { marks_purpose, openMarks } from '@parking/server/system/audit/marks.ts'
import { verifyDatabase, verifyExport } from '@parking/server/system/audit/verify-file.ts'

const { values, positionals } = parseArgs({
  options: { head: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
})
const [given = '', ...more] = positionals
const texts = [...values.head, ...more]
const known = texts.map(readHead).filter((head) => head !== undefined)
const file = existsSync(given) && statSync(given).isDirectory() ? join(given, 'audit.db') : given
if (!existsSync(file) || known.length < texts.length) {
  console.error('npm run audit:verify -- DATABASE_OR_EXPORT [--head CHAIN:NUMBER:HASH]...')
  process.exit(2)
}
const main = join(dirname(file), 'parking.db')
const key = join(dirname(file), 'media.key')
const migrations = join(import.meta.dirname, '..', 'server', 'migrations')
const main_version = existsSync(main) ? databaseVersion(readDatabase(main)).migration : undefined
const is_database = readFileSync(file).subarray(0, 15).toString('latin1') === 'SQLite format 3'
const verdict = is_database
  ? await verifyDatabase(readDatabase(file), {
      shown: existsSync(main) ? readDatabase(main) : undefined,
      known,
      // Triggers of another version are other ones.
      migrations: main_version === newestMigration(migrations) ? migrations : undefined,
      marks: existsSync(key) ? openMarks(derivedKey(readKey(key), marks_purpose)) : undefined,
    })
  : verifyExport(readFileSync(file, 'utf8').split('\n'), known)

for (const { kind, first, last } of verdict.findings)
  console.log(`${kind}: ${first === last ? first : `${first} to ${last}`}`)
console.log(`${verdict.links} links, ${verdict.pruned} pruned`)
if (verdict.head) console.log(`head ${headText(verdict.head)}`)
console.log(verdict.findings.length === 0 ? 'nothing was altered' : 'THE CHAIN WAS ALTERED')
process.exitCode = verdict.findings.length === 0 ? 0 : 1
