/** Attempts to upload or send an event, and their outcomes (migrations/0010). */
import type { AttemptOutcome, AttemptStep } from '@parking/contract'
import type { Db } from '#src/core/db.ts'

export type AttemptRow = {
  at_ms: number
  step: AttemptStep
  outcome: AttemptOutcome
  /** The target, without secrets. */
  address: string
  /** The peer's answer; at most 2,000 characters. */
  info: string
  took_ms: number
}

/** Records an attempt. False if the event has been deleted: then there is no result to settle either. */
export function recordAttempt(
  db: Db,
  event_id: number,
  { at_ms, step, outcome, address, info, took_ms }: AttemptRow,
): boolean {
  if (!db.get('SELECT 1 FROM event WHERE event_id = ?', [event_id])) return false
  db.run(
    `INSERT INTO event_attempt (event_id, at_ms, step, outcome, address, info, took_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [event_id, at_ms, step, outcome, withoutSecrets(address), info.slice(0, 2000), Math.round(took_ms)],
  )
  return true
}

/** The newest fifty attempts, oldest first. */
export const attemptsOf = (db: Db, event_id: number): AttemptRow[] =>
  db.all<AttemptRow>(
    `SELECT at_ms, step, outcome, address, info, took_ms FROM event_attempt WHERE event_id = ?
      ORDER BY attempt_id`,
    [event_id],
  )

/** How many attempts of a step are stored. */
export const triesOf = (db: Db, event_id: number, step: AttemptStep): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM event_attempt WHERE event_id = ? AND step = ?', [
    event_id,
    step,
  ])?.n ?? 0

/** Removes the query of an address, which often contains keys. */
function withoutSecrets(address: string): string {
  const url = URL.parse(address)
  return url ? `${url.protocol}//${url.host}${url.pathname}` : address
}
