/**
 * Fetches a picture of every camera every ten seconds and derives its state (spec §4: offline, online,
 * error); failing ones get a part of the concurrent requests. Keeps those that are shown or judged.
 * Long because the schedule, the state and the check of a camera share one loop.
 */
import { openedCamera } from '../camera/camera-secrets.ts'
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { camera_state, log_type, type CameraStep } from '@parking/contract'
import { isWanted, type CameraLooks } from '../camera/look.ts'
import { allCameras, cameraBySn, setState, setStills, type CameraRow } from '../camera/camera.store.ts'
import { createPictureJudge, type PictureJudgeOptions } from '../camera/health/picture-judge.ts'
import {
  changed,
  no_flaps,
  settled,
  stateAfterCheck,
  type Flaps,
  type PendingState,
  type Seen,
} from '../camera/health/look-state.ts'
import type { SignInRests } from '../camera/sign-in-rests.ts'
import { storePicture, loadPictureTimes } from '../camera/picture-file.ts'
import { patient_ms, pictureUrlOf, takePicture } from '../camera/take-picture.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { CameraError } from '../ports/camera-port.ts'

type Needs = Deps & { looks: CameraLooks; sign_ins: SignInRests }

export type CameraWatchOptions = PictureJudgeOptions & {
  every_ms?: number
  /** Number of cameras that are checked at the same time. */
  at_once?: number
  /**
   * Number of checks that must disagree with the shown state before it changes: one lost picture is not
   * enough.
   */
  confirmations?: number
}

/**
 * A picture from a stream costs a process, so a camera whose pictures come from there is checked this many
 * times less often.
 */
const stream_interval_factor = 6

type Watched = {
  /** `waiting` until it is due, or `looking`: being checked now. */
  phase: 'waiting' | 'looking'
  due_ms: number
  /** Whether the last check failed. */
  last: 'well' | 'failed'
  pending: PendingState | undefined
  flaps: Flaps
  /** When the current state began. Another reason for the same outage does not restart it. */
  since_ms: number
}

export function createCameraWatch(
  deps: Needs,
  { every_ms = 10_000, at_once = 16, confirmations = 2, ...judging }: CameraWatchOptions = {},
): Part {
  const { db, log, bus, looks, sign_ins } = deps
  const watched = new Map<string, Watched>()
  const under_way = new Set<Promise<void>>()
  const judge = createPictureJudge(log, judging)
  const ending = new AbortController()
  setMaxListeners(0, ending.signal) // one listener for each picture in progress
  const failed_at_once = Math.max(1, Math.floor(at_once / 2))
  let timer: NodeJS.Timeout | undefined

  /**
   * Brings the list up to date with the stored cameras. New cameras are spread over one interval, so that
   * they are not all checked at once.
   */
  function refresh(): void {
    const rows = allCameras(db)
    const known = new Set(rows.map((row) => row.camera_sn))
    for (const camera_sn of watched.keys()) {
      if (known.has(camera_sn)) continue
      watched.delete(camera_sn)
      judge.forget(camera_sn)
    }
    for (const [at, { camera_sn, state, state_ms }] of rows.entries()) {
      const seen = looks.get(camera_sn)?.look_ms ?? 0
      const first = seen === 0 ? (every_ms * at) / Math.max(10, rows.length) : every_ms
      if (!watched.has(camera_sn))
        watched.set(camera_sn, {
          phase: 'waiting',
          due_ms: performance.now() + first,
          last: state === camera_state.online ? 'well' : 'failed',
          pending: undefined,
          flaps: no_flaps,
          since_ms: state_ms,
        })
    }
    startDueChecks()
  }

  /** Starts the checks that are due and sets the timer for the next one. */
  function startDueChecks(): void {
    if (ending.signal.aborted) return
    clearTimeout(timer)
    const now = performance.now()
    const waiting = [...watched]
      .filter(([, entry]) => entry.phase === 'waiting')
      .sort(([, a], [, b]) => a.due_ms - b.due_ms)
    let failed = [...watched.values()].filter(
      (entry) => entry.phase === 'looking' && entry.last === 'failed',
    ).length
    for (const [camera_sn, entry] of waiting) {
      if (under_way.size >= at_once) return // the end of a check schedules again
      if (entry.due_ms > now) {
        timer = setTimeout(startDueChecks, entry.due_ms - now + 1)
        return
      }
      if (entry.last === 'failed' && failed >= failed_at_once) continue
      if (entry.last === 'failed') failed++
      begin(camera_sn, entry)
    }
  }

  function begin(camera_sn: string, entry: Watched): void {
    entry.phase = 'looking'
    const look = checkCamera(camera_sn, entry).catch((error: unknown) =>
      log.error({ err: error, camera_sn }, 'a camera could not be checked'),
    )
    under_way.add(look)
    void look.then(() => {
      under_way.delete(look)
      if (ending.signal.aborted) return // the database may be closed by now
      entry.phase = 'waiting'
      // A state about to change is checked sooner, so that waiting for confirmation costs little time.
      const row = cameraBySn(db, camera_sn)
      const from_stream = row !== undefined && (pictureUrlOf(row) === '' || row.stills !== '')
      const interval_ms = every_ms * (from_stream ? stream_interval_factor : 1)
      entry.due_ms = Math.max(
        entry.due_ms + (entry.pending ? interval_ms / 4 : interval_ms),
        performance.now(),
      )
      startDueChecks()
    })
  }

  async function checkCamera(camera_sn: string, entry: Watched): Promise<void> {
    const row = cameraBySn(db, camera_sn)
    if (!row) return
    const failure = await fetchAndStore(row, entry)
    if (ending.signal.aborted || !isSame(row, cameraBySn(db, camera_sn))) return
    looks.set(camera_sn, { picture_ms: 0, ...looks.get(camera_sn), look_ms: deps.now() })
    // It answers, and serves others: that is no fault of the camera, and no proof that a fault is over.
    if (failure?.reason === 'session_limit') return
    entry.last = failure ? 'failed' : 'well'
    const shown: Seen = { state: row.state, reason: row.state_reason }
    const look: Seen = failure
      ? { state: isAway(failure.step) ? camera_state.offline : camera_state.error, reason: failure.step }
      : { state: camera_state.online, reason: '' }
    const { show, pending } = stateAfterCheck(shown, entry.pending, look, confirmations)
    entry.pending = pending
    if (show !== shown && setState(db, camera_sn, show.state, show.reason, deps.now())) {
      if (show.state !== camera_state.online) forgetPicture(camera_sn)
      reportChange(row, entry, show, failure?.message ?? '')
      bus.emit('config')
    } else if (settled(entry.flaps, performance.now())) {
      entry.flaps = no_flaps
      logState(row, entry, show, failure?.message ?? '')
    }
  }

  /** Logs a change of state. While a camera flaps, its single changes are not logged. */
  function reportChange(row: CameraRow, entry: Watched, show: Seen, why: string): void {
    const { flaps, say } = changed(entry.flaps, performance.now())
    entry.flaps = flaps
    if (say === 'flapping')
      log.warn(
        {
          log_type: log_type.alarm,
          what: 'camera_flaps',
          camera_sn: row.camera_sn,
          camera_name: row.camera_name,
          changes: flaps.changes_ms.length,
        },
        'a camera comes and goes: its changes are not written down until it is steady',
      )
    if (say === 'change') logState(row, entry, show, why)
    // Outages are measured from online to online: another
    // reason for the same failure does not restart the count.
    if (row.state === camera_state.online || show.state === camera_state.online) entry.since_ms = deps.now()
  }

  /** `lasted_s`: how long the previous state lasted. */
  function logState(
    { camera_sn, camera_name }: CameraRow,
    entry: Watched,
    { state, reason }: Seen,
    why: string,
  ): void {
    const lasted_s = Math.max(0, Math.round((deps.now() - entry.since_ms) / 1000))
    log[state === camera_state.online ? 'info' : 'warn'](
      {
        log_type: log_type.alarm,
        what: 'camera_state',
        camera_sn,
        camera_name,
        state,
        step: reason,
        why,
        lasted_s,
      },
      'camera state changed',
    )
  }

  /**
   * Whether the next picture is counted and stored: one a minute, which is judged and compared, each one
   * while a user looks, and those that end a fault. The others only prove that the camera answers.
   */
  const keepsNext = ({ camera_sn }: CameraRow, { last, pending }: Watched): boolean =>
    last === 'failed' ||
    pending !== undefined ||
    judge.isDue(camera_sn) ||
    isWanted(looks.get(camera_sn) ?? {}, deps.now())

  /** Fetches a picture and stores it if it is to be kept; returns the error, if any. */
  async function fetchAndStore(row: CameraRow, entry: Watched): Promise<CameraError | undefined> {
    try {
      const keeps = keepsNext(row, entry)
      sign_ins.check(row)
      const { jpeg, stills } = await takePicture(openedCamera(row, deps), deps, {
        signal: ending.signal,
        timeout_ms: patient_ms,
        afresh: true,
        uncounted: !keeps,
      })
      sign_ins.report(row)
      if (ending.signal.aborted || !isSame(row, cameraBySn(db, row.camera_sn))) return undefined
      if (row.frame_url !== '' && setStills(db, row.camera_sn, stills)) bus.emit('config')
      // A picture of the stream is judged in any case.
      if (!keeps && stills === '' && pictureUrlOf(row) !== '') return undefined
      await storePicture({ ...deps, looks }, row.camera_sn, jpeg, deps.now())
      await judgePicture(row, jpeg)
      return undefined
    } catch (error) {
      if (!(error instanceof CameraError)) throw error
      sign_ins.report(row, error)
      return error
    }
  }

  async function judgePicture(row: CameraRow, jpeg: Uint8Array): Promise<void> {
    const health = await judge.look(row.camera_sn, jpeg)
    const seen = looks.get(row.camera_sn)
    if (health === undefined || !seen || ending.signal.aborted || !isSame(row, cameraBySn(db, row.camera_sn)))
      return
    const before = seen.health ?? ''
    if (health === before) return
    looks.set(row.camera_sn, { ...seen, health })
    const facts = {
      log_type: log_type.alarm,
      what: 'camera_picture',
      camera_sn: row.camera_sn,
      camera_name: row.camera_name,
      picture: health,
      before,
    }
    if (health === '') log.info(facts, 'the pictures of a camera are sound again')
    else log.warn(facts, 'the pictures of a camera show nothing')
  }

  /** An outage outranks a bad picture: when the camera is back, its pictures are judged from scratch. */
  function forgetPicture(camera_sn: string): void {
    judge.forget(camera_sn)
    const seen = looks.get(camera_sn)
    if (seen) looks.set(camera_sn, { ...seen, health: '' })
  }

  async function startWatching(): Promise<void> {
    const names = allCameras(db).map((row) => row.camera_sn)
    await loadPictureTimes(deps.media, looks, names)
    if (!ending.signal.aborted) refresh()
  }

  let unsubscribe: (() => void) | undefined
  let remembered: Promise<void> | undefined
  return {
    start() {
      unsubscribe = bus.subscribe('config', refresh)
      remembered = startWatching()
    },
    async stop() {
      ending.abort()
      unsubscribe?.()
      clearTimeout(timer)
      await remembered
      // The signal cancels requests; a late answer has no effect.
      const grace = new AbortController()
      await Promise.race([
        Promise.all(under_way),
        wait(500, undefined, { signal: grace.signal }).catch(() => undefined),
      ])
      grace.abort()
    },
  }
}

/** No answer is offline; an unusable answer is an error (spec §4). */
const isAway = (step: CameraStep): boolean => step === 'reach' || step === 'port'

/** False when the camera was deleted or changed during the check, which makes its result void. */
const isSame = (before: CameraRow, now: CameraRow | undefined): boolean =>
  now !== undefined &&
  now.frame_url === before.frame_url &&
  now.stream_url_main === before.stream_url_main &&
  now.username === before.username &&
  now.password === before.password &&
  now.create_ms === before.create_ms
