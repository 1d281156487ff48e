/**
 * Takes the pictures of `timer_mode` and reports them as events (docs/events.md), aligned to the clock. One
 * picture of a camera serves all events due for it. Missed intervals are not caught up: a later picture
 * proves nothing.
 */
import { log_type, timer_mode } from '@parking/contract'
import type { LotStates } from '../camera/lot-states.ts'
import { LogThrottle } from '../core/flow/log-throttle.ts'
import { cameraBySn } from '../camera/camera.store.ts'
import type { CameraLooks } from '../camera/look.ts'
import { momentPictures } from '../camera/moment-pictures.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { vehicleOnLot, watchedLots } from '../schedule/scheduled-event-stays.store.ts'
import { storeOwnEvent, uuidOf } from '../events/record/own-event.ts'
import { readParam } from '../params/param.store.ts'
import { capturesOf, seenOf, slotOf, type Capture, type TimerLot } from '../schedule/timer-due.ts'
import { CameraError } from '../ports/camera-port.ts'

type Needs = Deps & { lot_states: LotStates; looks: CameraLooks }

export type TimerCaptureOptions = { picture_ms?: number }
export type TimerCapture = Part & {
  /** Runs now; resolves when everything due is stored or has failed. */
  runNow(): Promise<void>
}

/** The state kept between runs. Another mode or interval resets it. */
type Mark = { mode: number; ms: number; slot: number; seen: Map<string, string> }

/** The clock can change without a notification. */
const max_sleep_ms = 60_000
/** After this delay a picture would not show the moment that was due. */
const late_ms = 30_000

export function createTimerCapture(
  deps: Needs,
  { picture_ms = 5_000 }: TimerCaptureOptions = {},
): TimerCapture {
  const { db, bus, log } = deps
  const ending = new AbortController()
  const takeOf = momentPictures(deps, { within_ms: picture_ms, signal: ending.signal })
  /** A camera that never answers is logged once an hour. */
  const throttle = new LogThrottle(3_600_000)
  /** Captures in progress by camera: a camera that hangs gets no other request before its timeout. */
  const in_progress = new Map<string, Promise<void>>()
  let mark: Mark | undefined
  let timer: NodeJS.Timeout | undefined

  async function runNow(): Promise<void> {
    if (ending.signal.aborted) return
    clearTimeout(timer)
    try {
      runAt(deps.now())
    } catch (error) {
      log.warn({ err: error }, 'timer pictures could not be checked now')
    }
    sleep()
    await Promise.all(in_progress.values())
  }

  function sleep(): void {
    const now = deps.now()
    const wait_ms = mark ? (slotOf(now, mark.ms) + 1) * mark.ms - now : max_sleep_ms
    timer = setTimeout(() => void runNow(), Math.min(wait_ms, max_sleep_ms))
  }

  function runAt(now: number): void {
    const { timer_mode: mode, timer_seconds } = readParam(deps, 'alg_param')
    if (mode === timer_mode.off) return void (mark = undefined)
    const ms = timer_seconds * 1000
    const slot = slotOf(now, ms)
    const before = mark
    if (before && before.mode === mode && before.ms === ms && before.slot === slot) return
    const lots = watchedLots(db).map(({ motor_num: _, ...place }): TimerLot => ({
      place,
      state: deps.lot_states.get(place.lot_no),
    }))
    mark = { mode, ms, slot, seen: seenOf(lots, before?.seen) }
    // The first run after a change, and after the clock was set back, only sets the baseline.
    if (
      !before ||
      before.mode !== mode ||
      before.ms !== ms ||
      slot < before.slot ||
      now - slot * ms > Math.min(late_ms, ms / 2)
    )
      return
    const by_camera = new Map<string, Capture[]>()
    for (const capture of capturesOf(mode, lots, before.seen))
      by_camera.set(capture.place.camera_sn, [...(by_camera.get(capture.place.camera_sn) ?? []), capture])
    for (const [camera_sn, captures] of by_camera)
      if (!in_progress.has(camera_sn)) startCapture(camera_sn, captures, `${slot} of ${ms}`)
  }

  function startCapture(camera_sn: string, captures: readonly Capture[], moment: string): void {
    const mine = capture(camera_sn, captures, moment)
      .catch((error: unknown) => {
        if (!ending.signal.aborted) logFailure(camera_sn, error)
      })
      .finally(() => in_progress.delete(camera_sn))
    in_progress.set(camera_sn, mine)
  }

  async function capture(camera_sn: string, captures: readonly Capture[], moment: string): Promise<void> {
    const picture = await takeOf(camera_sn)
    const event_ms = deps.now()
    const device_sn = (await deps.host.identity()).host_sn
    for (const { event_type, place, plate_number, subject } of captures) {
      const uuid = uuidOf('timer', device_sn, subject, moment, event_type)
      const who =
        plate_number === ''
          ? { plate_number: '', plate_color: 'unknown' }
          : vehicleOnLot(db, place.lot_no, plate_number)
      await storeOwnEvent(deps, { uuid, event_ms, event_type, ...who, comment: '', place }, picture)
    }
  }

  function logFailure(camera_sn: string, error: unknown): void {
    if (!(error instanceof CameraError))
      return log.warn({ err: error, camera_sn }, 'timer pictures could not be stored')
    const times = throttle.count(camera_sn, deps.now())
    if (times === undefined) return
    const camera_name = cameraBySn(db, camera_sn)?.camera_name ?? ''
    log.warn(
      {
        log_type: log_type.alarm,
        what: 'timer_no_picture',
        camera_sn,
        camera_name,
        step: error.step,
        why: error.message,
        times,
      },
      'a camera gave no timer picture',
    )
  }

  let unsubscribe: (() => void) | undefined
  return {
    runNow,
    start() {
      unsubscribe = bus.subscribe('params', () => void runNow())
      void runNow()
    },
    async stop() {
      ending.abort()
      clearTimeout(timer)
      unsubscribe?.()
      await Promise.all(in_progress.values())
    },
  }
}
