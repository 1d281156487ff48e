/**
 * Keeps the queue in line with the settings (docs/events.md): releases events that wait for an address, a
 * check or an object storage once the reason is gone, and holds events that have a new reason to wait.
 */
import { charge_mode, event_status } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { hasPending, isUnseen, processedEvents, strandedUploads } from '../events/record/event-queue.store.ts'
import {
  holdEvents,
  lanes,
  moveEvent,
  releaseEvents,
  releaseUnchecked,
  retryRefused,
} from '../events/record/event-state.store.ts'
import { afterProcessing, nextStatus, pathRules, type PathRules } from '../events/record/next-status.ts'
import { readParam } from '../params/param.store.ts'

/** Number of events changed in one transaction: some ten milliseconds of work. */
const at_once = 1000
const retry_ms = 1_000

export function createQueueSync(deps: Deps): Part {
  const { db, bus, log } = deps
  let soon: NodeJS.Immediate | undefined
  let timer: NodeJS.Timeout | undefined
  /** Whether events may have to be released: set by a change, cleared when none is left. */
  let changed = true
  let refused = false

  const checkSoon = () => {
    soon ??= setImmediate(() => {
      soon = undefined
      try {
        const moved = runBatch()
        if (moved > 0) bus.emit('ready')
        if (moved >= at_once) checkSoon()
      } catch (error) {
        log.error({ err: error }, 'the event queue could not be adapted to the settings')
        clearTimeout(timer)
        timer = setTimeout(checkSoon, retry_ms)
      }
    })
  }

  /** Runs one batch of the work; returns how many events changed. */
  function runBatch(): number {
    const now = deps.now()
    const rules = pathRules(deps)
    const moved = lanes.reduce<number>(
      (sum, lane) =>
        sum + (!rules.reachable[lane] && hasPending(db, lane) ? holdEvents(db, lane, at_once, now) : 0),
      0,
    )
    if (moved > 0 || (!changed && !refused)) return moved
    const released = release(rules, now)
    if (released < at_once) changed = refused = false
    return released
  }

  function release(rules: PathRules, now: number): number {
    const { plate_type } = readParam(deps, 'alg_param')
    let moved = rules.stored ? 0 : leaveStorage(rules, now)
    if (moved < at_once && rules.mode !== charge_mode.delayed)
      moved += releaseUnchecked(db, { charge_mode: rules.mode, plate_type }, at_once, now)
    for (const lane of lanes)
      if (moved < at_once && rules.reachable[lane]) moved += releaseEvents(db, lane, at_once, now)
    if (moved < at_once && refused) moved += retryRefused(db, at_once, now)
    return moved
  }

  /** The object storage is not configured any more: the events are sent with their pictures in the body. */
  function leaveStorage(rules: PathRules, now: number): number {
    return db.transaction(() => {
      const stranded = strandedUploads(db, at_once)
      for (const { event_id, event_type } of stranded) {
        const next = nextStatus(
          rules,
          { event_type, media: false, waits: isUnseen(db, event_id) },
          'storage_gone',
        )
        moveEvent(db, event_id, event_status.awaiting_upload, next, now, next.reason === 'waits_for_check')
      }
      return stranded.length
    })
  }

  const settingsChanged = () => {
    changed = true
    checkSoon()
  }
  const platformChanged = () => {
    refused = true
    settingsChanged()
  }
  let unsubscribe: (() => void)[] = []
  return {
    start() {
      unsubscribe = [
        bus.subscribe('queue', checkSoon),
        bus.subscribe('ready', checkSoon),
        bus.subscribe('resume', settingsChanged),
        bus.subscribe('params', settingsChanged),
        bus.subscribe('platform', platformChanged),
      ]
      for (const event_id of processedEvents(db)) afterProcessing(deps, event_id)
      checkSoon()
    },
    stop() {
      clearTimeout(timer)
      if (soon) clearImmediate(soon)
      unsubscribe.forEach((off) => off())
    },
  }
}
