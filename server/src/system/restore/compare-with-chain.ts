/**
 * Compares the main database with the audit chain when the server starts: each may have been replaced by an
 * old copy of itself.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Head } from '#src/core/audit-head.ts'
import type { DataFindings } from '#src/core/data-findings.ts'
import { readDatabase, type Db } from '#src/core/db.ts'
import { hasUsers } from '#src/user/user.store.ts'
import { newestId } from '../log/log.store.ts'
import { continueIdsAfter, headOf, lastLogId } from '../audit/chain.store.ts'
import { witnessIn } from '../audit/witness.ts'

/**
 * Reports whichever is older. Returns `empty` if the main database has no user although the chain has rows:
 * then it is not the database of this device.
 */
export function compareWithChain(db: Db, folder: string, findings: DataFindings): 'empty' | 'checked' {
  const chain = chainIn(folder)
  if (!chain) return 'checked'
  if (chain.log_id > newestId(db)) {
    if (!hasUsers(db)) return 'empty'
    findings.report('parking.db', 'database_older')
    continueIdsAfter(db, chain.log_id)
  }
  const known = witnessIn(db)
  if (known && chain.head?.chain_id === known.chain_id && chain.head.seq < known.seq)
    findings.report('audit.db', 'chain_older')
  return 'checked'
}

/** Ensures that every new row of the log gets a link: ids that the chain knows are not used again. */
export function continueAfterChain(db: Db, folder: string): void {
  continueIdsAfter(db, chainIn(folder)?.log_id ?? 0)
}

/** Undefined without a readable chain: opening it for writing reports that (chain.ts). */
function chainIn(folder: string): { log_id: number; head: Head | undefined } | undefined {
  const file = join(folder, 'audit.db')
  if (!existsSync(file)) return undefined
  try {
    const chain = readDatabase(file)
    try {
      return { log_id: lastLogId(chain), head: headOf(chain) }
    } finally {
      chain.close()
    }
  } catch {
    return undefined
  }
}
