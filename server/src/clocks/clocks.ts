/**
 * Measures the clocks around the device (time server, platform and cameras) against the device's own clock,
 * and decides which of them is wrong. Kept in memory: after a start, nothing is known.
 */
import { camera_state } from '@parking/contract'
import { openedCamera } from '../camera/camera-secrets.ts'
import { allCameras, type CameraRow } from '../camera/camera.store.ts'
import type { Deps } from '../core/deps.ts'
import { createSemaphore } from '../core/flow/semaphore.ts'
import type { BoxClock } from '../device/box-clock.ts'
import type { HeartbeatState } from '../platform/heartbeat-state.ts'
import { platformParam } from '../platform/platform-param.store.ts'
import { PortError } from '../ports/port-error.ts'
import { attribute, type ClockVerdict, type SeenClock } from './attribute.ts'
import { errorOf, middleOf, type Span } from './interval.ts'
import { measureClock } from './measure.ts'

export type ClockNeeds = Pick<Deps, 'db' | 'now' | 'secrets' | 'cameras' | 'platform' | 'clock' | 'log'> & {
  box_clock: BoxClock
  heartbeat: HeartbeatState
  mono?: (() => number) | undefined
}

/** How a clock was read: by NTP, in the platform's answer, by its Date header, by ONVIF. */
export type ReadBy = 'ntp' | 'body' | 'date' | 'onvif'
export type ClockSeen = SeenClock & { name: string; by: ReadBy; measured_ms: number }
/** The offset that is stored with an event: this clock minus the device's. */
export type KnownOffset = { offset_ms: number; error_ms: number; by: ReadBy; measured_ms: number }

const max_parallel = 8
/** A larger drift between two measurements is a clock step; slewing by a time server stays below it. */
const own_step_ms = 100
/** Maximum age of a heartbeat answer whose time is used for the platform's clock. */
const fresh_ms = 60_000
/** Older measurements are ignored. */
const stale_ms = 30 * 60_000

export class Clocks {
  readonly #needs: ClockNeeds
  #seen: ClockSeen[] = []
  /** The wall clock minus the monotonic one when the device last agreed with others. */
  #drift: number | undefined
  #stepped = false

  constructor(needs: ClockNeeds) {
    this.#needs = needs
  }

  /** The recent measurements and the verdicts; the device comes first. */
  get state(): { seen: readonly ClockSeen[]; verdicts: readonly ClockVerdict[] } {
    const oldest = this.#needs.now() - stale_ms
    const seen = this.#seen.filter(({ measured_ms }) => measured_ms >= oldest)
    return { seen, verdicts: attribute(seen, this.#stepped) }
  }

  /** The offset of the best reference from the device; null if there is none. */
  reference(): KnownOffset | null {
    const { seen } = this.state
    return offsetOf(seen.find(({ kind }) => kind === 'ntp') ?? seen.find(({ kind }) => kind === 'platform'))
  }

  camera(camera_sn: string): KnownOffset | null {
    return offsetOf(this.state.seen.find(({ kind, id }) => kind === 'camera' && id === camera_sn))
  }

  /** Measures every clock. Takes some seconds, because most clocks report only whole seconds. */
  async poll(signal?: AbortSignal): Promise<void> {
    const semaphore = createSemaphore(max_parallel)
    const cameras = allCameras(this.#needs.db).filter(
      ({ onvif_supported, state }) => onvif_supported === 1 && state === camera_state.online,
    )
    const found = await Promise.all([
      this.#ifReadable(() => this.#byTimeServer()),
      this.#ifReadable(() => this.#ofPlatform(signal)),
      ...cameras.map(async (row) => {
        const release = await semaphore.acquire()
        return this.#ifReadable(() => this.#ofCamera(row, signal)).finally(release)
      }),
    ])
    if (signal?.aborted) return
    this.#seen = found.flatMap((one) => one ?? [])
    const { now, mono = () => performance.now() } = this.#needs
    const drift = now() - mono()
    this.#stepped = this.#drift !== undefined && Math.abs(drift - this.#drift) > own_step_ms
    if (this.#seen.length === 0 || this.state.verdicts[0]?.state !== 'agrees') return
    this.#drift = drift
    this.#stepped = false
  }

  /** Measures one camera again, after its clock was set. */
  async pollCamera(row: CameraRow): Promise<ClockSeen | undefined> {
    const seen = await this.#ifReadable(() => this.#ofCamera(row))
    this.#seen = [
      ...this.#seen.filter(({ id, kind }) => kind !== 'camera' || id !== row.camera_sn),
      ...(seen ? [seen] : []),
    ]
    return seen
  }

  /** Returns undefined for a clock that cannot be read now. */
  async #ifReadable(read: () => Promise<ClockSeen | undefined>): Promise<ClockSeen | undefined> {
    try {
      return await read()
    } catch (error) {
      if (error instanceof PortError || (error instanceof Error && error.name === 'AbortError'))
        return undefined
      throw error
    }
  }

  async #byTimeServer(): Promise<ClockSeen | undefined> {
    const { box_clock, clock } = this.#needs
    const { ntp_enabled, ntp_server } = await box_clock.read()
    if (!ntp_enabled || ntp_server === '') return undefined
    const { offset_ms, delay_ms } = await clock.ask(ntp_server)
    const error_ms = delay_ms / 2 + 1
    const span = { low_ms: offset_ms - error_ms, high_ms: offset_ms + error_ms }
    return this.#known('ntp', '', ntp_server, span, 'ntp')
  }

  async #ofPlatform(signal?: AbortSignal): Promise<ClockSeen | undefined> {
    const { heartbeat, now, mono, platform } = this.#needs
    const { device_hb_url, server_trust } = platformParam(this.#needs)
    if (device_hb_url === '') return undefined
    const { clock } = heartbeat.current
    if (clock?.by === 'body' && Math.abs(now() - clock.measured_ms) < fresh_ms) {
      const { offset_ms, error_ms } = clock
      const span = { low_ms: offset_ms - error_ms - 1, high_ms: offset_ms + error_ms + 1 }
      return this.#known('platform', '', '', span, 'body')
    }
    const ask = async () => {
      const shown_ms = await platform.date(device_hb_url, { trust: server_trust })
      if (shown_ms === undefined) throw new NoClock()
      return { shown_ms, resolution_ms: 1000 }
    }
    const span = await measureClock(ask, { now, ...(mono && { mono }), ...(signal && { signal }) })
    return this.#known('platform', '', '', span, 'date')
  }

  async #ofCamera(row: CameraRow, signal?: AbortSignal): Promise<ClockSeen> {
    const { cameras, now, mono, secrets } = this.#needs
    const address = openedCamera(row, { secrets })
    const ask = async () => ({ shown_ms: (await cameras.clock(address)).shown_ms, resolution_ms: 1000 })
    const span = await measureClock(ask, { now, ...(mono && { mono }), ...(signal && { signal }) })
    return this.#known('camera', row.camera_sn, row.camera_name, span, 'onvif')
  }

  #known(kind: SeenClock['kind'], id: string, name: string, span: Span, by: ReadBy): ClockSeen {
    return { kind, id, name, span, by, measured_ms: this.#needs.now() }
  }
}

/** The peer answers, but without a time. */
class NoClock extends PortError<undefined, undefined> {
  override readonly name = 'NoClock'
  constructor() {
    super('The clock is not shown', { reason: undefined, step: undefined })
  }
}

function offsetOf(seen: ClockSeen | undefined): KnownOffset | null {
  if (!seen) return null
  const { span, by, measured_ms } = seen
  return { offset_ms: Math.round(middleOf(span)), error_ms: Math.ceil(errorOf(span)), by, measured_ms }
}
