/** Time, time zone and time server of the clock (spec §3 "Time", §7). */
import type { LotStates } from '../camera/lot-states.ts'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import { hostPortOf, log_type, type Answer, type Body } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import type { ClockPort } from '../ports/clock-port.ts'
import { SystemError } from '../ports/system-error.ts'
import { resolvedIssue } from '../core/outbound/address.ts'
import { badField } from '../core/refusal.ts'
import { storeNtpServer, type BoxClock } from './box-clock.ts'
import { stampOf } from '../core/stamp.ts'
import { momentIn, stampIn } from '../core/zone.ts'

/**
 * The clock as the console shows it. `open_sessions` is present while the analysis application is connected.
 */
export async function timePara(deps: {
  box_clock: BoxClock
  analysis: AnalysisConnection
  lot_states: LotStates
}): Promise<Answer<'time_para'>> {
  const { now_ms, time_zone, ntp_enabled, ntp_server, synchronized } = await deps.box_clock.read()
  return {
    current_time: shown(now_ms, time_zone),
    time_zone,
    ntp_enabled,
    ntp_server,
    current_ms: Math.round(now_ms),
    synchronized,
    ...(deps.analysis.peer ? { open_sessions: deps.lot_states.occupied } : {}),
  }
}

/** Sets the time, the zone, or both. If it throws, neither is changed. */
export async function setTime(
  { time, time_zone }: Body<'set_time'>,
  deps: Pick<Deps, 'clock' | 'log'> & { box_clock: BoxClock },
): Promise<void> {
  const { clock, log } = deps
  const before = await deps.box_clock.read()
  if (time !== undefined && before.ntp_enabled)
    throw new SystemError('ntp_on', 'NTP is on: the time cannot be set by hand')
  const new_zone = time_zone !== undefined && time_zone !== before.time_zone ? time_zone : undefined
  if (new_zone !== undefined) await setZone(clock, new_zone)
  try {
    if (time !== undefined) await clock.setTime(time)
  } catch (error) {
    // All or nothing: a zone without its time would set the clock to a value that was not requested.
    if (new_zone !== undefined) await clock.setZone(before.time_zone)
    throw error
  }
  if (new_zone !== undefined) process.env['TZ'] = new_zone // all later timestamps are in the new zone
  const after = await deps.box_clock.read()
  if (time !== undefined)
    log.info(
      {
        log_type: log_type.service,
        what: 'clock_set',
        from: shown(before.now_ms, after.time_zone),
        to: time,
      },
      'the clock was set by hand',
    )
}

export async function testNtp(
  { ntp_server }: Body<'test_ntp'>,
  { clock, allow_loopback }: Pick<Deps, 'clock' | 'allow_loopback'>,
): Promise<Answer<'test_ntp'>> {
  await refuseForbidden(ntp_server, allow_loopback)
  try {
    return await clock.ask(ntp_server)
  } catch (error) {
    throw error instanceof RangeError ? badField('ntp_server', 'host') : error
  }
}

/**
 * Turns the time service on or off and sets its server. Throws 1000 on `ntp_server` if the service does not
 * support it.
 */
export async function setNtp(
  { ntp_enabled, ntp_server }: Body<'set_ntp'>,
  deps: Pick<Deps, 'allow_loopback' | 'clock' | 'db' | 'now'> & { box_clock: BoxClock },
): Promise<void> {
  await refuseForbidden(ntp_server, deps.allow_loopback)
  await deps.box_clock.read()
  try {
    await deps.clock.setNtp(ntp_enabled, ntp_server)
  } catch (error) {
    throw error instanceof RangeError ? badField('ntp_server', 'host') : error
  }
  storeNtpServer(deps.db, ntp_server, deps.now())
  await deps.box_clock.read()
}

/**
 * Called at start: applies the box's time zone to timestamps, unless the environment sets one. If the box
 * cannot report its zone, the zone of the process is used.
 */
export async function followBoxZone(
  deps: Pick<Deps, 'log'> & { box_clock: BoxClock },
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  try {
    const { now_ms, time_zone } = await deps.box_clock.read()
    stampIn(now_ms, time_zone)
    if (!env['TZ']) env['TZ'] = time_zone
  } catch (error) {
    deps.log.debug({ err: error }, 'the zone of the box could not be read')
  }
}

async function refuseForbidden(server: string, allow_loopback: boolean): Promise<void> {
  if (server === '') return
  const issue = await resolvedIssue(hostPortOf(server)?.host ?? server, { allow_loopback })
  if (issue) throw badField('ntp_server', issue)
}

/** Checks the zone and sets it on the box. */
async function setZone(clock: ClockPort, time_zone: string): Promise<void> {
  try {
    momentIn('2026-01-01 00:00:00', time_zone, 0)
    await clock.setZone(time_zone)
  } catch (error) {
    throw error instanceof RangeError ? badField('time_zone', 'time_zone') : error
  }
}

/** Formats a time in the box's zone, or in the zone of the process if the runtime does not know that zone. */
function shown(ms: number, zone: string): string {
  try {
    return stampIn(ms, zone)
  } catch {
    return stampOf(ms)
  }
}
