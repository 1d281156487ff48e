/**
 * The clock through timedatectl; its time server through systemd-timesyncd, or through chrony if that is
 * installed.
 */
import { hostPortOf } from '@parking/contract'
import { SystemError, unsupported } from '#src/ports/system-error.ts'
import type { ClockNow, ClockPort } from '#src/ports/clock-port.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { momentIn } from '#src/core/zone.ts'
import { outputOf, type Program } from './program.ts'
import type { RootHelper } from './root-helper.ts'
import { askTimeServer, chrony_rules, timesyncd_rules } from './sntp.ts'
import { propertiesOf } from './systemd-properties.ts'

/** Short: a page waits for it, and so does the server's start. */
const options = { timeout_ms: 3_000 }
/** timedatectl prints whole seconds, and takes some time. */
const same_clock_ms = { before: 1_000, after: 3_000 }

export function systemdClock(run: Program, helper: RootHelper, reach: Reach): ClockPort {
  async function timedate(...args: string[]): Promise<string> {
    try {
      return await outputOf(run, ['timedatectl', '--no-ask-password', ...args], options)
    } catch (error) {
      throw mappedError(error)
    }
  }
  const hasChrony = async (): Promise<boolean> =>
    /^LoadState=loaded$/m.test(
      (
        await run(['systemctl', 'show', '--property=LoadState', 'chrony.service'], options).catch(() => ({
          stdout: '',
        }))
      ).stdout,
    )

  async function servers(): Promise<string[]> {
    const chrony = await hasChrony()
    // While it does not run, a D-Bus call would wait 25 s for it (systemd 252).
    if (
      !chrony &&
      (await run(['systemctl', 'is-active', 'systemd-timesyncd.service'], options)).stdout.trim() !== 'active'
    )
      return []
    const { status, stdout } = await run(
      chrony ? ['chronyc', '-N', '-c', 'sources'] : ['timedatectl', 'show-timesync'],
      options,
    )
    return status !== 0 ? [] : chrony ? ofChrony(stdout) : ofTimesyncd(stdout)
  }

  async function read(): Promise<ClockNow> {
    const [shown, ntp_servers] = await Promise.all([timedate('show'), servers().catch(() => [])])
    const { Timezone: time_zone = 'UTC', NTP, NTPSynchronized, TimeUSec = '' } = propertiesOf(shown)
    const ntp_enabled = NTP === 'yes'
    return {
      now_ms: momentOf(TimeUSec, time_zone, Date.now()),
      time_zone,
      ntp_enabled,
      ntp_server: ntp_servers[0] ?? '',
      ntp_servers,
      synchronized: NTPSynchronized === undefined ? null : ntp_enabled && NTPSynchronized === 'yes',
    }
  }

  return {
    read,
    async setZone(time_zone) {
      if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(time_zone)) throw new RangeError('This is not a time zone')
      await timedate('set-timezone', time_zone)
    },
    async setTime(stamp) {
      await timedate('set-time', stamp)
    },
    async setNtp(enabled, server) {
      if (server !== '' && !(await hasChrony())) refusePort(server)
      const before = await read()
      const changes_ntp = before.ntp_enabled !== enabled
      if (changes_ntp) await timedate('set-ntp', String(enabled))
      if (server !== '' && before.ntp_server === server) return
      try {
        await helper.run('ntp-server', `${server}\n`)
      } catch (error) {
        if (changes_ntp) await timedate('set-ntp', String(before.ntp_enabled)).catch(() => undefined)
        throw error
      }
    },
    async ask(server) {
      const chrony = await hasChrony()
      // The server in use is asked as it is.
      const in_use = async () => (await read().catch(() => undefined))?.ntp_server === server
      if (!chrony && hasPort(server) && !(await in_use())) refusePort(server)
      const [answer, box_ms] = await Promise.all([
        askTimeServer(server, reach, chrony ? chrony_rules : timesyncd_rules),
        read().then(
          ({ now_ms }) => now_ms - Date.now(),
          () => 0,
        ),
      ])
      // The clock that timedatectl reports is this process's own, unless the box is a simulated one.
      return Math.abs(box_ms) < same_clock_ms.after
        ? answer
        : { ...answer, offset_ms: answer.offset_ms - box_ms }
    },
  }
}

/**
 * Parses `Sat 2026-11-21 12:41:33 CST` in the box's zone, ignoring the abbreviation; returns the process's
 * clock, which is finer, if it is the same one.
 */
export function momentOf(stamp: string, zone: string, mine_ms: number): number {
  const [, day, time, short] = /^\S+ (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) (\S+)$/.exec(stamp) ?? []
  if (day === undefined || time === undefined)
    throw new SystemError('program_failed', 'timedatectl did not report the time', stamp.slice(0, 100))
  const reported_ms = momentIn(`${day} ${time}`, short === 'UTC' ? 'UTC' : zone, mine_ms)
  const apart = mine_ms - reported_ms
  return apart > -same_clock_ms.before && apart < same_clock_ms.after ? mine_ms : reported_ms
}

const hasPort = (server: string): boolean => hostPortOf(server)?.port !== undefined

/** systemd-timesyncd asks port 123 only. */
function refusePort(server: string): void {
  if (hostPortOf(server)?.port !== undefined) throw new RangeError('systemd-timesyncd asks port 123 only')
}

/** The configured server, then those of the network, then the system's defaults. */
function ofTimesyncd(text: string): string[] {
  const properties = propertiesOf(text)
  const names = [
    properties['SystemNTPServers'],
    properties['LinkNTPServers'],
    properties['RuntimeNTPServers'],
    properties['ServerName'],
    properties['FallbackNTPServers'],
  ].flatMap((list) => (list ?? '').split(' '))
  return [...new Set(names.filter(Boolean))]
}

/** `mode,state,name,...` for each source; the current one (`*`) first. */
function ofChrony(text: string): string[] {
  const sources = text
    .split('\n')
    .map((line) => line.split(','))
    .filter(([mode, , name]) => mode === '^' && name)
  return sources.sort(([, a], [, b]) => Number(b === '*') - Number(a === '*')).map(([, , name]) => name!)
}

const not_supported = new RegExp(
  [
    'ntp not supported',
    'not been booted with systemd',
    'failed to connect to (system )?bus',
    'could not be found',
    'not provided by any',
  ].join('|'),
  'i',
)

/** Maps timedatectl's messages to reasons. */
function mappedError(error: unknown): unknown {
  if (!(error instanceof SystemError) || error.reason !== 'program_failed') return error
  if (/automatic time synchronization is enabled/i.test(error.detail))
    return new SystemError('ntp_on', 'NTP is on: the time cannot be set by hand', error.detail)
  if (/time zone '.*'|invalid time zone/i.test(error.detail))
    return new RangeError('This box does not know this time zone')
  if (not_supported.test(error.detail)) return unsupported(error.detail)
  return error
}
