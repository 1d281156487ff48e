/**
 * Leases of events on the check desk, so that two users do not check the same one. They are in memory:
 * after a restart no user has any, and `seen_checks` decides which check came first.
 */
import type { Db } from '../core/db.ts'

/** How long a lease holds after the event was last shown to its user. */
const lease_ms = 60_000
/** A user without a check for this long gets no more leases, although the page goes on asking. */
const idle_ms = 5 * 60_000

type Lease = { session: string; username: string; until_ms: number }
type Hands = {
  leases: Map<string, Lease>
  /** When a session last sent a check, or first asked for events. */ busy: Map<string, number>
}

/** By database, so that two servers in one process (tests) do not share it. */
const all = new WeakMap<Db, Hands>()

function handsOf(db: Db, now: number): Hands {
  const hands = all.get(db) ?? { leases: new Map(), busy: new Map() }
  all.set(db, hands)
  for (const [uuid, { until_ms }] of hands.leases) if (until_ms <= now) hands.leases.delete(uuid)
  for (const [session, ms] of hands.busy) if (now - ms > 60 * 60_000) hands.busy.delete(session)
  return hands
}

export type Checker = { session: string; username: string }

/** The uuids that other sessions have leased. */
export const heldByOthers = (db: Db, { session }: Checker, now: number): string[] =>
  [...handsOf(db, now).leases].filter(([, lease]) => lease.session !== session).map(([uuid]) => uuid)

/** The other users with leases, and how many each has. */
export function otherCheckers(
  db: Db,
  { session }: Checker,
  now: number,
): { username: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const lease of handsOf(db, now).leases.values())
    if (lease.session !== session) counts.set(lease.username, (counts.get(lease.username) ?? 0) + 1)
  return [...counts].map(([username, count]) => ({ username, count }))
}

/** Replaces the leases of this session. */
export function takeInHand(
  db: Db,
  { session, username }: Checker,
  uuids: readonly string[],
  now: number,
): void {
  const { leases, busy } = handsOf(db, now)
  for (const [uuid, lease] of leases) if (lease.session === session) leases.delete(uuid)
  const since = busy.get(session) ?? now
  busy.set(session, since)
  if (now - since > idle_ms) return
  for (const uuid of uuids) leases.set(uuid, { session, username, until_ms: now + lease_ms })
}

/** The session has checked an event: its lease ends, and the session counts as active. */
export function letGo(db: Db, { session }: Checker, uuid: string, now: number): void {
  const { leases, busy } = handsOf(db, now)
  leases.delete(uuid)
  busy.set(session, now)
}
