/**
 * `npm run audit:verify -- DATABASE_OR_EXPORT [HEAD]` (docs/audit-chain.md); ends with 1 where something was
 * found. DATABASE is a data folder or its audit.db, HEAD was written down earlier.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readDatabase } from '@parking/server/core/db.ts'
import { headText, readHead } from '@parking/server/system/audit/chain-hash.ts'
import { verifyDatabase, verifyExport } from '@parking/server/system/audit/verify-file.ts'

const [given = '', head = ''] = process.argv.slice(2)
const known = readHead(head)
const file = existsSync(given) && statSync(given).isDirectory() ? join(given, 'audit.db') : given
if (!existsSync(file) || (head !== '' && !known)) {
  console.error('npm run audit:verify -- DATABASE_OR_EXPORT [CHAIN:NUMBER:HASH]')
  process.exit(2)
}
const heads = known ? [known] : []
const main = join(dirname(file), 'parking.db')
const is_database = readFileSync(file).subarray(0, 15).toString('latin1') === 'SQLite format 3'
const verdict = is_database
  ? await verifyDatabase(readDatabase(file), {
      shown: existsSync(main) ? readDatabase(main) : undefined,
      known: heads,
    })
  : verifyExport(readFileSync(file, 'utf8').split('\n'), heads)

for (const { kind, first, last } of verdict.findings)
  console.log(`${kind}: ${first === last ? first : `${first} to ${last}`}`)
console.log(`${verdict.links} links, ${verdict.pruned} pruned`)
if (verdict.head) console.log(`head ${headText(verdict.head)}`)
console.log(verdict.findings.length === 0 ? 'nothing was altered' : 'THE CHAIN WAS ALTERED')
process.exitCode = verdict.findings.length === 0 ? 0 : 1
