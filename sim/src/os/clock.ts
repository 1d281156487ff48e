/**
 * The clock of the simulated machine: timedatectl with chrony or systemd-timesyncd, worded as in systemd 252
 * and chrony 4.3. It follows a time server on loopback; other servers are unreachable. Long because all of
 * them share one state.
 */
import { createSocket } from 'node:dgram'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Parts, ProgramOutput } from './machine.ts'

export type Clock = {
  /**
   * The NTP service of the machine. `timesyncd` only queries port 123; with `none` NTP cannot be switched on.
   */
  service: 'chrony' | 'timesyncd' | 'none'
  /** The time of the machine's clock, in milliseconds since 1970. */
  readonly now_ms: number
  /**
   * Queries the time server now, as the service does every few seconds. Resolves after an answer or a
   * timeout.
   */
  follow(): Promise<void>
  /** Makes the next call of this verb fail with this message. */
  refuse(verb: 'set-time' | 'set-timezone' | 'set-ntp' | 'ntp-server', words: string): void
  /** A power cut and the boot after it. */
  reboot(): void
  stop(): Promise<void>
}

const follow_ms = 5_000
const timeout_ms = 400
const debian_servers = ['0', '1', '2', '3'].map((n) => `${n}.debian.pool.ntp.org`)
/** Abbreviations of time zones as in the C library. Other zones print their offset. */
const short_names: Record<string, string> = {
  UTC: 'UTC',
  'Etc/UTC': 'UTC',
  'Asia/Shanghai': 'CST',
  'Asia/Taipei': 'CST',
  'Asia/Hong_Kong': 'HKT',
  'Asia/Macau': 'CST',
  'Asia/Tokyo': 'JST',
}
const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/UTC'])].sort()

export function createClock({ state, save, units, programs, options, results }: Parts): Clock {
  let synchronized = false
  const refusals = new Map<string, string>()
  const refusal = (verb: string): string | undefined => {
    const words = refusals.get(verb)
    refusals.delete(verb)
    return words
  }
  const clock: Clock = {
    service: 'chrony',
    get now_ms() {
      return options.now() + state.clock_offset_ms
    },
    async follow() {
      const server_ms =
        state.ntp_enabled && clock.service !== 'none' ? await timeOf(state.ntp_server) : undefined
      synchronized = server_ms !== undefined
      if (server_ms === undefined || Math.abs(server_ms - clock.now_ms) < 50) return
      state.clock_offset_ms = Math.round(server_ms - options.now())
      save()
    },
    refuse: (verb, words) => void refusals.set(verb, words),
    reboot() {
      synchronized = false
      void clock.follow()
    },
    async stop() {
      clearInterval(timer)
    },
  }
  const timer = setInterval(() => void clock.follow(), follow_ms).unref()
  void clock.follow()

  const failed = (words: string): ProgramOutput => ({ status: 1, stderr: `${words}\n` })
  const verbs: Record<
    string,
    (args: readonly string[], only: readonly string[]) => ProgramOutput | Promise<ProgramOutput>
  > = {
    show: (_, only) => ({
      stdout: shown(
        {
          Timezone: state.time_zone,
          LocalRTC: 'no',
          CanNTP: clock.service === 'none' ? 'no' : 'yes',
          NTP: state.ntp_enabled ? 'yes' : 'no',
          NTPSynchronized: state.ntp_enabled && synchronized ? 'yes' : 'no',
          TimeUSec: formatTimestamp(clock.now_ms, state.time_zone),
          RTCTimeUSec: formatTimestamp(clock.now_ms, state.time_zone),
        },
        only,
      ),
    }),
    'show-timesync': (_, only) => {
      if (clock.service !== 'timesyncd' || !state.ntp_enabled)
        return failed('Failed to query server: Could not activate remote peer.')
      return {
        stdout: shown(
          {
            SystemNTPServers: state.ntp_server,
            FallbackNTPServers: debian_servers.join(' '),
            ServerName: state.ntp_server || debian_servers[0]!,
            RootDistanceMaxUSec: '5s',
          },
          only,
        ),
      }
    },
    'list-timezones': () => ({ stdout: `${zones.join('\n')}\n` }),
    'set-timezone': ([zone = '']) => {
      if (!zones.includes(zone))
        return failed(`Failed to set time zone: Invalid or not installed time zone '${zone}'`)
      state.time_zone = zone
      save()
      return {}
    },
    'set-time': ([stamp = '']) => {
      const ms = momentOf(stamp, state.time_zone)
      if (ms === undefined) return failed(`Failed to parse time specification '${stamp}': Invalid argument`)
      if (state.ntp_enabled) return failed('Failed to set time: Automatic time synchronization is enabled')
      state.clock_offset_ms = Math.round(ms - options.now())
      save()
      return {}
    },
    'set-ntp': async ([on = '']) => {
      if (!['true', 'false', 'yes', 'no', '1', '0', 'on', 'off'].includes(on))
        return failed(`Failed to parse NTP setting '${on}': Invalid argument`)
      if (clock.service === 'none') return failed('Failed to set ntp: NTP not supported')
      state.ntp_enabled = ['true', 'yes', '1', 'on'].includes(on)
      save()
      await clock.follow()
      return {}
    },
  }
  const takes: Record<string, number> = { 'set-timezone': 1, 'set-time': 1, 'set-ntp': 1 }

  programs.set('timedatectl', (args) => {
    const properties = args.flatMap((arg, at) =>
      arg.startsWith('--property=')
        ? arg.slice(11).split(',')
        : ['-p', '--property'].includes(args[at - 1] ?? '')
          ? arg.split(',')
          : [],
    )
    const odd = args.find(
      (arg) =>
        arg.startsWith('-') && !/^(--no-ask-password|--no-pager|--all|-a|-p|--property(=.*)?)$/.test(arg),
    )
    if (odd !== undefined) return failed(`timedatectl: unrecognized option '${odd}'`)
    const [verb = 'status', ...rest] = args.filter((arg) => !arg.startsWith('-') && !properties.includes(arg))
    const run = verbs[verb]
    if (!run) return failed(`Unknown command verb ${verb}.`)
    if (rest.length < (takes[verb] ?? 0)) return failed('Too few arguments.')
    if (rest.length > (takes[verb] ?? 0)) return failed('Too many arguments.')
    const words = refusal(verb)
    return words === undefined ? run(rest, properties) : failed(words)
  })

  programs.set('chronyc', (args) => {
    if (clock.service !== 'chrony' || !state.ntp_enabled)
      return { status: 1, stdout: '506 Cannot talk to daemon\n' }
    if (!args.includes('-c') || args.at(-1) !== 'sources')
      return { status: 1, stdout: 'Unrecognized command\n' }
    const own =
      state.ntp_server === ''
        ? []
        : [
            `^,${synchronized ? '*' : '?'},${state.ntp_server.split(':')[0]!},2,6,` +
              `${synchronized ? 377 : 0},12,0.000001,0.000001,0.000100`,
          ]
    return {
      stdout: [...own, `^,?,${debian_servers[2]!},0,6,0,4294967295,0.000000000,0.000000000,0.000000000`]
        .join('\n')
        .concat('\n'),
    }
  })

  for (const service of ['chrony', 'timesyncd'] as const) {
    const name = service === 'chrony' ? 'chrony' : 'systemd-timesyncd'
    const installed = () => clock.service === service
    units.add(name, {
      start: () => ({}),
      show: () => ({
        LoadState: installed() ? 'loaded' : 'not-found',
        ActiveState: installed() && state.ntp_enabled ? 'active' : 'inactive',
        SubState: installed() && state.ntp_enabled ? 'running' : 'dead',
      }),
    })
  }

  units.add('parking-edge-root@ntp-server', {
    async start() {
      const server = readFileSync(join(options.requests, 'ntp-server'), 'utf8').split('\n')[0]!
      const refuse = (words: string): ProgramOutput => {
        writeFileSync(join(results, 'ntp-server.log'), `${words}\n`)
        return failed(words)
      }
      const words = refusal('ntp-server')
      if (words !== undefined) return refuse(words)
      if (!/^([A-Za-z0-9][A-Za-z0-9.-]*(:\d{1,5})?)?$/.test(server)) return refuse('this is no time server')
      if (clock.service === 'none') return refuse('this box has neither chrony nor systemd-timesyncd')
      if (clock.service === 'timesyncd' && server.includes(':'))
        return refuse('systemd-timesyncd asks port 123 only')
      state.ntp_server = server
      save()
      writeFileSync(join(results, 'ntp-server.log'), '')
      await clock.follow()
      return {}
    },
    show: () => ({ ActiveState: 'inactive', SubState: 'dead', Result: 'success' }),
  })

  return clock
}

const shown = (all: Record<string, string>, only: readonly string[]): string =>
  Object.entries(all)
    .filter(([name, value]) => (only.length === 0 ? value !== '' : only.includes(name)))
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/** `Sat 2026-11-21 12:41:33 CST`: a timestamp as systemd prints it. */
function formatTimestamp(ms: number, zone: string): string {
  const part = (options: Intl.DateTimeFormatOptions, locale = 'sv-SE') =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(ms)
  const offset =
    (Date.parse(`${part({ dateStyle: 'short', timeStyle: 'medium' }).replace(' ', 'T')}Z`) -
      Math.floor(ms / 1000) * 1000) /
    3_600_000
  const hours = String(Math.floor(Math.abs(offset))).padStart(2, '0')
  const minutes = offset % 1 === 0 ? '' : String(Math.abs(offset % 1) * 60).padStart(2, '0')
  const number = `${offset < 0 ? '-' : '+'}${hours}${minutes}`
  return (
    `${part({ weekday: 'short' }, 'en-US')} ` +
    `${part({ dateStyle: 'short', timeStyle: 'medium' })} ${short_names[zone] ?? number}`
  )
}

/** The moment at which a clock in this zone shows the stamp; undefined if the stamp is not a time. */
function momentOf(stamp: string, zone: string): number | undefined {
  const as_utc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(stamp)
    ? Date.parse(`${stamp.replace(' ', 'T')}Z`)
    : Number.NaN
  if (Number.isNaN(as_utc)) return undefined
  const sv = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const shows = (ms: number) => Date.parse(`${sv.format(ms).replace(' ', 'T')}Z`)
  const first = as_utc - (shows(as_utc) - as_utc)
  return first - (shows(first) - as_utc)
}

/** The time of a time server on loopback, in milliseconds since 1970; undefined without a usable answer. */
function timeOf(server: string): Promise<number | undefined> {
  const [host = '', port = '123'] = server.split(':')
  if (!/^127\.\d+\.\d+\.\d+$/.test(host)) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    const done = (ms?: number) => {
      clearTimeout(timeout)
      socket.close()
      resolve(ms)
    }
    const timeout = setTimeout(done, timeout_ms)
    socket.once('error', () => done())
    socket.once('message', (packet) => {
      const good =
        packet.length >= 48 &&
        (packet[0]! & 7) === 4 &&
        packet[0]! >> 6 !== 3 &&
        packet[1]! > 0 &&
        packet[1]! < 16
      done(
        good
          ? (packet.readUInt32BE(40) - 2_208_988_800) * 1000 + (packet.readUInt32BE(44) / 2 ** 32) * 1000
          : undefined,
      )
    })
    socket.connect(Number(port), host, () =>
      socket.send(Buffer.concat([Buffer.from([0x23]), Buffer.alloc(47)])),
    )
  })
}
