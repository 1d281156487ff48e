/**
 * Boxes with several managers, cards, addresses and routes: which card the console shows, and who manages it.
 * The programs print what iproute2, nmcli, networkctl and ifquery print there.
 */
import { expect, test } from 'vitest'
import { linuxNetwork } from '#src/adapters/network/linux-network.ts'
import { openRootHelper } from '#src/adapters/system/root-helper.ts'
import type { Program } from '#src/adapters/system/program.ts'
import { SystemError } from '#src/ports/system-error.ts'

type Box = {
  /** The lines of `nmcli -t device status`: DEVICE:TYPE:STATE:DBUS-PATH:CON-UUID:CONNECTION. */
  nmcli?: string
  /** The lines of `networkctl list`. */
  networkctl?: string
  /** The lines of `ifquery --state`. */
  ifquery?: string
  routes?: object[]
  routes_6?: object[]
  addresses?: Record<string, object[]>
}

const v4 = (local: string, prefixlen = 24, more: object = {}) => ({
  family: 'inet',
  local,
  prefixlen,
  scope: 'global',
  ...more,
})
const to = (gateway: string, dev = 'eth0', metric = 100) => ({ dst: 'default', gateway, dev, metric })

function programsOf({
  nmcli,
  networkctl,
  ifquery,
  routes = [],
  routes_6 = [],
  addresses = {},
}: Box): Program {
  return async (command) => {
    const said = command.join(' ')
    const there = (text: string | undefined) => {
      if (text === undefined) throw new SystemError('unsupported', `${command[0]} is not installed`)
      return { status: 0, stdout: text, stderr: '' }
    }
    if (said.startsWith('ip -j -4 route')) return there(JSON.stringify(routes))
    if (said.startsWith('ip -j -6 route')) return there(JSON.stringify(routes_6))
    if (said.startsWith('ip -j addr')) {
      const addr_info = addresses[command.at(-1)!] ?? []
      return there(JSON.stringify([{ flags: ['UP', 'LOWER_UP'], address: '02:00:00:00:00:01', addr_info }]))
    }
    if (said.startsWith('nmcli') && said.endsWith('device status')) return there(nmcli)
    if (said.startsWith('nmcli')) return there('ipv4.method:auto\n')
    if (said.endsWith('list')) return there(networkctl)
    if (said.startsWith('networkctl'))
      return there('     DNS: fe80::1%eth0\n          2001:db8::1%2\n          192.0.2.53\n')
    return there(ifquery)
  }
}

const nm = (device: string, state = 'connected') => `${device}:ethernet:${state}:/1:u-${device}:Wired\n`
const nd = (device: string, setup = 'configured', type = 'ether') =>
  ` 2 ${device} ${type} routable ${setup}\n`
const addresses = { eth0: [v4('192.0.2.10')], eth1: [v4('198.51.100.10')] }

test.each<[string, Box, object]>([
  [
    'NetworkManager watches the card of networkd',
    {
      nmcli: nm('eth0', 'connected (externally)') + nm('eth1', 'disconnected'),
      networkctl: nd('eth0'),
      routes: [to('192.0.2.1')],
      addresses,
    },
    { manager: 'networkd', interface: 'eth0', gateway: '192.0.2.1', dns_main: '192.0.2.53' },
  ],
  [
    'networkd has the default route, NetworkManager another card',
    { nmcli: nm('eth1'), networkctl: nd('eth0'), routes: [to('192.0.2.1')], addresses },
    { manager: 'networkd', interface: 'eth0' },
  ],
  [
    'NetworkManager has the default route, networkd another card',
    { nmcli: nm('eth0'), networkctl: nd('eth1'), routes: [to('192.0.2.1')], addresses },
    { manager: 'networkmanager', interface: 'eth0' },
  ],
  [
    'both have a card with a default route: the lower metric counts',
    {
      nmcli: nm('eth0'),
      networkctl: nd('eth1'),
      routes: [to('192.0.2.1', 'eth0', 600), to('198.51.100.1', 'eth1', 100)],
      addresses,
    },
    { manager: 'networkd', interface: 'eth1', gateway: '198.51.100.1' },
  ],
  [
    'networkd runs but manages nothing',
    { nmcli: nm('eth0'), networkctl: nd('eth0', 'unmanaged'), routes: [to('192.0.2.1')], addresses },
    { manager: 'networkmanager', interface: 'eth0' },
  ],
  [
    'a bridge has the address',
    {
      networkctl: nd('eth0') + nd('br0', 'configured', 'bridge'),
      routes: [to('192.0.2.1', 'br0')],
      addresses: { br0: [v4('192.0.2.10')] },
    },
    { manager: 'networkd', interface: 'br0', ipv4: '192.0.2.10' },
  ],
  [
    'a VLAN of ifupdown has the default route',
    { ifquery: 'lo=lo\neth0=eth0\neth0.5=eth0.5\n', routes: [to('192.0.2.1', 'eth0.5')], addresses },
    { manager: 'ifupdown', interface: 'eth0.5' },
  ],
  [
    'the tunnel has the default route',
    { nmcli: nm('eth0'), routes: [to('', 'tun0', 50), to('192.0.2.1')], addresses },
    { manager: 'networkmanager', interface: 'eth0', gateway: '192.0.2.1' },
  ],
  [
    'one route with two ways',
    {
      networkctl: nd('eth0') + nd('eth1'),
      routes: [{ dst: 'default', nexthops: [to('198.51.100.1', 'eth1'), to('192.0.2.1')] }],
      addresses,
    },
    { manager: 'networkd', interface: 'eth1', gateway: '198.51.100.1' },
  ],
  [
    'several addresses: the one beside the gateway is shown',
    {
      nmcli: nm('eth0'),
      routes: [to('192.0.2.1')],
      addresses: { eth0: [v4('10.0.0.5'), v4('192.0.2.10', 24, { dynamic: true })] },
    },
    { ipv4: '192.0.2.10', netmask: '255.255.255.0', gateway: '192.0.2.1' },
  ],
  [
    'an address of its own beside the one of the network',
    { nmcli: nm('eth0'), addresses: { eth0: [v4('169.254.7.7', 16, { scope: 'link' }), v4('192.0.2.10')] } },
    { ipv4: '192.0.2.10', gateway: '' },
  ],
  [
    'IPv6 alone, on the second card',
    {
      networkctl: nd('eth0', 'configuring') + nd('eth1'),
      routes_6: [to('fe80::1', 'eth1')],
      addresses: { eth1: [{ family: 'inet6', local: '2001:db8::5', prefixlen: 64, scope: 'global' }] },
    },
    { manager: 'networkd', interface: 'eth1', ipv4: '', gateway: '' },
  ],
])('%s', async (_, box, shown) => {
  const run = programsOf(box)
  const network = linuxNetwork(run, openRootHelper(run, { requests: '/nowhere', results: '/nowhere' }))
  expect(await network.read()).toMatchObject(shown)
})
