/** What the evidence log records of an event: what was seen, by which program, by which clocks. */
import { event_type as event_types } from '@parking/contract'
import type { Clocks } from '#src/clocks/clocks.ts'
import type { Deps } from '#src/core/deps.ts'
import type { HeartbeatState } from '#src/platform/heartbeat-state.ts'
import { retentionDays } from '#src/retention/retention.store.ts'
import { stateOf, takenIn } from './event-facts.ts'
import type { ProvenEvent } from './proof-todo.store.ts'

export type ProofNeeds = Pick<
  Deps,
  'db' | 'folder' | 'now' | 'log' | 'bus' | 'host' | 'boot_id' | 'version' | 'media' | 'findings'
> & {
  heartbeat: HeartbeatState
  /** The connected analysis application, and the model that it works with. */
  program: () => SeenBy | null
  clocks: Clocks
  /** The monotonic clock in milliseconds; another one for tests. */
  mono?: (() => number) | undefined
}

/** `model`: the SHA-256 of its model; empty if the program does not name one. */
export type SeenBy = { name: string; version: string; model: string }

/**
 * `sn`: the serial number of the device. `seen`: it was just recorded; otherwise the program and the clocks
 * of its time are not known any more.
 */
export function leafOf(event: ProvenEvent, sn: string, needs: ProofNeeds, seen: boolean): object {
  const { db, version, clocks, heartbeat } = needs
  const unseen = event.typed === 1 || !seen
  return {
    ...takenIn(db, event),
    state: stateOf(db, event),
    device: {
      sn,
      version,
      program: unseen || event.event_type > event_types.exit ? null : needs.program(),
      retention: retentionDays(needs),
    },
    // No clock stands behind a time that a user typed.
    clock: unseen ? null : (clocks.reference() ?? heartbeat.current.clock),
    camera_clock: unseen ? null : clocks.camera(event.camera_sn),
  }
}
