/**
 * Slows down password guessing, and never locks an account. A browser that the user has signed in from is
 * limited separately, and an address without failures gets one try despite the account's wait
 * (docs/decisions/0037).
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
} from './throttle.store.ts'

/**
 * After the free attempts, each failure starts a wait that doubles. During a wait, no password is checked,
 * not even the right one. The counts are in the database, so a restart does not reset them.
 */
type Limit = { free: number; first_delay_ms: number; max_delay_ms: number; forget_ms: number }
const limits = {
  /** One user from one address: 5 attempts, then one a minute. */
  pair: { free: 5, first_delay_ms: 1_000, max_delay_ms: 60_000, forget_ms: 15 * 60_000 },
  address: { free: 20, first_delay_ms: 1_000, max_delay_ms: 60_000, forget_ms: 15 * 60_000 },
  /** One user from all addresses: 20 attempts, then one every 30 s. */
  account: { free: 20, first_delay_ms: 1_000, max_delay_ms: 30_000, forget_ms: 15 * 60_000 },
  /** All users from all addresses. */
  global: { free: 100, first_delay_ms: 250, max_delay_ms: 5_000, forget_ms: 15 * 60_000 },
  /** A session that asks for the password again. */
  session: { free: 5, first_delay_ms: 1_000, max_delay_ms: 60_000, forget_ms: 15 * 60_000 },
} as const satisfies Record<string, Limit>
/** An address with a successful sign-in within this time is not affected by failures from other addresses. */
const known_address_ms = 30 * 86_400_000
/** After this many failures within this time, a known browser is treated as unknown until they expire. */
const max_browser_failures = 10
const browser_ms = 3_600_000
/**
 * An address without a failure in this time has one try
 * despite the account's wait: one per second in total ...
 */
const fresh_ms = 86_400_000
const fresh_step_ms = 1_000
/** ... and at most this many per day. */
const max_fresh_tries = 1_000

type Key = { key: string; limit: Limit }

/**
 * An attempt that may proceed. It counts as a failure until it succeeds, so parallel attempts gain nothing.
 */
export type Attempt = { succeeded(): void }
export type Throttled = { wait_ms: number }

/**
 * Starts an attempt, or returns how many milliseconds to wait. `browser`: the id of the user's known browser
 * that makes the attempt (user/known-browser.ts).
 */
export function startAttempt(
  db: Db,
  username: string,
  ip: string,
  now: number,
  browser?: string,
): Attempt | Throttled {
  // An IPv6 network counts as one address, because its owner has 2^64 addresses.
  const address = normalizeIP(ip)
  const digest = digestOf(username)
  return db.transaction(() => {
    deleteOldCounts(db, now, now - limits.pair.forget_ms)
    if (browser !== undefined) {
      const attempt = startBrowserAttempt(db, `browser ${browser}`, now)
      if (attempt) return attempt
    }
    const here: Key[] = [
      { key: `pair ${address} ${digest}`, limit: limits.pair },
      { key: `address ${address}`, limit: limits.address },
    ]
    const everywhere: Key[] = [
      { key: `account ${digest}`, limit: limits.account },
      { key: 'global', limit: limits.global },
    ]
    const known = `known ${address} ${digest}`
    const is_known = isCurrent(db, known, now)
    const wait_here = waitOf(db, here, now)
    if (wait_here > 0) return { wait_ms: wait_here }
    const wait_everywhere = is_known ? 0 : waitOf(db, everywhere, now)
    if (wait_everywhere > 0) {
      const wait_ms = freshWait(db, address, now)
      if (wait_ms === undefined) return { wait_ms: wait_everywhere }
      if (wait_ms > 0) return { wait_ms: Math.min(wait_ms, wait_everywhere) }
      takeFreshTry(db, now)
    }
    const keys = is_known || wait_everywhere > 0 ? here : [...here, ...everywhere]
    for (const { key, limit } of keys) charge(db, key, limit, now)
    const before = isCurrent(db, `failed ${address}`, now)
    saveCount(db, `failed ${address}`, { failures: 1, until_ms: now + fresh_ms, changed_ms: now })
    return {
      succeeded: () => {
        succeed(db, keys, known, now)
        if (!before) deleteCount(db, `failed ${address}`)
      },
    }
  })
}

/**
 * Like `startAttempt`, for a signed-in user who types the password again. Other users' failures do not count.
 */
export function startSessionAttempt(db: Db, session: string, now: number): Attempt | Throttled {
  const key = { key: `session ${session}`, limit: limits.session }
  return db.transaction(() => {
    const wait_ms = waitOf(db, [key], now)
    if (wait_ms > 0) return { wait_ms }
    charge(db, key.key, key.limit, now)
    return { succeeded: () => deleteCount(db, key.key) }
  })
}

/** Undefined if the browser has failed too often. It is then treated as unknown. */
function startBrowserAttempt(db: Db, key: string, now: number): Attempt | undefined {
  const count = countOf(db, key)
  const failures = count && count.until_ms > now ? count.failures : 0
  if (failures >= max_browser_failures) return undefined
  const until_ms = failures === 0 ? now + browser_ms : Math.min(count!.until_ms, now + browser_ms)
  saveCount(db, key, { failures: failures + 1, until_ms, changed_ms: now })
  return { succeeded: () => deleteCount(db, key) }
}

/** Limits the wait to its maximum, because the clock may have been set back. */
const waitOf = (db: Db, keys: readonly Key[], now: number): number =>
  Math.max(
    ...keys.map(({ key, limit }) => Math.min((countOf(db, key)?.until_ms ?? 0) - now, limit.max_delay_ms)),
  )

/** How long an address without failures must wait for its try. Undefined for an address that has used it. */
function freshWait(db: Db, address: string, now: number): number | undefined {
  if (isCurrent(db, `failed ${address}`, now)) return undefined
  const day = countOf(db, 'fresh day')
  if (day && day.until_ms > now && day.failures >= max_fresh_tries) return undefined
  return Math.min((countOf(db, 'fresh')?.until_ms ?? 0) - now, fresh_step_ms)
}

function takeFreshTry(db: Db, now: number): void {
  saveCount(db, 'fresh', { failures: 0, until_ms: now + fresh_step_ms, changed_ms: now })
  const day = countOf(db, 'fresh day')
  const running = day !== undefined && day.until_ms > now
  saveCount(db, 'fresh day', {
    failures: running ? day.failures + 1 : 1,
    until_ms: running ? Math.min(day.until_ms, now + fresh_ms) : now + fresh_ms,
    changed_ms: now,
  })
}

/** Failures of the worst address in the last 15 minutes, for the alarms. Empty `address`: many addresses. */
export function worstSignInFailures(db: Db, now: number): { failures: number; address: string } {
  const since = now - limits.address.forget_ms
  const worst = worstAddress(db, since)
  const all = allFailures(db, since)
  // Many addresses with a few failures each are an attack too, at three times as many failures.
  if (all / 3 > (worst?.failures ?? 0)) return { failures: Math.floor(all / 3), address: '' }
  return worst
    ? { failures: worst.failures, address: worst.key.slice('address '.length) }
    : { failures: 0, address: '' }
}

/** The name itself is not stored, because users sometimes type their password into the wrong field. */
const digestOf = (username: string): string => createHash('sha256').update(username).digest('hex')

function charge(db: Db, key: string, limit: Limit, now: number): void {
  const failures = (countOf(db, key)?.failures ?? 0) + 1
  const wait =
    failures < limit.free
      ? 0
      : Math.min(limit.max_delay_ms, limit.first_delay_ms * 2 ** Math.min(failures - limit.free, 20))
  saveCount(db, key, { failures, until_ms: now + wait, changed_ms: now })
}

function succeed(db: Db, keys: Key[], known: string, now: number): void {
  db.transaction(() => {
    for (const { key, limit } of keys) {
      if (limit === limits.pair) deleteCount(db, key)
      else forgiveFailure(db, key, now)
    }
    saveCount(db, known, { failures: 0, until_ms: now + known_address_ms, changed_ms: now })
  })
}
