/**
 * The events of a day, and the changes of earlier days since the previous statement. Read from the evidence
 * log, so that a statement has the same content however late it is created.
 */
import type { Db } from '../core/db.ts'
import { dayOf } from '../core/stamp.ts'
import type { DueDay, LogDay } from './due-days.ts'
import { eventLeaves, firstLeafOf, leafUntil, uuidsBetween, type EventLeaf } from './statement.store.ts'

/** `status`: null if deleted. `seq`: the entry of the log that has this state. */
export type StatementEvent = {
  n: number
  uuid: string
  event_type: number | null
  event_ms: number | null
  status: number | null
  seq: number
}
/**
 * `day`: the day of the event; empty if its text is deleted. `was`: the previous status; null if the event
 * was unknown or gone.
 */
export type StatementChange = {
  uuid: string
  day: string
  event_type: number | null
  was: number | null
  status: number | null
  seq: number
}

export type Sources = { db: Db; proof: Db }
/** `before_seq`: the last entry of the previous statement. `stated`: days that have a statement. */
export type Since = { before_seq: number; stated: ReadonlySet<string> }

type Known = Pick<EventLeaf, 'kind' | 'event_type' | 'event_ms' | 'status' | 'deleted_by' | 'seq'>

const batch_size = 500

export async function statementRows(
  { db, proof }: Sources,
  { day, from_ms, to_ms, sealed_by }: DueDay,
  { before_seq, stated }: Since,
  closed: readonly LogDay[],
): Promise<{ events: StatementEvent[]; changes: StatementChange[] }> {
  const last_seq = sealed_by.first_seq + sealed_by.size - 1
  const first_date = new Date(from_ms).toISOString().slice(0, 10)
  const of_day = closed.filter(({ day: n, date }) => date >= first_date && n <= sealed_by.day)
  const first_seq = Math.min(before_seq + 1, ...of_day.map((one) => one.first_seq))
  const known = new Map<string, Known>()
  for (let after = first_seq - 1; ;) {
    const leaves = eventLeaves(proof, after, last_seq, batch_size)
    const last = leaves.at(-1)
    if (!last) break
    for (const leaf of leaves) known.set(leaf.uuid, joined(proof, known.get(leaf.uuid), leaf))
    after = last.seq
    await new Promise(setImmediate)
  }
  // Events whose time was ahead of the clock were logged before their day.
  for (const uuid of uuidsBetween(db, from_ms, to_ms)) {
    const leaf = known.has(uuid) ? undefined : leafUntil(proof, uuid, last_seq)
    if (leaf) known.set(uuid, joined(proof, undefined, leaf))
  }

  const events: Omit<StatementEvent, 'n'>[] = []
  const changes: StatementChange[] = []
  for (const [uuid, { event_type, event_ms, status, seq, kind, deleted_by }] of known) {
    const of = event_ms === null ? '' : dayOf(event_ms)
    if (of === day) events.push({ uuid, event_type, event_ms, status, seq })
    else if (seq > before_seq && (of < day || stated.has(of))) {
      const before = leafUntil(proof, uuid, before_seq)
      const is_same = before && before.status === status && (before.kind === 'gone') === (kind === 'gone')
      // Old events that the device itself deletes were billed long ago.
      const is_retention = kind === 'gone' && deleted_by === '' && before !== undefined
      if (!is_same && !is_retention)
        changes.push({ uuid, day: of, event_type, was: before?.status ?? null, status, seq })
    }
  }
  events.sort((a, b) => (a.event_ms ?? 0) - (b.event_ms ?? 0) || (a.uuid < b.uuid ? -1 : 1))
  changes.sort((a, b) => a.seq - b.seq)
  return { events: events.map((event, at) => ({ n: at + 1, ...event })), changes }
}

/** The known facts of an event after one more leaf; only its first leaf has its type and time. */
function joined(proof: Db, before: Known | undefined, leaf: EventLeaf): Known {
  const first = leaf.kind === 'event' ? leaf : (before ?? firstLeafOf(proof, leaf.uuid))
  return { ...leaf, event_type: first?.event_type ?? null, event_ms: first?.event_ms ?? null }
}

/** Counts by type and status, in this order; deleted events come last. */
export function countsOf(
  events: readonly StatementEvent[],
): { event_type: number | null; status: number | null; n: number }[] {
  const counts = new Map<string, { event_type: number | null; status: number | null; n: number }>()
  for (const { event_type, status } of events) {
    const key = `${event_type}/${status}`
    const count = counts.get(key) ?? { event_type, status, n: 0 }
    counts.set(key, { ...count, n: count.n + 1 })
  }
  const order = (value: number | null) => value ?? Number.MAX_SAFE_INTEGER
  return [...counts.values()].toSorted(
    (a, b) => order(a.event_type) - order(b.event_type) || order(a.status) - order(b.status),
  )
}
