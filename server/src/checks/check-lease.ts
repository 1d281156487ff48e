/** Who has which event in hand, so that two who check do not look at the same one. In memory: after a restart nobody has any, and `seen_checks` decides who was first. */
import type { Db } from '../core/db.ts'

/** As long as an event is somebody's after it was last shown to them. */
const lease_ms = 60_000
/** Whoever has said nothing for this long has gone for coffee, whatever their page asks. */
const idle_ms = 5 * 60_000

type Lease = { session: string; username: string; until_ms: number }
type Hands = {
  leases: Map<string, Lease>
  /** When a session last said something, or first came. */ busy: Map<string, number>
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

/** The uuids that somebody else has in hand now. */
export const heldByOthers = (db: Db, { session }: Checker, now: number): string[] =>
  [...handsOf(db, now).leases].filter(([, lease]) => lease.session !== session).map(([uuid]) => uuid)

/** Who else has events in hand, and how many. */
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

/** What this session has in hand from now on: these, and nothing else. */
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

/** The session has said something of an event: it is nobody's any more, and they are at work. */
export function letGo(db: Db, { session }: Checker, uuid: string, now: number): void {
  const { leases, busy } = handsOf(db, now)
  leases.delete(uuid)
  busy.set(session, now)
}
