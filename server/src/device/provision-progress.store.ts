/** Which calls of the provisioning (server/src/provision.ts) are still to be made. */
import type { Db } from '../core/db.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

/** `left`: the indexes of these calls. `done`: all from this index on, as earlier versions wrote it. */
type Progress = { left: number[] } | { done: number }
const key = 'provision'

/** The indexes of the calls that are left of `count`; undefined if the database was never provisioned. */
export function callsLeft(db: Db, count: number): number[] | undefined {
  const progress = readSetting<Progress | null>(db, key, null)
  if (!progress) return undefined
  return 'left' in progress
    ? progress.left.filter((index) => index < count)
    : Array.from({ length: Math.max(0, count - progress.done) }, (_, n) => progress.done + n)
}

/** How many calls are left, for the first page. */
export function countCallsLeft(db: Db): number {
  const progress = readSetting<Progress | null>(db, key, null)
  return progress && 'left' in progress ? progress.left.length : 0
}

export const writeCallsLeft = (db: Db, left: number[], now: number): void =>
  writeSetting<Progress>(db, key, { left }, now)

/** Marks a new database for provisioning. */
export const expectProvision = ({ db, now }: { db: Db; now: () => number }): void =>
  writeSetting<Progress>(db, key, { done: 0 }, now())
