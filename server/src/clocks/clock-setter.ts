/**
 * Sets the clocks of cameras: on a user's request, and automatically if the rule allows it and the time is
 * certain. Attempts are kept in memory: after a start, each camera is tried once more.
 */
import { alarm_limits, log_type } from '@parking/contract'
import type { ReportedReadings } from '../alarm/reading.ts'
import { openedCamera } from '../camera/camera-secrets.ts'
import { allCameras, type CameraRow } from '../camera/camera.store.ts'
import type { Deps } from '../core/deps.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'
import { ClockError } from '../ports/camera-port.ts'
import { PortError } from '../ports/port-error.ts'
import { reportCameraClock } from './camera-clock-reading.ts'
import type { Clocks, ClockSeen } from './clocks.ts'
import { errorOf, middleOf } from './interval.ts'

type Needs = Pick<Deps, 'db' | 'now' | 'secrets' | 'cameras' | 'log'> & {
  clocks: Clocks
  readings: ReportedReadings
  /** The monotonic clock in milliseconds; another one for tests. */
  mono?: (() => number) | undefined
}

const key = 'clock_rule'
/** A clock that differs by more after it was set has not been set. */
const set_within_ms = 5_000
/**
 * Minimum time between attempts. A camera that drifts faster than this has a fault, which the alarm reports.
 */
const again_ms = 3_600_000

export type ClockLeft = 'refused' | 'follows_ntp'

/**
 * Whether the device sets camera clocks automatically. Off until a user turns it on (docs/decisions/0069).
 */
export const setsCameras = (db: Deps['db']): boolean =>
  readSetting<{ set_cameras: boolean }>(db, key, { set_cameras: false }).set_cameras

export const writeClockRule = ({ db, now }: Pick<Deps, 'db' | 'now'>, set_cameras: boolean): void =>
  writeSetting(db, key, { set_cameras }, now())

export class ClockSetter {
  readonly #needs: Needs
  readonly #mono: () => number
  /** Key: camera and address, because another address may be another camera. */
  readonly #tried = new Map<string, { at: number; left: ClockLeft | null }>()

  constructor(needs: Needs) {
    this.#needs = needs
    this.#mono = needs.mono ?? (() => performance.now())
  }

  /** Why the device does not set this camera's clock; null if there is no such reason. */
  left(row: CameraRow): ClockLeft | null {
    return this.#tried.get(idOf(row))?.left ?? null
  }

  /**
   * Sets the camera's clock now and measures it again; undefined if the measurement fails. Throws a
   * ClockError if the camera does not allow it, does not do it or follows its own time server, or if the
   * device's own clock is wrong.
   */
  async set(row: CameraRow): Promise<ClockSeen | undefined> {
    const { clocks, cameras, secrets, now, readings } = this.#needs
    if (clocks.state.verdicts[0]?.state === 'off')
      throw new ClockError('clock_device_off', 'The clock of the device itself is wrong')
    const tried = { at: this.#mono(), left: null as ClockLeft | null }
    this.#tried.set(idOf(row), tried)
    try {
      const address = openedCamera(row, { secrets })
      const began = performance.now()
      const { follows_ntp } = await cameras.clock(address)
      const trip_ms = performance.now() - began
      if (follows_ntp)
        throw new ClockError('clock_follows_ntp', 'The camera follows a time server of its own')
      await cameras.setClock(address, now, trip_ms)
    } catch (error) {
      if (error instanceof ClockError && error.reason === 'clock_follows_ntp') tried.left = 'follows_ntp'
      if (error instanceof ClockError && ['clock_refused', 'no_right'].includes(error.reason))
        tried.left = 'refused'
      throw error
    }
    const seen = await clocks.pollCamera(row)
    reportCameraClock(readings, clocks, row)
    if (seen && Math.abs(middleOf(seen.span)) > set_within_ms + errorOf(seen.span)) {
      tried.left = 'refused'
      throw new ClockError('clock_not_applied', 'The camera accepted the time, and shows another one')
    }
    return seen
  }

  /**
   * Sets each camera clock that is wrong, if the rule allows it. Only if a time server or the platform agrees
   * with the device: a device must not spread its own wrong time.
   */
  async setWrongOnes(signal: AbortSignal): Promise<void> {
    const { db, clocks, log } = this.#needs
    if (!setsCameras(db) || !isCertain(clocks)) return
    for (const row of allCameras(db)) {
      const verdict = clocks.state.verdicts.find(({ kind, id }) => kind === 'camera' && id === row.camera_sn)
      if (signal.aborted) return
      if (verdict?.state !== 'off' || Math.abs(verdict.off_ms) < alarm_limits.camera_clock_ms.bad) continue
      if (!this.#mayTry(row)) continue
      const said = { log_type: log_type.service, camera_sn: row.camera_sn, camera_name: row.camera_name }
      try {
        await this.set(row)
        log.info(
          { ...said, what: 'camera_clock_set', offset_ms: verdict.off_ms },
          "the device set a camera's clock",
        )
      } catch (error) {
        if (!(error instanceof PortError)) throw error
        const left = this.left(row)
        if (left)
          log.info(
            { ...said, what: 'camera_clock_left', offset_ms: verdict.off_ms, reason: left },
            "a camera's clock cannot be set",
          )
      }
    }
  }

  /**
   * A camera that refused is not tried again; a camera that follows a time server is, because that may
   * change.
   */
  #mayTry(row: CameraRow): boolean {
    const tried = this.#tried.get(idOf(row))
    return tried === undefined || (tried.left !== 'refused' && this.#mono() - tried.at >= again_ms)
  }
}

const idOf = ({ camera_sn, ipv4, onvif_port }: CameraRow): string => `${camera_sn} ${ipv4}:${onvif_port}`

function isCertain({ state: { verdicts } }: Clocks): boolean {
  const agrees = (kinds: readonly string[]) =>
    verdicts.some(({ kind, state }) => kinds.includes(kind) && state === 'agrees')
  return agrees(['device']) && agrees(['ntp', 'platform'])
}
