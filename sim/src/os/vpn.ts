/**
 * The VPN client of the simulated machine: the unit openvpn-client@parking, its journal, its tunnel in `ip
 * addr`, and the root helper's verbs, worded as in openvpn 2.6 and systemd 252. Long because all of them
 * share one connection.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import type { Parts, ProgramOutput } from './machine.ts'
import type { Network } from './network.ts'

/** A tunnel as in the output of `ip -j -s addr`. */
export type Tunnel = {
  ifname: string
  ifindex: number
  ipv4: string
  prefixlen: number
  bytes_in: number
  bytes_out: number
}

/** How the server answers: `down` does not answer, `refuses` answers with an authentication failure. */
export type VpnServerBehaviour = 'up' | 'down' | 'refuses'

export type Vpn = {
  /** How the remote server behaves. A running client notices a change as a real client does, only sooner. */
  server: VpnServerBehaviour
  /** How long connecting takes. */
  connect_ms: number
  /** False simulates a box without OpenVPN. */
  installed: boolean
  /** The configuration that the helper has installed; empty if there is none. */
  readonly config: string
  /** Makes the next request of this verb fail with this message. */
  refuse(verb: 'vpn-install' | 'vpn-remove', words: string): void
  /** A power cut and the boot after it. */
  reboot(): void
  stop(): Promise<void>
}

type Phase = 'off' | 'connecting' | 'connected' | 'failed' | 'ended'
const interface_name = 'vpn-parking'
/** Directives that run programs or write files. */
const dangerous_directives =
  'up down route-up route-pre-down ipchange plugin script-security tls-verify learn-address ' +
  'auth-user-pass-verify client-connect management config iproute log status writepid user group chroot cd'
const dangerous = new RegExp(
  String.raw`^[ \t]*(--)?(${dangerous_directives.replaceAll(' ', '|')})([ \t\r]|$)`,
  'm',
)

export function createVpn(parts: Parts, _network: Network): Vpn {
  const { state, save, units, programs, options, results } = parts
  const refusals = new Map<string, string>()
  let phase: Phase = 'off'
  let [invocation, entered_s, index] = ['', 0, 7]
  let lines: string[] = []
  let behaviour: VpnServerBehaviour = 'up'
  let timer: NodeJS.Timeout | undefined

  const vpn: Vpn = {
    get server() {
      return behaviour
    },
    set server(next) {
      behaviour = next
      if (phase === 'connected' && next !== 'up') {
        lines.push(
          '[server] Inactivity timeout (--ping-restart), restarting',
          'SIGUSR1[soft,ping-restart] received, process restarting',
        )
        connect()
      } else if (phase === 'connecting') connect()
    },
    connect_ms: 500,
    installed: true,
    get config() {
      return state.vpn_config
    },
    refuse: (verb, words) => void refusals.set(verb, words),
    reboot: () => enterPhase('off'),
    stop: async () => enterPhase('off'),
  }

  function enterPhase(next: Phase): void {
    clearTimeout(timer)
    phase = next
    if (next !== 'connected') return void (parts.tunnel = null)
    lines.push(`net_addr_v4_add: 10.8.0.6/24 dev ${interface_name}`, 'Initialization Sequence Completed')
    parts.tunnel = {
      ifname: interface_name,
      ifindex: ++index,
      ipv4: '10.8.0.6',
      prefixlen: 24,
      bytes_in: 5_120,
      bytes_out: 3_072,
    }
  }

  function connect(): void {
    enterPhase('connecting')
    timer = setTimeout(() => {
      if (behaviour === 'up') return enterPhase('connected')
      if (behaviour === 'down')
        return void lines.push(
          'TLS Error: TLS key negotiation failed to occur within 60 seconds (check your network ' +
            'connectivity)',
          'TLS Error: TLS handshake failed',
        )
      lines.push(
        'AUTH: Received control message: AUTH_FAILED',
        'SIGTERM[soft,auth-failure] received, process exiting',
      )
      enterPhase('ended')
    }, vpn.connect_ms).unref()
  }

  units.add('openvpn-client@parking', {
    start(): ProgramOutput {
      if (phase === 'connecting' || phase === 'connected') return {}
      ;[invocation, entered_s, lines] = [randomBytes(16).toString('hex'), uptime(), []]
      if (state.vpn_config === '') {
        lines.push(
          'Options error: In [CMD-LINE]:1: Error opening configuration file: parking.conf',
          'Use --help for more information.',
        )
        enterPhase('failed')
        return { status: 1 }
      }
      connect()
      return {}
    },
    stop(): ProgramOutput {
      if (phase !== 'failed') enterPhase('off')
      return {}
    },
    show() {
      const active = phase === 'connecting' || phase === 'connected'
      return {
        LoadState: vpn.installed ? 'loaded' : 'not-found',
        ActiveState: active ? 'active' : phase === 'failed' ? 'failed' : 'inactive',
        SubState: active ? 'running' : phase === 'failed' ? 'failed' : 'dead',
        Result: phase === 'failed' ? 'exit-code' : 'success',
        StatusText:
          phase === 'connected'
            ? 'Initialization Sequence Completed'
            : active
              ? 'Pre-connection initialization successful'
              : '',
        InvocationID: invocation,
        ActiveEnterTimestampMonotonic: String(Math.round(entered_s * 1_000_000)),
      }
    },
  })

  programs.set('journalctl', (args) => {
    const odd = args.find(
      (arg) => arg.startsWith('-') && !/^(--quiet|--no-pager|--output=cat|--lines=\d+)$/.test(arg),
    )
    if (odd !== undefined) return { status: 1, stderr: `journalctl: unrecognized option '${odd}'\n` }
    const mine = args.includes(`_SYSTEMD_INVOCATION_ID=${invocation}`) ? lines : []
    return { stdout: mine.map((line) => `${line}\n`).join('') }
  })

  const others = programs.get('ip')
  programs.set('ip', (args, input) => {
    if (args.join(' ') !== `-j -s addr show dev ${interface_name}`)
      return (
        others?.(args, input) ?? {
          status: 255,
          stderr: `Object "${args.find((arg) => !arg.startsWith('-')) ?? ''}" is unknown, try "ip help".\n`,
        }
      )
    const { tunnel } = parts
    if (!tunnel) return { status: 1, stderr: `Device "${interface_name}" does not exist.\n` }
    tunnel.bytes_in += 96
    tunnel.bytes_out += 64
    const { ifname, ifindex, ipv4: local, prefixlen, bytes_in, bytes_out } = tunnel
    return {
      stdout: `${JSON.stringify([
        {
          ifindex,
          ifname,
          flags: ['POINTOPOINT', 'MULTICAST', 'NOARP', 'UP', 'LOWER_UP'],
          mtu: 1500,
          qdisc: 'fq_codel',
          operstate: 'UNKNOWN',
          group: 'default',
          txqlen: 500,
          link_type: 'none',
          addr_info: [
            {
              family: 'inet',
              local,
              prefixlen,
              scope: 'global',
              label: ifname,
              valid_life_time: 4_294_967_295,
              preferred_life_time: 4_294_967_295,
            },
          ],
          stats64: {
            rx: { bytes: bytes_in, packets: 40, errors: 0, dropped: 0, over_errors: 0, multicast: 0 },
            tx: { bytes: bytes_out, packets: 30, errors: 0, dropped: 0, carrier_errors: 0, collisions: 0 },
          },
        },
      ])}\n`,
    }
  })

  function verb(name: 'vpn-install' | 'vpn-remove', work: (request: string) => string): void {
    units.add(`parking-edge-root@${name}`, {
      start() {
        const file = join(options.requests, name)
        const request = readFileSync(file, 'utf8')
        rmSync(file, { force: true })
        const words = refusals.get(name) ?? work(request)
        refusals.delete(name)
        writeFileSync(join(results, `${name}.log`), words && `${words}\n`)
        return words === '' ? {} : { status: 1 }
      },
      show: () => ({ ActiveState: 'inactive', SubState: 'dead', Result: 'success' }),
    })
  }
  verb('vpn-install', (request) => {
    if (!vpn.installed) return 'OpenVPN is not installed'
    if (Buffer.byteLength(request) > 65_536) return 'the configuration is too long'
    if (request.includes('\0') || dangerous.test(request)) return 'a directive is not allowed'
    state.vpn_config = request
    save()
    return ''
  })
  verb('vpn-remove', () => {
    state.vpn_config = ''
    save()
    return ''
  })

  return vpn
}
