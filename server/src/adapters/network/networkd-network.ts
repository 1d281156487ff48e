/**
 * A card managed by systemd-networkd: read by `networkctl`, changed by verbs of the root helper
 * (deploy/root-helper.d/networkd-*). A trial is a file under /run, lost in a power cut, and a systemd timer
 * removes it even if this server dies.
 */
import { isIpv4, prefixOfNetmask } from '@parking/contract'
import type { Dns, NetworkNow, RollbackState } from '#src/ports/network-port.ts'
import { SystemError, unsupported } from '#src/ports/system-error.ts'
import { outputOf, type Program } from '../system/program.ts'
import type { RootHelper } from '../system/root-helper.ts'

export type NetworkdWay = { manager: 'networkd'; interface: string }

/**
 * The first card of `wanted` that networkd manages, or its first wired card; undefined if there is none or
 * networkd does not run.
 */
export async function findNetworkdCard(run: Program, wanted: readonly string[]): Promise<string | undefined> {
  const { status, stdout } = await run(['networkctl', '--no-pager', '--no-legend', 'list']).catch(
    (error: unknown) => {
      if (error instanceof SystemError && error.reason === 'unsupported') return { status: 127, stdout: '' }
      throw error
    },
  )
  if (status !== 0) return undefined
  // IDX LINK TYPE OPERATIONAL SETUP
  const rows = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, , type = '', , setup = 'unmanaged']) =>
        type !== 'loopback' && !['unmanaged', 'n/a', '-'].includes(setup),
    )
  const name =
    wanted.find((device) => rows.some(([, link]) => link === device)) ??
    rows.find(([, , type]) => type === 'ether')?.[1]
  return name
}

/**
 * The name servers of a card, which `networkctl status` prints one per line after a single label, and whether
 * netplan has written the file that it uses.
 */
export async function readNetworkd(
  run: Program,
  device: string,
): Promise<{ dns: string[]; netplan: boolean }> {
  const lines = (await outputOf(run, ['networkctl', '--no-pager', '--lines=0', 'status', device])).split('\n')
  const netplan = lines.some((line) => /^\s*Network File: \S*-netplan-/.test(line))
  const at = lines.findIndex((line) => /^\s*DNS:/.test(line))
  if (at < 0) return { dns: [], netplan }
  const below = lines.slice(at + 1)
  const end = below.findIndex((line) => !isIpv4(line.trim()) && !/^\s+[0-9a-f:]+(%\S+)?$/i.test(line))
  const dns = [lines[at]!.replace(/^\s*DNS:/, ''), ...below.slice(0, end < 0 ? undefined : end)]
    .map((line) => line.trim())
    .filter(isIpv4)
  return { dns, netplan }
}

export async function networkdArm(
  helper: RootHelper,
  device: string,
  seconds: number,
): Promise<RollbackState> {
  await helper.run('networkd-arm', request({ interface: device, seconds: String(seconds) }))
  return JSON.stringify({ manager: 'networkd', interface: device } satisfies NetworkdWay)
}

/**
 * Writes the whole file, from the current settings and the changes. Without systemd-resolved its name servers
 * would have no effect.
 */
export async function networkdChange(
  run: Program,
  helper: RootHelper,
  present: NetworkNow,
  change: Partial<NetworkNow>,
): Promise<void> {
  if (
    change.dns_main !== undefined &&
    (await run(['systemctl', 'is-active', 'systemd-resolved.service'])).status !== 0
  )
    throw unsupported('systemd-resolved does not run, so the name servers of its network are not used')
  const { ipv4, netmask, gateway, dns_main, dns_sub } = { ...present, ...change }
  const given = present.dhcp && change.ipv4 === undefined
  const address: Record<string, string> = given
    ? { method: 'dhcp' }
    : { method: 'static', address: `${ipv4}/${prefixOfNetmask(netmask)}`, gateway }
  await helper.run(
    'networkd-change',
    request({ interface: present.interface, ...address, ...dnsLines({ dns_main, dns_sub }) }),
  )
}

export const networkdKeep = (helper: RootHelper): Promise<void> => helper.run('networkd-keep')
export const networkdUndo = (helper: RootHelper): Promise<void> => helper.run('networkd-undo')

const dnsLines = ({ dns_main, dns_sub }: Dns): Record<string, string> => ({
  ...(dns_main && { dns_main }),
  ...(dns_sub && { dns_sub }),
})
const request = (lines: Record<string, string>): string =>
  Object.entries(lines)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
