/** Counts of the decisions that could not be drawn for the sample (docs/accuracy.md). */
import type { UndrawnCause } from '@parking/contract'
import type { Db } from '../core/db.ts'

const hour_ms = 3_600_000
/** Number of counts that are kept, about 10 MB; older ones are deleted. No clock decides, so none can err. */
const max_counts = 200_000

/**
 * Counts a decision that cannot be drawn. Call inside the transaction that stores the event. `now`: the
 * device's time; while its clock is set back, decisions count in the newest hour that is known.
 */
export function countUndrawn(
  db: Db,
  { now, camera_sn, why }: { now: number; camera_sn: string; why: UndrawnCause },
): void {
  const newest = db.get<{ slot: number }>(
    `SELECT max(ifnull((SELECT max(slot) FROM accuracy_undrawn), 0),
       ifnull((SELECT max(event_ms) / ${hour_ms} FROM accuracy_sample), 0)) AS slot`,
  )
  const one = { slot: Math.max(Math.floor(now / hour_ms), newest?.slot ?? 0), camera_sn, why }
  const { changes } = db.run(
    `UPDATE accuracy_undrawn SET n = n + 1 WHERE slot = :slot AND camera_sn = :camera_sn AND why = :why`,
    one,
  )
  if (Number(changes) > 0) return
  db.run('INSERT INTO accuracy_undrawn (slot, camera_sn, why, n) VALUES (:slot, :camera_sn, :why, 1)', one)
  db.run(
    `DELETE FROM accuracy_undrawn WHERE slot <
       (SELECT slot FROM accuracy_undrawn ORDER BY slot DESC LIMIT 1 OFFSET ?)`,
    [max_counts],
  )
}

/** The decisions since a time, to the hour, that could not be drawn. */
export const undrawnSince = (db: Db, { from_ms, camera_sn }: { from_ms: number; camera_sn?: string }) =>
  db.all<{ why: UndrawnCause; n: number }>(
    `SELECT why, sum(n) AS n FROM accuracy_undrawn WHERE slot >= :from
        AND (:camera_sn IS NULL OR camera_sn = :camera_sn) GROUP BY why`,
    { from: Math.floor(from_ms / hour_ms), camera_sn: camera_sn ?? null },
  )
