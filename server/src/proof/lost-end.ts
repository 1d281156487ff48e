/**
 * The end of the evidence log may be gone: an old copy was put back, or its last writes are missing. The main
 * database knows the last leaf, so this is found, and what was lost is recorded again.
 */
import type { DataFindings } from '#src/core/data-findings.ts'
import type { Db } from '#src/core/db.ts'
import { readSetting, writeSetting } from '#src/core/settings.store.ts'
import { lastLeaf, lastSeq } from './proof-log.store.ts'
import { todoSince } from './proof-todo.store.ts'

type Needs = { db: Db; findings: DataFindings; now: () => number }

/** The setting with the number of the last leaf of which the main database knows. */
const setting = 'proof_seq'
/** Clocks are set, and entries are made some seconds after what they say. */
const margin_ms = 3_600_000

/** When the last leaf was made; 0 without one, or if its text was deleted. */
export function lastMadeMs(proof: Db): number {
  const body = lastLeaf(proof)?.body
  return body ? (JSON.parse(body) as { made: { ms: number } }).made.ms : 0
}

export const noteLastLeaf = (proof: Db, { db, now }: Needs): void =>
  writeSetting(db, setting, lastSeq(proof), now())

/** Lists again what happened since the last leaf that is left, and reports it, if later ones are gone. */
export function recordLostEndAgain(proof: Db, needs: Needs): void {
  const { db, findings } = needs
  if (readSetting(db, setting, 0) <= lastSeq(proof)) return
  findings.report('proof.db', 'evidence_log_older')
  db.transaction(() => {
    todoSince(db, lastMadeMs(proof) - margin_ms)
    noteLastLeaf(proof, needs)
  })
}
