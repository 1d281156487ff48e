/**
 * The VPN through the unit openvpn-client@parking, whose configuration the root helper installs; its tunnel
 * is the interface `vpn-parking`. Long because state, journal and tunnel are read together.
 */
import { uptime } from 'node:os'
import { plainLine } from '@parking/contract'
import { SystemError, unsupported } from '#src/ports/system-error.ts'
import type { VpnNow, VpnPort } from '#src/ports/vpn-port.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { outputOf, type Program } from '../system/program.ts'
import type { RootHelper } from '../system/root-helper.ts'
import { propertiesOf } from '../system/systemd-properties.ts'
import { registerVpn } from './vpn-registration.ts'

const unit = 'openvpn-client@parking.service'
/** deploy/root-helper.d/vpn-install sets this name, whatever the configuration says. */
const tunnel = 'vpn-parking'
const options = { timeout_ms: 4_000 }
const off: VpnNow = {
  supported: true,
  status: 'off',
  reason: '',
  ipv4: '',
  netmask: '',
  up_s: null,
  bytes_in: null,
  bytes_out: null,
}
/** Lines of OpenVPN that explain a failure. */
const error_line = new RegExp(
  [
    'AUTH_FAILED',
    'TLS Error',
    'VERIFY ERROR',
    'Options error',
    'RESOLVE: Cannot',
    'Connection refused',
    'Connection timed out',
    'unreachable',
    'Cannot (open|load|resolve|ioctl)',
    'fatal error',
    'certificate has expired',
    'Inactivity timeout',
    'Bad encapsulated',
    'SIGTERM\\[soft',
  ].join('|'),
  'i',
)
/** Lines that only report the exit: the reason is above them. */
const exit_line = /^Exiting due to fatal error|^SIGTERM\[soft/

/** `timeout_ms`: how long to wait for a registrar. */
export function openvpnClient(
  run: Program,
  helper: RootHelper,
  reach: Reach & { timeout_ms?: number },
): VpnPort {
  let seen: { index: number; since_ms: number } | undefined

  const show = async () =>
    propertiesOf(
      await outputOf(
        run,
        [
          'systemctl',
          'show',
          '--property=LoadState,ActiveState,SubState,Result,StatusText,InvocationID,' +
            'ActiveEnterTimestampMonotonic',
          unit,
        ],
        options,
      ),
    )

  /** systemd reports a missing template as an inactive unit. */
  async function requireInstalled(): Promise<void> {
    if ((await show())['LoadState'] !== 'loaded') throw unsupported('OpenVPN is not installed')
  }

  async function read(): Promise<VpnNow> {
    const {
      LoadState,
      ActiveState = '',
      StatusText = '',
      Result = '',
      InvocationID = '',
      ActiveEnterTimestampMonotonic,
    } = await show()
    if (LoadState !== 'loaded') return { ...off, supported: false }
    if (ActiveState === 'failed')
      return { ...off, status: 'failed', reason: (await lastError(InvocationID)) || StatusText || Result }
    if (!['active', 'activating', 'reloading'].includes(ActiveState))
      return { ...off, reason: Result === 'success' ? await lastError(InvocationID) : Result }
    const link = await tunnelNow()
    // The unit is active from the start, and stays so after a failed handshake: only this text and an address
    // mean "up".
    if (!link || !/Initialization Sequence Completed/i.test(StatusText))
      return { ...off, status: 'connecting', reason: await lastError(InvocationID) }
    if (seen?.index !== link.index) {
      // At first sight of the tunnel the unit's start time is used; a later tunnel is dated when it is first
      // seen.
      const active_s = Number(ActiveEnterTimestampMonotonic) / 1_000_000
      seen = {
        index: link.index,
        since_ms:
          performance.now() -
          (seen || !Number.isFinite(active_s) ? 0 : Math.max(0, uptime() - active_s) * 1000),
      }
    }
    const { ipv4, netmask, bytes_in, bytes_out } = link
    return {
      supported: true,
      status: 'connected',
      reason: '',
      ipv4,
      netmask,
      bytes_in,
      bytes_out,
      up_s: Math.floor((performance.now() - seen.since_ms) / 1000),
    }
  }

  async function tunnelNow(): Promise<
    { index: number; ipv4: string; netmask: string; bytes_in: number; bytes_out: number } | undefined
  > {
    const { status, stdout } = await run(['ip', '-j', '-s', 'addr', 'show', 'dev', tunnel], options)
    return status === 0 ? linkOf(stdout) : undefined
  }

  /** The last error of OpenVPN in this run; empty if the journal may not be read. */
  async function lastError(invocation: string): Promise<string> {
    if (!/^[0-9a-f]{32}$/.test(invocation)) return ''
    const asked = [
      'journalctl',
      '--quiet',
      '--no-pager',
      '--output=cat',
      '--lines=60',
      `_SYSTEMD_INVOCATION_ID=${invocation}`,
    ] as const
    const { stdout } = await run(asked, options).catch(() => ({ stdout: '' }))
    const lines = stdout.split('\n').filter((line) => error_line.test(line))
    return plainLine(lines.findLast((line) => !exit_line.test(line)) ?? lines.at(-1) ?? '', 300)
  }

  async function systemctl(verb: 'start' | 'stop'): Promise<void> {
    try {
      await outputOf(
        run,
        ['systemctl', '--no-ask-password', ...(verb === 'start' ? ['--no-block'] : []), verb, unit],
        { timeout_ms: 10_000 },
      )
    } catch (error) {
      throw error instanceof SystemError && /not found/i.test(error.detail)
        ? unsupported('OpenVPN is not installed')
        : error
    }
  }

  return {
    read,
    register: (asked) => registerVpn(asked, reach),
    async install(config) {
      await requireInstalled()
      await helper.run('vpn-install', config)
    },
    async start() {
      await requireInstalled()
      await systemctl('start')
    },
    async stop() {
      if ((await show())['LoadState'] === 'loaded') await systemctl('stop')
    },
    async remove() {
      if ((await show())['LoadState'] === 'loaded') await systemctl('stop')
      await helper.run('vpn-remove')
    },
  }
}

type Shown = {
  ifindex?: unknown
  addr_info?: { family?: unknown; local?: unknown; prefixlen?: unknown }[]
  stats64?: { rx?: { bytes?: unknown }; tx?: { bytes?: unknown } }
}

/** `ip -j -s addr show`; undefined while there is no IPv4 address. */
function linkOf(
  text: string,
): { index: number; ipv4: string; netmask: string; bytes_in: number; bytes_out: number } | undefined {
  let list: Shown[]
  try {
    list = JSON.parse(text) as Shown[]
  } catch {
    return undefined
  }
  // filtered-out interfaces come as empty objects
  const link = Array.isArray(list) ? list.find((one) => one.addr_info) : undefined
  const address = link?.addr_info?.find(({ family }) => family === 'inet')
  if (!link || typeof address?.local !== 'string' || typeof address.prefixlen !== 'number') return undefined
  return {
    index: Number(link.ifindex ?? 0),
    ipv4: address.local,
    netmask: maskOf(address.prefixlen),
    bytes_in: Number(link.stats64?.rx?.bytes ?? 0),
    bytes_out: Number(link.stats64?.tx?.bytes ?? 0),
  }
}

const maskOf = (prefix: number): string =>
  [0, 8, 16, 24].map((at) => 256 - 2 ** (8 - Math.min(8, Math.max(0, prefix - at)))).join('.')
