/** Counts of the decisions that could not be drawn for the sample (docs/accuracy.md). */
import type { UndrawnCause } from '@parking/contract'
import type { Db } from '../core/db.ts'

const hour_ms = 3_600_000
/** Longer than any report. */
const undrawn_hours = 400 * 24

/** Counts a decision that cannot be drawn. Call inside the transaction that stores the event. */
export function countUndrawn(
  db: Db,
  { event_ms, camera_sn, why }: { event_ms: number; camera_sn: string; why: UndrawnCause },
): void {
  const slot = Math.floor(event_ms / hour_ms)
  db.run(
    `INSERT INTO accuracy_undrawn (slot, camera_sn, why, n) VALUES (?, ?, ?, 1)
       ON CONFLICT DO UPDATE SET n = n + 1`,
    [slot, camera_sn, why],
  )
  db.run('DELETE FROM accuracy_undrawn WHERE slot < ?', [slot - undrawn_hours])
}

/** The decisions of a time range, to the hour, that could not be drawn. `to_ms` is exclusive. */
export const undrawnIn = (
  db: Db,
  { from_ms, to_ms, camera_sn }: { from_ms: number; to_ms: number; camera_sn?: string },
) =>
  db.all<{ why: UndrawnCause; n: number }>(
    `SELECT why, sum(n) AS n FROM accuracy_undrawn WHERE slot >= :from AND slot < :to
        AND (:camera_sn IS NULL OR camera_sn = :camera_sn) GROUP BY why`,
    {
      from: Math.floor(from_ms / hour_ms),
      to: Math.ceil(to_ms / hour_ms),
      camera_sn: camera_sn ?? null,
    },
  )
