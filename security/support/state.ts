/** Reads and changes the stored data of the running device, as time would, or an attacker with the disk. */
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

/** Makes every session one whose password was typed long ago. */
export const makeStale = (target: Target): void =>
  withDatabase(target, (db) => void db.run('UPDATE sessions SET fresh_ms = 0'))

/** Makes every session one whose password was typed just now. */
export const makeFresh = (target: Target): void =>
  withDatabase(target, (db) => void db.run('UPDATE sessions SET fresh_ms = ?', [Date.now()]))

/** Clears the counted guesses, so that rows do not disturb each other. */
export const forgetGuesses = (target: Target): void =>
  withDatabase(target, (db) => void db.run('DELETE FROM throttle'))
