/** Reads and changes what the running device has stored, as the clock or an attacker with the disk would. */
import { join } from 'node:path'
import { openDatabase, type Db } from '@parking/server/core/db.ts'
import { root } from '#scripts/lib/root.mjs'
import type { Target } from './target.ts'

export function withDatabase<T>({ data }: Target, work: (db: Db) => T): T {
  const db = openDatabase(join(data, 'parking.db'), join(root, 'server/migrations'))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** No password of any session counts as typed lately. */
export const makeStale = (target: Target): void =>
  withDatabase(target, (db) => void db.run('UPDATE sessions SET fresh_ms = 0'))

/** Every session counts as typed in just now. */
export const makeFresh = (target: Target): void =>
  withDatabase(target, (db) => void db.run('UPDATE sessions SET fresh_ms = ?', [Date.now()]))

/** The guesses that have been counted are forgotten, so that rows do not disturb each other. */
export const forgetGuesses = (target: Target): void =>
  withDatabase(target, (db) => void db.run('DELETE FROM throttle'))
