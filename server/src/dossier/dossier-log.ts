/** Reads the part of the evidence log for a dossier: from the day before its first event to now. */
import type { SignedText } from '#src/core/proof-head.ts'
import type { ProofLog } from '#src/proof/proof-log.ts'
import {
  daysFrom,
  dayOfSeq,
  deviceLeaves,
  hashesFrom,
  knownKeys,
  openDayOf,
  type ClosedDay,
  type KnownKey,
  type LeafRow,
} from '#src/proof/proof-log.store.ts'

/** Maximum number of hashes in addition to those of the days with its own entries; 32 bytes each. */
const max_hashes = 100_000
const max_device_leaves = 2_000

export type DossierLog = {
  head: SignedText
  days: ClosedDay[]
  keys: KnownKey[]
  leaves: (LeafRow & { body: string })[]
  /** The hashes of all leaves of a day, by day number. */
  hashes: Map<number, Buffer>
}

/** Reads everything at one moment. `of_events`: the leaves of the events that still exist. */
export function logOf(proof_log: ProofLog, of_events: readonly LeafRow[]): DossierLog {
  const head = proof_log.head()
  const proof = proof_log.reader()
  const open = openDayOf(proof)
  if (!open) throw new Error('The evidence log has no day')
  const first_seq = Math.min(...of_events.map(({ seq }) => seq), open.first_seq + open.edge.size)
  const first_day = dayOfSeq(proof, first_seq) ?? open.day
  // Includes the day before, so that a clock that was set back since then is visible.
  const days = daysFrom(proof, first_day - 1)
  const from_seq = days[0]?.first_seq ?? open.first_seq
  const leaves = [...of_events, ...deviceLeaves(proof, from_seq, max_device_leaves)].filter(
    (leaf): leaf is LeafRow & { body: string } => leaf.body !== null,
  )
  const spans = [...days, { day: open.day, first_seq: open.first_seq, size: open.edge.size }]
  const holds = ({ first_seq: from, size }: (typeof spans)[number]) =>
    leaves.some(({ seq }) => seq >= from && seq < from + size)
  const hashes = new Map<number, Buffer>()
  let room = max_hashes
  // The newest days first: a head that was kept outside the device is more often a recent one.
  for (const span of spans.toReversed()) {
    if (!holds(span) && span.size > room) continue
    if (!holds(span)) room -= span.size
    hashes.set(span.day, Buffer.concat(hashesFrom(proof, span.first_seq, span.size)))
  }
  return { head, days, keys: knownKeys(proof), leaves: leaves.toSorted((a, b) => a.seq - b.seq), hashes }
}
