/** What makes measured rates something else than those of one program over the whole time. */
import type { Db } from '../core/db.ts'

export type Circumstances = {
  /** When a factory restore last removed the events and with them the sample; null if none did. */
  cleared_ms: number | null
  /** Each change of the analysis program's model, oldest first. */
  models: { name: string; version: string; at_ms: number }[]
}

/** `proof`: the database of the evidence log, which outlives a restore. */
export const circumstancesSince = (db: Db, proof: Db, from_ms: number): Circumstances => ({
  cleared_ms:
    proof.get<{ at_ms: number | null }>(
      `SELECT max(body ->> '$.made.ms') AS at_ms FROM leaf WHERE uuid = '' AND kind = 'restored'
         AND body ->> '$.events' = 'removed' AND body ->> '$.made.ms' >= ?`,
      [from_ms],
    )?.at_ms ?? null,
  models: db.all('SELECT name, version, at_ms FROM model_use WHERE at_ms >= ? ORDER BY use_id', [from_ms]),
})
