/** What the analysis application was told of the parameters and what it said to that (docs/analysis-socket.md). Gone with its connection: the next one is told anew. */
import type { Db } from '../core/db.ts'
import { told_groups } from './param-groups.ts'
import { revisionOf } from '../core/settings.store.ts'

export type Problem = { field: string; issue: string }
type Revisions = Readonly<Record<string, number>>
type Ack = {
  /** Configurations that it was sent and has not answered, by number: each with the revisions of the groups in it. */
  sent: Map<number, Revisions>
  taken: { revisions: Revisions; problems: readonly Problem[]; taken_ms: number } | undefined
}

/** One that never answers must not make this grow. */
const max_open = 20
const acks = new WeakMap<Db, Ack>()

export function ackOf(db: Db): Ack {
  const known = acks.get(db)
  if (known) return known
  const made: Ack = { sent: new Map(), taken: undefined }
  acks.set(db, made)
  return made
}

/** Call it in the moment in which the configuration is read. */
export function noteSent(db: Db, revision: number): void {
  const { sent } = ackOf(db)
  sent.set(revision, Object.fromEntries(told_groups.map((group) => [group, revisionOf(db, group)])))
  for (const old of sent.keys()) if (sent.size > max_open) sent.delete(old)
}

/** False where it was never sent that one, or has answered a newer one. */
export function noteTaken(db: Db, revision: number, problems: readonly Problem[], now: number): boolean {
  const ack = ackOf(db)
  const revisions = ack.sent.get(revision)
  if (!revisions) return false
  for (const number of ack.sent.keys()) if (number <= revision) ack.sent.delete(number)
  ack.taken = { revisions, problems, taken_ms: now }
  return true
}

export function forgetAck(db: Db): void {
  const ack = ackOf(db)
  ack.sent.clear()
  ack.taken = undefined
}
