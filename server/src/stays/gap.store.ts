/** Reads and writes gaps in the observation (migrations/0007, 0025). */
import type { AlarmKind, GapKind } from '@parking/contract'
import type { Db } from '../core/db.ts'

type AlarmSpan = { kind: AlarmKind; subject: string; since_ms: number; recovered_ms: number | null }

/** Alarms of these kinds that overlap a time span. */
export const alarmSpans = (db: Db, kinds: readonly string[], from_ms: number, to_ms: number): AlarmSpan[] =>
  db.all<AlarmSpan>(
    `SELECT kind, subject, since_ms, recovered_ms FROM alarm
      WHERE kind IN (SELECT value FROM json_each(?)) AND since_ms < ? AND ifnull(recovered_ms, ?) > ?`,
    [JSON.stringify(kinds), to_ms, to_ms, from_ms],
  )

export type ClockGap = { kind: GapKind; from_ms: number; to_ms: number; step_ms: number }

/** Gaps while the device was off, and clock steps, that overlap a time span. */
export const clockGaps = (db: Db, from_ms: number, to_ms: number): ClockGap[] =>
  db.all<ClockGap>(
    'SELECT kind, from_ms, to_ms, step_ms FROM clock_gap WHERE to_ms >= ? AND from_ms <= ? ORDER BY from_ms',
    [from_ms, to_ms],
  )

/** Number of gaps that are kept; older ones are deleted. */
const max_gaps = 2_000

export function insertClockGap(db: Db, gap: ClockGap): void {
  const { lastInsertRowid } = db.run(
    'INSERT INTO clock_gap (kind, from_ms, to_ms, step_ms) VALUES (:kind, :from_ms, :to_ms, :step_ms)',
    gap,
  )
  db.run('DELETE FROM clock_gap WHERE gap_id <= ?', [Number(lastInsertRowid) - max_gaps])
}
