/** The kernel's network state, read by `ip -j` of iproute2. */
import { isIpv4, netmaskOfPrefix } from '@parking/contract'
import { outputOf, type Program } from '../system/program.ts'

export type Route = { device: string; gateway: string }
export type Link = { macaddr: string; carrier: boolean; ipv4: string; netmask: string; dynamic: boolean }

type IpRoute = { dev?: string; gateway?: string; metric?: number }
type IpAddress = {
  family?: string
  local?: string
  prefixlen?: number
  scope?: string
  secondary?: boolean
  dynamic?: boolean
}
type IpLink = { flags?: string[]; address?: string; addr_info?: IpAddress[] }
type IpNeighbour = { lladdr?: string; state?: string[] }

/** The default routes, the preferred one first. */
export async function defaultRoutes(run: Program): Promise<Route[]> {
  const routes = listOf<IpRoute>(await outputOf(run, ['ip', '-j', '-4', 'route', 'show', 'default']))
  return routes
    .toSorted((a, b) => (a.metric ?? 0) - (b.metric ?? 0))
    .map(({ dev = '', gateway = '' }) => ({ device: dev, gateway }))
}

/** A card and its first address; empty if it has none. */
export async function readLink(run: Program, device: string): Promise<Link> {
  const [link = {}] = listOf<IpLink>(await outputOf(run, ['ip', '-j', 'addr', 'show', 'dev', device]))
  const first = (link.addr_info ?? []).find(
    ({ family, scope, secondary }) => family === 'inet' && scope !== 'host' && !secondary,
  )
  return {
    macaddr: link.address ?? '',
    carrier: link.flags?.includes('LOWER_UP') ?? false,
    ipv4: first?.local ?? '',
    netmask: first?.prefixlen === undefined ? '' : netmaskOfPrefix(first.prefixlen),
    dynamic: first?.dynamic ?? false,
  }
}

/** `there`: another machine answered for this address. `asking`: the kernel is still resolving it. */
export async function neighbourState(
  run: Program,
  device: string,
  address: string,
): Promise<'there' | 'asking' | 'none'> {
  if (!isIpv4(address)) return 'none'
  const [found] = listOf<IpNeighbour>(
    await outputOf(run, ['ip', '-j', '-4', 'neigh', 'show', 'to', address, 'dev', device]),
  )
  const state = found?.state?.[0] ?? ''
  if (found?.lladdr && ['REACHABLE', 'STALE', 'DELAY', 'PROBE', 'PERMANENT'].includes(state)) return 'there'
  return state === 'INCOMPLETE' ? 'asking' : 'none'
}

/** `ip -j` prints nothing for an empty result. */
const listOf = <T>(text: string): T[] =>
  text.trim() === '' ? [] : (JSON.parse(text) as T[]).filter((one) => Object.keys(one as object).length > 0)
