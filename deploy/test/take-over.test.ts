/**
 * What `parking-edge network take-over` does with the files of ifupdown: its own shell functions on a folder
 * of the test, and in lab/packages/take-over.ts the whole of it on a real Debian. Long because each kind of
 * setting is a row.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../scripts/lib/root.mjs'
import { lacks } from '../../scripts/lib/npm-test/lacking.mjs'

let etc = ''
beforeEach(() => {
  etc = mkdtempSync(join(tmpdir(), 'take-over-'))
  mkdirSync(join(etc, 'network/interfaces.d'), { recursive: true })
})
afterEach(() => rmSync(etc, { recursive: true }))
const write = (text: string, name = 'interfaces') => writeFileSync(join(etc, 'network', name), text)

/** Runs shell code with the functions of the command. */
function shell(code: string, { inside = [] as string[], args = [] as string[] } = {}) {
  const script = readFileSync(join(root, 'deploy/network-take-over'), 'utf8')
  const functions = script.slice(0, script.indexOf('case "${1:-}" in'))
  const [program = 'sh', ...before] = [...inside, 'sh']
  return spawnSync(program, [...before, '-c', `etc=$1; shift; ${functions}\n${code}`, 'sh', etc, ...args], {
    encoding: 'utf8',
  })
}
const call = (...words: string[]) => shell('"$@"', { args: words })
const lines = (...words: string[]) => {
  const { stdout, stderr } = call(...words)
  expect(stderr).toBe('')
  return stdout.split('\n')
}
const mark = '#parking-edge# '
const stock =
  'source /etc/network/interfaces.d/*\n\nauto lo\niface lo inet loopback\n\n# The primary one\n' +
  'allow-hotplug eth0\niface eth0 inet static\n\taddress 192.0.2.10/24\n\tgateway 192.0.2.1\n'

test("only the card's own lines are put aside, and taking the marks away gives the file back", () => {
  const more = `${stock}iface eth0 inet6 auto\n\nauto eth1 eth0\niface eth1 inet dhcp\n  hostname box\n`
  write(more)
  const put = lines('lines_of', 'eth0', mark, join(etc, 'network/interfaces'))
  expect(put.filter((line) => line.startsWith(mark))).toEqual(
    [
      'allow-hotplug eth0',
      'iface eth0 inet static',
      '\taddress 192.0.2.10/24',
      '\tgateway 192.0.2.1',
      'iface eth0 inet6 auto',
      'auto eth1 eth0',
    ].map((line) => `${mark}${line}`),
  )
  const active = put.filter((line) => !line.startsWith('#'))
  expect(active).toContain('auto eth1')
  expect(active).toContain('  hostname box')
  expect(active.join('\n')).not.toContain('eth0')
  const restored = put.filter((line) => line !== 'auto eth1').join('\n')
  expect(restored.replaceAll(mark, '')).toBe(more)
})

/** A part of a file: whose it is, and its lines. */
type Part = { of: string; lines: string[] }
const name = fc.constantFrom('eth0', 'eth1', 'eth00', 'xeth0', 'lo')
const option = fc.constantFrom(
  '  address 192.0.2.10/24',
  '\tgateway 192.0.2.1',
  '  dns-nameservers 192.0.2.53 192.0.2.54',
  '    # iface eth0 inet dhcp',
  '# auto eth0',
  '',
  '  post-up ip route add 198.51.100.0/24 via 192.0.2.2',
)
const stanza = fc
  .tuple(name, fc.constantFrom('inet static', 'inet dhcp', 'inet6 auto', 'inet6 static'), fc.array(option))
  .map(([of, method, options]): Part => ({ of, lines: [`iface ${of} ${method}`, ...options] }))
const started = fc
  .tuple(fc.constantFrom('auto', 'allow-hotplug'), name)
  .map(([word, of]): Part => ({ of, lines: [`${word} ${of}`] }))
const other = fc.constantFrom(
  { of: '', lines: ['mapping eth1', '  script /usr/local/sbin/map', '  map HOME eth1-home'] },
  { of: '', lines: ['source-directory interfaces.d'] },
  { of: '', lines: ['# eth0 is the primary one', ''] },
)

test('of any file, exactly the lines of the card are put aside', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(stanza, started, other), { maxLength: 12 }), (parts) => {
      write(parts.flatMap((part) => part.lines).join('\n') + '\n')
      const wanted = parts.flatMap((part) =>
        part.lines.map((line) => (part.of === 'eth0' && !/^\s*(#|$)/.test(line) ? `${mark}${line}` : line)),
      )
      expect(lines('lines_of', 'eth0', mark, join(etc, 'network/interfaces'))).toEqual(
        parts.length === 0 ? ['', ''] : [...wanted, ''],
      )
    }),
    { numRuns: 60 },
  )
})

test.each([
  [stock, 'a static address'],
  ['source interfaces.d/*\nauto lo\niface lo inet loopback\n', 'a file that is named relative to the first'],
  ['source-directory /etc/network/interfaces.d\n', 'a folder'],
  [`${stock}iface eth0 inet static\n  address 192.0.2.11/24\n`, 'two addresses'],
  [`${stock}iface eth0 inet6 static\n  address 2001:db8::2/64\n  accept_ra 0\n`, 'both families'],
  [`${stock}mapping wlan*\n  script /usr/local/sbin/map\n`, 'a mapping of another card'],
  [
    `${stock}iface br1 inet manual\n  bridge_ports eth1 eth2\n  up ip link set eth1 up\n`,
    'a bridge of others',
  ],
])('a card with addresses, gateway, name servers and DHCP can be handed over: %#, %j', (text) => {
  write(text)
  if (!text.includes('iface eth0')) write('auto eth0\niface eth0 inet dhcp\n', 'interfaces.d/eth0')
  expect(call('check_stanzas', 'eth0')).toMatchObject({ status: 0, stderr: '' })
})

test.each([
  ['auto eth0\niface eth0 inet manual\n', 'inet manual'],
  ['auto eth0\niface eth0 inet6 v4tunnel\n endpoint 192.0.2.1\n', 'inet6 v4tunnel'],
  ['auto eth0\niface eth0 inet dhcp inherits office\n', 'inherits office'],
  [`${stock}\tpost-up iptables-restore /etc/rules\n`, 'post-up'],
  [`${stock}\tup ip route add 198.51.100.0/24 via 192.0.2.2\n`, 'hand over: up'],
  [`${stock}\tbridge_ports eth1 eth2\n`, 'bridge_ports'],
  [`${stock}\tbond-slaves eth1 eth2\n`, 'bond-slaves'],
  [`${stock}iface eth0 inet dhcp\n`, 'two methods of inet'],
  [`${stock}iface eth0:0 inet static\n address 192.0.2.11/24\n`, 'eth0:0 is part of it'],
  [`${stock}iface eth0.7 inet static\n address 198.51.100.2/24\n`, 'eth0.7 is part of it'],
  [`${stock}iface vlan7 inet manual\n vlan-raw-device eth0\n`, 'vlan7 uses it'],
  [`${stock}iface br0 inet dhcp\n bridge_ports eth1 eth0\n`, 'br0 uses it'],
  [`${stock}iface bond0 inet dhcp\n bond-slaves eth0 eth1\n`, 'bond0 uses it'],
  [`${stock}iface eth1 inet manual\n up ip link set eth0 promisc on\n`, 'eth1 uses it'],
  [
    `mapping eth*\n script /usr/local/sbin/map\n${stock}`,
    'eth0 has settings that this command cannot hand over: a mapping',
  ],
  [`${stock}\tdns-nameservers 192.0.2.53 \\\n  192.0.2.54\n`, 'after a backslash'],
  ['auto eth1\niface eth1 inet dhcp\n', 'no settings of eth0'],
])('what it could not hand over is named, and nothing is done: %j', (text, named) => {
  write(text)
  const { status, stderr } = call('check_stanzas', 'eth0')
  expect([status, stderr]).toEqual([1, expect.stringContaining(named)])
})

test('settings in a file outside of the folder of ifupdown are refused with the name of the file', () => {
  const elsewhere = join(etc, 'eth0.conf')
  writeFileSync(elsewhere, 'iface eth0 inet dhcp\n')
  write(`source ${elsewhere}\n`)
  const { status, stderr } = call('check_stanzas', 'eth0')
  expect([status, stderr]).toEqual([1, expect.stringContaining(`${elsewhere} has settings of eth0`)])
})

test('a file of cloud-init is handed over only once cloud-init leaves the network alone', () => {
  write('source /etc/network/interfaces.d/*\n')
  const head = "# To disable cloud-init's network configuration capabilities, write a file\n"
  write(
    `${head}# network: {config: disabled}\nauto eth0\niface eth0 inet dhcp\n`,
    'interfaces.d/50-cloud-init',
  )
  const { status, stderr } = call('check_stanzas', 'eth0')
  expect([status, stderr]).toEqual([1, expect.stringContaining('50-cloud-init again')])
  mkdirSync(join(etc, 'cloud/cloud.cfg.d'), { recursive: true })
  writeFileSync(join(etc, 'cloud/cloud.cfg.d/99-no-network.cfg'), 'network: {config: disabled}\n')
  expect(call('check_stanzas', 'eth0')).toMatchObject({ status: 0, stderr: '' })
})

/** A card of the test's own, in a network of its own. */
const inside = ['unshare', '--map-root-user', '--net']
const no_card = spawnSync(inside[0]!, [
  ...inside.slice(1),
  'ip',
  'link',
  'add',
  'eth0',
  'type',
  'veth',
]).status
const card = 'ip link add eth0 type veth peer name other; ip link set other up; ip link set eth0 up; '
const ipv4 = 'ip addr add 192.0.2.10/24 dev eth0; ip route add default via 192.0.2.1; '
const ipv6 =
  'ip addr add 2001:db8::2/64 dev eth0 nodad; ip -6 route add default via fe80::1 dev eth0; ' +
  'sysctl -qw net.ipv6.conf.eth0.accept_ra=0; '
const eui64 = 'ipv6.addr-gen-mode eui64'
const static6 = 'iface eth0 inet6 static\n  address 2001:db8::2/64\n  gateway fe80::1\n  accept_ra 0\n'

test.skipIf(lacks('network namespaces', no_card !== 0)).each([
  [
    'static',
    ipv4,
    stock,
    'nameserver 192.0.2.53\nnameserver 127.0.0.53\nnameserver 2001:db8::53\nsearch example.org lan\n',
    [
      'ipv4.method manual',
      'ipv4.addresses 192.0.2.10/24',
      'ipv4.gateway 192.0.2.1',
      'ipv4.dns 192.0.2.53',
      'ipv4.dns-search example.org,lan',
      'ipv6.method auto',
      eui64,
    ],
  ],
  [
    'two addresses, name servers in the stanza',
    `${ipv4}ip addr add 192.0.2.11/24 dev eth0; `,
    `${stock}\tdns-nameservers 192.0.2.7 192.0.2.8\niface eth0 inet static\n\taddress 192.0.2.11/24\n`,
    'nameserver 192.0.2.53\n',
    [
      'ipv4.method manual',
      'ipv4.addresses 192.0.2.10/24,192.0.2.11/24',
      'ipv4.gateway 192.0.2.1',
      'ipv4.dns 192.0.2.7,192.0.2.8',
      'ipv6.method auto',
      eui64,
    ],
  ],
  [
    'DHCP and privacy',
    '',
    'auto eth0\niface eth0 inet dhcp\n  hostname box\niface eth0 inet6 auto\n  privext 2\n',
    'nameserver 192.0.2.53\n',
    ['ipv4.method auto', 'ipv6.method auto', 'ipv4.dhcp-hostname box', 'ipv6.ip6-privacy 2', eui64],
  ],
  [
    'IPv6 alone',
    ipv6,
    `auto eth0\n${static6}`,
    'nameserver 2001:db8::53\n',
    [
      'ipv4.method disabled',
      'ipv6.method manual',
      'ipv6.addresses 2001:db8::2/64',
      'ipv6.gateway fe80::1',
      'ipv6.dns 2001:db8::53',
      eui64,
    ],
  ],
  [
    'no IPv6 at all',
    `${ipv4}sysctl -qw net.ipv6.conf.eth0.disable_ipv6=1; `,
    stock,
    '',
    [
      'ipv4.method manual',
      'ipv4.addresses 192.0.2.10/24',
      'ipv4.gateway 192.0.2.1',
      'ipv6.method disabled',
      eui64,
    ],
  ],
])('the profile has what the card had: %s', (_what, commands, text, resolv, wanted) => {
  write(text)
  writeFileSync(join(etc, 'resolv.conf'), resolv)
  const { stdout, stderr } = shell(`${card}${commands}profile eth0`, { inside })
  expect(stderr).toBe('')
  expect(stdout.trim().split('\n')).toEqual(wanted)
})
