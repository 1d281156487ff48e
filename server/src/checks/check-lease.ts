/**
 * Leases of events on the check desk, so that two users do not check the same event. They are kept in memory
 * and do not survive a restart; `seen_checks` decides which check came first.
 */
import type { CallContext } from '../core/call-context.ts'

/** A lease ends this long after its event was last requested. */
const lease_ms = 60_000
/** A session that has made no decision for this long gets no leases, however often its page requests them. */
const idle_ms = 5 * 60_000
const forget_session_ms = 60 * 60_000

export type Checker = { session: string; username: string }
type Lease = Checker & { until_ms: number }

export const checkerOf = ({ session }: Pick<CallContext, 'session'>): Checker => ({
  session: session.id,
  username: session.username,
})

export class CheckLeases {
  /** Key: the uuid of the event. */
  readonly #leases = new Map<string, Lease>()
  /** When each session last decided on an event, or first requested one. */
  readonly #active = new Map<string, number>()

  /** The uuids of the events that other sessions have leased. */
  heldByOthers({ session }: Checker, now: number): string[] {
    this.#expire(now)
    return [...this.#leases].filter(([, lease]) => lease.session !== session).map(([uuid]) => uuid)
  }

  /** The users of other sessions with leases, and how many each has. */
  otherCheckers({ session }: Checker, now: number): { username: string; count: number }[] {
    this.#expire(now)
    const counts = new Map<string, number>()
    for (const lease of this.#leases.values())
      if (lease.session !== session) counts.set(lease.username, (counts.get(lease.username) ?? 0) + 1)
    return [...counts].map(([username, count]) => ({ username, count }))
  }

  /** Gives this session leases on exactly these events; its other leases end. */
  acquire({ session, username }: Checker, uuids: readonly string[], now: number): void {
    this.#expire(now)
    for (const [uuid, lease] of this.#leases) if (lease.session === session) this.#leases.delete(uuid)
    const since = this.#active.get(session) ?? now
    this.#active.set(session, since)
    if (now - since > idle_ms) return
    for (const uuid of uuids) this.#leases.set(uuid, { session, username, until_ms: now + lease_ms })
  }

  /** Ends the lease of an event on which the session has decided, and marks the session as active. */
  release({ session }: Checker, uuid: string, now: number): void {
    this.#expire(now)
    this.#leases.delete(uuid)
    this.#active.set(session, now)
  }

  #expire(now: number): void {
    for (const [uuid, { until_ms }] of this.#leases) if (until_ms <= now) this.#leases.delete(uuid)
    for (const [session, ms] of this.#active) if (now - ms > forget_session_ms) this.#active.delete(session)
  }
}
