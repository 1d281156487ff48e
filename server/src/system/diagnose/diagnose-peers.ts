/**
 * Steps of the guided check that concern peers: the time server, the platform, and the cameras as reported by
 * the camera watch.
 */
import { camera_state } from '@parking/contract'
import type { BoxClock } from '#src/device/box-clock.ts'
import { allCameras, countStates } from '#src/camera/camera.store.ts'
import type { Deps } from '#src/core/deps.ts'
import { SystemError } from '#src/ports/system-error.ts'
import { urlIssue } from '#src/core/outbound/address.ts'
import { dial, dialAddresses, type DialError } from '#src/core/outbound/dial.ts'
import { createPlatformSession } from '#src/platform/platform-session.ts'
import { platformUrl } from './diagnose-network.ts'
import type { Found } from './diagnose-found.ts'

/** The standard for parking records (GA/T 832) requires the clock to be accurate to one second. */
const max_offset_ms = 1_000
const connect_ms = 4_000
const max_named = 3

export async function checkTime(
  deps: Pick<Deps, 'clock' | 'allow_loopback'> & { box_clock: BoxClock },
): Promise<Found> {
  const { ntp_enabled, ntp_server, synchronized } = await deps.box_clock.read()
  if (!ntp_enabled) return { result: 'skipped', finding: 'no_time_server', facts: {} }
  if (ntp_server === '')
    return {
      result: synchronized === false ? 'failed' : 'good',
      finding: synchronized === false ? 'clock_free' : 'ok',
      facts: {},
    }
  try {
    const { offset_ms, delay_ms, stratum } = await deps.clock.ask(ntp_server)
    const facts = { server: ntp_server, offset_ms: Math.round(offset_ms), ms: Math.round(delay_ms), stratum }
    // A slow answer makes the offset wrong by at most half of the delay.
    return Math.abs(offset_ms) - delay_ms / 2 > max_offset_ms
      ? { result: 'failed', finding: 'clock_off', facts }
      : { result: 'good', finding: 'ok', facts }
  } catch (error) {
    if (!(error instanceof SystemError) || error.reason === 'unsupported') throw error
    return {
      result: 'failed',
      finding: 'time_server_silent',
      facts: { server: ntp_server, reason: error.reason },
    }
  }
}

/**
 * Signs in and sends the device init in a separate session, as
 * the sender does. If neither URL is set, it only connects.
 */
export async function checkPlatform(deps: Deps): Promise<Found> {
  const url = platformUrl(deps)
  if (!url) return { result: 'skipped', finding: 'no_platform', facts: {} }
  const facts = { host: url.host }
  if (urlIssue(url.href, deps))
    return {
      result: 'failed',
      finding: 'platform_refused',
      facts: { ...facts, said: 'This address may not be reached' },
    }
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const at = { host: name, reach: deps, timeout_ms: connect_ms }
  const unknown = await dialAddresses(at).then(
    () => false,
    ({ step }: DialError) => step === 'name',
  )
  if (unknown) return { result: 'failed', finding: 'platform_name', facts: { name } }
  const began = performance.now()
  const ms = () => Math.round(performance.now() - began)
  const session = createPlatformSession(deps)
  try {
    const { auth_url, device_init_url } = session.param()
    if (auth_url === '' && device_init_url === '') {
      const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
      const connected = await dial({ ...at, port }).then(
        (socket) => socket.destroy(),
        () => undefined,
      )
      return connected
        ? { result: 'good', finding: 'ok', facts: { ...facts, ms: ms(), by: 'connection' } }
        : { result: 'failed', finding: 'platform_silent', facts }
    }
    const failure = await session.prepare()
    if (!failure) return { result: 'good', finding: 'ok', facts: { ...facts, ms: ms() } }
    return {
      result: 'failed',
      finding: failure.kind === 'silent' ? 'platform_silent' : 'platform_refused',
      facts: { ...facts, said: messageIn(failure.info) },
    }
  } finally {
    void session.stop()
  }
}

/** The message of the envelope in a platform's answer, or the whole answer if there is no envelope. */
function messageIn(info: string): string {
  const [, before = '', json = ''] = /^([^{]*)(\{.*\})$/s.exec(info) ?? []
  try {
    const { message } = JSON.parse(json) as { message?: unknown }
    return typeof message === 'string' && message !== '' ? before + message : info
  } catch {
    return info
  }
}

/** Reads the states set by the camera watch, which checks every camera continuously. */
export function checkCameras({ db }: Pick<Deps, 'db'>): Found {
  const { online, offline, error } = countStates(db)
  const total = online + offline + error
  if (total === 0) return { result: 'skipped', finding: 'no_cameras', facts: {} }
  const away = allCameras(db).filter(({ state }) => state !== camera_state.online)
  if (away.length === 0) return { result: 'good', finding: 'ok', facts: { online, total } }
  const names = away
    .slice(0, max_named)
    .map(({ camera_name }) => camera_name)
    .join(', ')
  return {
    result: 'failed',
    finding: 'cameras_offline',
    facts: {
      online,
      total,
      names,
      more: Math.max(0, away.length - max_named),
      step: away[0]?.state_reason ?? '',
    },
  }
}
