/**
 * The schedule of faults, derived from a seed alone. An action is due at a number of acknowledged events,
 * never at a time.
 */
import type { PlatformBehaviour } from '@parking/sim/peers/platform/platform.ts'
import type { StorageBehaviour } from '@parking/sim/peers/storage/s3-peer.ts'
import { createRng, type Rng } from '@parking/sim/street/rng.ts'

/** In a `storm` each request may meet a different fault. */
export type PlatformCondition = PlatformBehaviour | 'storm'
export type StorageCondition = StorageBehaviour | 'off' | 'storm'

export type Action = { at: number } & (
  | { do: 'platform'; condition: PlatformCondition }
  | { do: 'storage'; condition: StorageCondition }
  /** kill -9 after this many milliseconds; optionally again during the restart. */
  | { do: 'kill'; after_ms: number; again_ms: number | undefined }
  /**
   * Fills the disk, with `prepare` unreported pictures in the spool folder, until `refusals` reports were
   * refused for lack of space.
   */
  | { do: 'fill'; prepare: number; refusals: number }
  /** An administrator deletes sent events. */
  | { do: 'delete'; count: number }
  /** An administrator puts refused events back into the queue. */
  | { do: 'resume' }
  /** The application repeats acknowledged events. */
  | { do: 'repeat'; count: number }
)

const platform_outages: readonly PlatformCondition[] = [
  'down',
  'stall',
  'drop',
  'break',
  'twice',
  'error',
  'garbage',
  'throttle',
  'redirect',
  'busy',
  'refuse',
  'expire',
]
const storage_outages: readonly StorageCondition[] = [
  'off',
  'hangs',
  'cuts',
  'page',
  'full',
  'busy',
  'error',
  'keeps_and_fails',
  'keeps_and_cuts',
]

/** The actions in order. The last 5 % of the events meet no faults. */
export function makeSchedule(seed: number, events: number): Action[] {
  const rng = createRng(seed)
  const end = Math.floor(events * 0.95)
  const somewhere = () => Math.floor(rng.between(events * 0.03, end))
  const many = (count: number) => Array.from({ length: count })
  const actions: Action[] = [
    ...conditions(rng, platform_outages, 'accept', events, end).map(({ at, condition }): Action => ({
      at,
      do: 'platform',
      condition,
    })),
    ...conditions(rng, storage_outages, 'answers', events, end).map(({ at, condition }): Action => ({
      at,
      do: 'storage',
      condition,
    })),
    ...many(Math.max(3, Math.round(events / 2_500))).map((_, n): Action => ({
      at: somewhere(),
      do: 'kill',
      after_ms: rng.whole(250),
      again_ms: n % 4 === 3 ? rng.whole(500) : undefined,
    })),
    ...many(Math.max(1, Math.round(events / 15_000))).map((): Action => ({
      at: somewhere(),
      do: 'fill',
      prepare: Math.ceil(Math.min(600, events / 10)),
      refusals: 200 + rng.whole(1_000),
    })),
    ...many(Math.max(1, Math.round(events / 8_000))).map((): Action => ({
      at: somewhere(),
      do: 'delete',
      count: 1 + rng.whole(5),
    })),
    ...many(Math.max(2, Math.round(events / 2_000))).map((): Action => ({
      at: somewhere(),
      do: 'repeat',
      count: 1 + rng.whole(8),
    })),
    ...many(Math.max(1, Math.round(events / 10_000))).map((): Action => ({ at: somewhere(), do: 'resume' })),
  ]
  return actions.toSorted((one, other) => one.at - other.at)
}

/** Repeats: normal, an outage, a storm. Every kind of outage occurs before any occurs twice. */
function conditions<W extends string>(
  rng: Rng,
  kinds: readonly W[],
  good: W,
  events: number,
  end: number,
): { at: number; condition: W | 'storm' }[] {
  const unit = Math.max(8, events / 120)
  const list: { at: number; condition: W | 'storm' }[] = []
  let deck: W[] = []
  for (let at = unit * rng.next(); at < end;) {
    if (deck.length === 0) deck = shuffled(rng, kinds)
    const long = rng.whole(6) === 0 ? 4 : 1
    list.push({ at: Math.floor(at), condition: deck.pop() ?? good })
    at += unit * long * rng.between(0.3, 1)
    list.push({ at: Math.floor(at), condition: 'storm' })
    at += unit * rng.between(0.5, 1.5)
    list.push({ at: Math.floor(at), condition: good })
    at += unit * rng.between(0.5, 1.5)
  }
  return [...list.filter(({ at }) => at < end), { at: end, condition: good }]
}

function shuffled<T>(rng: Rng, list: readonly T[]): T[] {
  return list
    .map((one) => ({ one, by: rng.next() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ one }) => one)
}

/**
 * Picks the fault of each request in a storm; one request in eight meets a fault. Silence is rare, since it
 * occupies a connection for ten seconds.
 */
export function storm<M extends string>(seed: number, faults: readonly M[], silence: M): () => M | undefined {
  const rng = createRng(seed)
  return () => {
    const roll = rng.next()
    return roll < 0.002 ? silence : roll < 0.125 ? rng.pick(faults) : undefined
  }
}
