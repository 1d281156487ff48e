/** The kernel's network state, read by `ip -j` of iproute2. */
import { isIpv4, netmaskOfPrefix, sameSubnet } from '@parking/contract'
import { outputOf, type Program } from '../system/program.ts'

export type Route = { device: string; gateway: string }
export type Link = { macaddr: string; carrier: boolean; ipv4: string; netmask: string; dynamic: boolean }

type IpHop = { dev?: string; gateway?: string }
type IpRoute = IpHop & { metric?: number; nexthops?: IpHop[] }
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

/** The default routes of IPv4, the preferred one first; of IPv6, without gateways, if there are none. */
export async function defaultRoutes(run: Program): Promise<Route[]> {
  const routes = await routesOf(run, '-4')
  return routes.length > 0 ? routes : (await routesOf(run, '-6')).map((route) => ({ ...route, gateway: '' }))
}

async function routesOf(run: Program, family: '-4' | '-6'): Promise<Route[]> {
  const routes = listOf<IpRoute>(await outputOf(run, ['ip', '-j', family, 'route', 'show', 'default']))
  return routes
    .toSorted((a, b) => (a.metric ?? 0) - (b.metric ?? 0))
    .flatMap(({ nexthops, ...one }) => nexthops ?? [one])
    .map(({ dev = '', gateway = '' }) => ({ device: dev, gateway }))
}

/** A card and its address: the one in the gateway's network, else its first; empty if it has none. */
export async function readLink(run: Program, device: string, gateway: string): Promise<Link> {
  const [link = {}] = listOf<IpLink>(await outputOf(run, ['ip', '-j', 'addr', 'show', 'dev', device]))
  const all = (link.addr_info ?? []).filter(
    ({ family, scope, secondary }) => family === 'inet' && scope !== 'host' && !secondary,
  )
  const leadsOut = ({ local = '', prefixlen = 32 }: IpAddress): boolean =>
    gateway !== '' && sameSubnet(local, gateway, netmaskOfPrefix(prefixlen))
  const first = all.find(leadsOut) ?? all.find(({ scope }) => scope !== 'link') ?? all[0]
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
