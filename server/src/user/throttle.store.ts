/** Counts of failed sign-ins (table throttle): by address and user, by address, and in total. */
import type { Db } from '../core/db.ts'

export type Count = { failures: number; until_ms: number; changed_ms: number }

export const countOf = (db: Db, key: string): Count | undefined =>
  db.get<Count>('SELECT * FROM throttle WHERE key = ?', [key])

/** Whether there is a count that ends after `now`. */
export const isCurrent = (db: Db, key: string, now: number): boolean =>
  db.get('SELECT 1 FROM throttle WHERE key = ? AND until_ms > ?', [key, now]) !== undefined

export function saveCount(db: Db, key: string, { failures, until_ms, changed_ms }: Count): void {
  db.run(
    `INSERT INTO throttle (key, failures, until_ms, changed_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET failures = excluded.failures, until_ms = excluded.until_ms,
       changed_ms = excluded.changed_ms`,
    [key, failures, until_ms, changed_ms],
  )
}

export const deleteCount = (db: Db, key: string): void =>
  void db.run('DELETE FROM throttle WHERE key = ?', [key])

export const deleteEveryCount = (db: Db): void => void db.run('DELETE FROM throttle')

/** Deletes counts without a pending wait that have not changed since `changed_before_ms`. */
export const deleteOldCounts = (db: Db, now: number, changed_before_ms: number): void =>
  void db.run('DELETE FROM throttle WHERE until_ms <= ? AND changed_ms <= ?', [now, changed_before_ms])

/** Subtracts one failure, and ends the wait. */
export const forgiveFailure = (db: Db, key: string, now: number): void =>
  void db.run('UPDATE throttle SET failures = failures - 1, until_ms = ? WHERE key = ? AND failures > 0', [
    now,
    key,
  ])

/** The address with the most failures among counts that have changed since `since_ms`. */
export const worstAddress = (db: Db, since_ms: number): { key: string; failures: number } | undefined =>
  db.get<{ key: string; failures: number }>(
    `SELECT key, failures FROM throttle WHERE key > 'address ' AND key < 'address!' AND changed_ms > ?
     ORDER BY failures DESC LIMIT 1`,
    [since_ms],
  )

/** Failures from all addresses, if that count has changed since `since_ms`; otherwise 0. */
export const allFailures = (db: Db, since_ms: number): number =>
  db.get<{ failures: number }>("SELECT failures FROM throttle WHERE key = 'global' AND changed_ms > ?", [
    since_ms,
  ])?.failures ?? 0
