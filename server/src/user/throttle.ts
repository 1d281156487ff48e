/**
 * Slows down password guessing, and never locks an account:
 * failures are counted by user and address, by address, and in all.
 */
import { createHash } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import type { Db } from '../core/db.ts'
import {
  allFailures,
  countOf,
  deleteCount,
  deleteOldCounts,
  forgiveFailure,
  isCurrent,
  saveCount,
  worstAddress,
  type Count,
} from './throttle.store.ts'

/**
 * Past the free attempts each failure starts a wait that doubles; during a wait no password is tried, right
 * or wrong.
 * The counts are in the database, so a restart does not reset them. A persistent attacker gets 5 attempts and
 * then one a minute for each user and address, 20 and then one a minute for each address, 100 and then one
 * every 5 s in all.
 */
type Limit = { free: number; first_ms: number; max_ms: number; forget_ms: number }
const limits = {
  pair: { free: 5, first_ms: 1_000, max_ms: 60_000, forget_ms: 15 * 60_000 },
  address: { free: 20, first_ms: 1_000, max_ms: 60_000, forget_ms: 15 * 60_000 },
  global: { free: 100, first_ms: 250, max_ms: 5_000, forget_ms: 15 * 60_000 },
} as const satisfies Record<string, Limit>
/**
 * The limit in all does not apply to an address with a sign-in
 * in this time, so a flood does not lock the owner out.
 */
const known_ms = 30 * 86_400_000

type Key = { key: string; limit: Limit }

/**
 * An attempt that may proceed. It counts as a failure from its
 * start, so parallel attempts gain nothing, until it succeeds.
 */
export type Attempt = { succeeded(): void }

/** Starts an attempt, or answers for how many milliseconds to wait. */
export function startAttempt(
  db: Db,
  username: string,
  ip: string,
  now: number,
): Attempt | { wait_ms: number } {
  // An IPv6 network counts as one address: its owner has 2^64 of them.
  const address = normalizeIP(ip)
  const known = isCurrent(db, `known ${address}`, now)
  const keys: Key[] = [
    { key: `pair ${address} ${digestOf(username)}`, limit: limits.pair },
    { key: `address ${address}`, limit: limits.address },
    ...(known ? [] : [{ key: 'global', limit: limits.global }]),
  ]
  return db.transaction(() => {
    deleteOldCounts(db, now, now - limits.pair.forget_ms)
    const counts = keys.map(({ key }) => countOf(db, key))
    // A clock that was set back must not make a wait longer than it ever was.
    const waits = keys.map(({ limit }, i) => Math.min((counts[i]?.until_ms ?? 0) - now, limit.max_ms))
    const wait_ms = Math.max(...waits)
    if (wait_ms > 0) return { wait_ms }
    for (const [i, { key, limit }] of keys.entries()) charge(db, key, limit, counts[i], now)
    return { succeeded: () => succeed(db, keys, `known ${address}`, now) }
  })
}

/**
 * Failures of the worst address within the last quarter of an
 * hour, for the alarms; an empty `address` means many addresses.
 */
export function guessing(db: Db, now: number): { failures: number; address: string } {
  const since = now - limits.address.forget_ms
  const worst = worstAddress(db, since)
  const all = allFailures(db, since)
  // Many addresses that fail a little each are an attack too, from three times as many failures on.
  if (all / 3 > (worst?.failures ?? 0)) return { failures: Math.floor(all / 3), address: '' }
  return worst
    ? { failures: worst.failures, address: worst.key.slice('address '.length) }
    : { failures: 0, address: '' }
}

/** Not the name itself: people type their password into the wrong field. */
const digestOf = (username: string): string => createHash('sha256').update(username).digest('hex')

function charge(db: Db, key: string, limit: Limit, count: Count | undefined, now: number): void {
  const failures = (count?.failures ?? 0) + 1
  const wait =
    failures < limit.free
      ? 0
      : Math.min(limit.max_ms, limit.first_ms * 2 ** Math.min(failures - limit.free, 20))
  saveCount(db, key, { failures, until_ms: now + wait, changed_ms: now })
}

function succeed(db: Db, keys: Key[], known: string, now: number): void {
  db.transaction(() => {
    for (const { key, limit } of keys) {
      if (limit === limits.pair) deleteCount(db, key)
      else forgiveFailure(db, key, now)
    }
    saveCount(db, known, { failures: 0, until_ms: now + known_ms, changed_ms: now })
  })
}
