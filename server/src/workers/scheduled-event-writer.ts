/**
 * Creates the scheduled events of stays (docs/schedule.md): at the exact second, or when the device is back
 * or a stay is reported late. Sleeps until the next one is due; events and parameters wake it. The uuid
 * prevents duplicates. Long because reading, deciding and storing share what was read.
 */
import { log_type } from '@parking/contract'
import type { LotStates } from '../camera/lot-states.ts'
import type { CameraLooks } from '../camera/look.ts'
import { momentPictures } from '../camera/moment-pictures.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import {
  updatePlanHistory,
  readSoFar,
  reportedStays,
  lotsWithNewEvents,
  watchedLots,
  type ReportedStay,
  type Read,
  type WatchedLot,
} from '../schedule/scheduled-event-stays.store.ts'
import { markLateExit } from '../events/record/event-state.store.ts'
import { hasEvent } from '../events/record/event.store.ts'
import { storeOwnEvent, storeOwnEvents, uuidOf, type OwnEvent } from '../events/record/own-event.ts'
import { readParam } from '../params/param.store.ts'
import { zoneOfProcess } from '../core/stamp.ts'
import {
  scheduledEventsBetween,
  scheduledEventsOfStay,
  report_within_ms,
  type ScheduledEvent,
} from '../schedule/scheduled-events.ts'

type Needs = Deps & { lot_states: LotStates; looks: CameraLooks }

export type ScheduledEventWriterOptions = { picture_ms?: number }
export type ScheduledEventWriter = Part & {
  /** Runs now; resolves when everything due is stored. */
  runNow(): Promise<void>
}

/**
 * How long after its moment an event still gets a picture: a later one would not show the street of that
 * second.
 */
const picture_within_ms = 60_000
/** The clock and the state of the lots can change without a notification. */
const max_sleep_ms = 60_000
const window_ms = 1_000
const retry_ms = 10_000
const max_rows = 200

export function createScheduledEventWriter(
  deps: Needs,
  { picture_ms = 5_000 }: ScheduledEventWriterOptions = {},
): ScheduledEventWriter {
  const { db, bus, log } = deps
  const ending = new AbortController()
  const takeOf = momentPictures(deps, { within_ms: picture_ms, signal: ending.signal })
  /**
   * Lots whose stay is open although the analysis reports them vacant: their events wait until it reports
   * more.
   */
  const unseen = new Set<string>()
  let read: Read | undefined
  let last_run_ms = 0
  let rested = performance.now()
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()

  function runNow(): Promise<void> {
    clearTimeout(timer)
    const mine = work.then(async () => {
      if (ending.signal.aborted) return
      let sleep_ms = retry_ms
      try {
        sleep_ms = await runAt(deps.now())
      } catch (error) {
        read = undefined // start over: stored events are recognised by their uuid
        log.warn({ err: error }, 'scheduled events could not be made now')
      }
      rested = performance.now()
      sleep(sleep_ms)
    })
    work = mine
    return mine
  }

  function sleep(ms: number): void {
    if (ending.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(() => void runNow(), Math.min(Math.max(0, ms), max_sleep_ms))
  }

  /** Events come in bursts: one run handles them all. */
  let soon: NodeJS.Timeout | undefined
  function runSoon(): void {
    if (ending.signal.aborted) return
    soon ??= setTimeout(
      () => {
        soon = undefined
        void runNow()
      },
      Math.max(50, window_ms - (performance.now() - rested)),
    )
  }

  const recordPlans = (now: number) =>
    updatePlanHistory(db, readParam(deps, 'schedule_param').plans, zoneOfProcess(), now)

  /** Records immediately from when a plan is in force. */
  function changed(): void {
    try {
      recordPlans(deps.now())
    } catch (error) {
      log.warn({ err: error }, 'the plan in force could not be stored now') // the next run does
    }
    runSoon()
  }

  /** Returns after how many milliseconds to run again. */
  async function runAt(now: number): Promise<number> {
    const list = recordPlans(now)
    if (list.every(({ plans }) => plans.length === 0)) return max_sleep_ms
    const device_sn = (await deps.host.identity()).host_sn
    const scheduled = scheduledEventsBetween(list, now - report_within_ms, now)
    const read_now = readSoFar(db)
    const stored_until = read && lotsWithNewEvents(db, read)
    const timed = scheduled.filter(({ at_ms }) => at_ms > last_run_ms)
    const wanted = watchedLots(db).flatMap((lot): OwnEvent[] => {
      const from_ms = stored_until ? stored_until.get(lot.lot_no) : now - report_within_ms
      const whole = from_ms !== undefined || unseen.has(lot.lot_no)
      return whole || timed.length > 0
        ? scheduledEventsOfLot(lot, from_ms, whole ? scheduled : timed, device_sn)
        : []
    })
    read = read_now
    last_run_ms = now
    await storeAll(wanted, now)
    const next = scheduledEventsBetween(list, now, now + max_sleep_ms)[0]
    return next ? next.at_ms - deps.now() : max_sleep_ms
  }

  /** The events of a lot that are due and not stored yet. */
  function scheduledEventsOfLot(
    lot: WatchedLot,
    from_ms: number | undefined,
    scheduled: readonly ScheduledEvent[],
    device_sn: string,
  ): OwnEvent[] {
    unseen.delete(lot.lot_no)
    const vacant = deps.lot_states.get(lot.lot_no)?.occupied === false
    return reportedStays(db, lot, from_ms).flatMap((stay) => {
      const events = scheduledEventsOfStay(scheduled, stay.entry_ms, stay.end_ms)
        .map((event) => eventOf(lot, stay, event, device_sn))
        .filter(({ uuid }) => !hasEvent(db, uuid))
      if (stay.end === 'left') noteLate(lot, stay, scheduled, device_sn)
      // Either its exit is about to be reported, or the vehicle returns within `merge_seconds`; only then is
      // it clear whether to split the stay.
      if (stay.end !== 'open' || !vacant || events.length === 0) return events
      unseen.add(lot.lot_no)
      return []
    })
  }

  /**
   * An exit may be reported after a scheduled event that follows it. The platform has that event already, so
   * it stays and gets a comment.
   */
  function noteLate(
    lot: WatchedLot,
    stay: ReportedStay,
    scheduled: readonly ScheduledEvent[],
    device_sn: string,
  ): void {
    const late = scheduled
      .filter(({ at_ms }) => at_ms >= Math.floor(stay.end_ms / 1000) * 1000 && at_ms < stay.next_ms)
      .filter((event) => markLateExit(db, eventOf(lot, stay, event, device_sn).uuid))
    if (late.length > 0)
      log.warn(
        {
          log_type: log_type.service,
          what: 'cut_after_exit',
          lot_no: lot.lot_no,
          parking_no: lot.parking_no,
          cuts: late.length,
        },
        'an exit was reported after the plan had cut the stay',
      )
  }

  /**
   * For each camera: stores the events that are too old for a picture, then those due now, with one picture
   * for all of its lots.
   */
  async function storeAll(wanted: readonly OwnEvent[], now: number): Promise<void> {
    const by_camera = new Map<string, OwnEvent[]>()
    for (const event of wanted)
      by_camera.set(event.place.camera_sn, [...(by_camera.get(event.place.camera_sn) ?? []), event])
    const done = await Promise.allSettled(
      [...by_camera].map(async ([camera_sn, events]) => {
        const ordered = events.sort((a, b) => a.event_ms - b.event_ms || b.event_type - a.event_type)
        const old = ordered.filter(({ event_ms }) => event_ms <= now - picture_within_ms)
        for (let at = 0; at < old.length; at += max_rows) {
          storeOwnEvents(deps, old.slice(at, at + max_rows))
          await new Promise(setImmediate)
        }
        const fresh = ordered.slice(old.length)
        if (fresh.length === 0) return
        const picture = await takeOf(camera_sn).catch((error: unknown) => {
          log.info({ err: error, camera_sn }, 'scheduled events are stored without a picture')
          return undefined
        })
        for (const event of fresh) await storeOwnEvent(deps, event, picture)
      }),
    )
    const failed = done.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
  }

  let unsubscribe: (() => void)[] = []
  return {
    runNow,
    start() {
      unsubscribe = [bus.subscribe('queue', runSoon), bus.subscribe('params', changed)]
      void runNow()
    },
    async stop() {
      ending.abort()
      clearTimeout(timer)
      clearTimeout(soon)
      unsubscribe.forEach((off) => off())
      await work
    },
  }
}

/**
 * A lot for one car has one event of each type at a time, whichever vehicle stood there; in a lot for several
 * vehicles, each vehicle has its own.
 */
function eventOf(
  { motor_num, ...place }: WatchedLot,
  stay: ReportedStay,
  { at_ms, event_type }: ScheduledEvent,
  device_sn: string,
): OwnEvent {
  const uuid = uuidOf(
    'schedule-cut',
    device_sn,
    place.lot_no,
    at_ms,
    event_type,
    motor_num > 1 ? stay.entry_uuid : '',
  )
  return {
    uuid,
    event_ms: at_ms,
    event_type,
    plate_number: stay.plate_number,
    plate_color: stay.plate_color,
    comment: '',
    place,
  }
}
