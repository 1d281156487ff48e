/**
 * The root helper's change of a card of systemd-networkd, run by a real shell on the test's folders: the file
 * that it writes replaces the one in force, so nothing of that may be lost unseen.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const verb = fileURLToPath(new URL('../../../deploy/root-helper.d/networkd-change', import.meta.url))
/** A card that no machine has. */
const card = 'nocard0'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parking-networkd-'))
  for (const part of ['bin', 'out']) mkdirSync(join(folder, part))
  writeFileSync(join(folder, 'out/networkd-interface'), `${card}\n`)
  const programs = {
    systemctl: 'exit 0',
    networkctl: `case "$*" in *status*) echo "         Network File: ${join(folder, 'own.network')}" ;; esac`,
  }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The lines of the file of the trial, without its head, or what the helper says. */
function changed(own: string, request: string): string[] {
  writeFileSync(join(folder, 'own.network'), own)
  writeFileSync(join(folder, 'request'), `interface=${card}\n${request}`)
  const { status, stdout } = spawnSync('sh', ['-euc', `. '${verb}'`], {
    encoding: 'utf8',
    env: {
      PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
      LC_ALL: 'C',
      out: join(folder, 'out'),
      request: join(folder, 'request'),
      networks: join(folder, 'networks'),
      online: 'true',
    },
  })
  if (status !== 0) return [stdout.trim().replace(`${folder}/`, '')]
  const text = readFileSync(join(folder, 'networks/05-parking-edge-trial.network'), 'utf8')
  return text.slice(text.indexOf('[Network]')).trim().split('\n')
}

const given = 'method=static\naddress=192.0.2.20/24\ngateway=192.0.2.1\n'
const head = ['[Network]', 'DHCP=no', 'Address=192.0.2.20/24', 'Gateway=192.0.2.1']
const match = `[Match]\nName=${card}\n\n`

test.each<[string, string, string[]]>([
  ['DHCP', `${match}[Network]\nDHCP=yes\n`, head],
  ['one address', `${match}[Network]\nAddress=192.0.2.10/24\nGateway=192.0.2.1\nDNS=192.0.2.53\n`, head],
  ['a file that is gone', '', head],
  [
    'netplan, both families',
    `${match}[Network]\nLinkLocalAddressing=ipv6\nAddress=192.0.2.10/24\nAddress=2001:db8::10/64\n` +
      'DNS=192.0.2.53\nDomains=example.com car.example\n\n[Route]\nDestination=0.0.0.0/0\n' +
      'Gateway=192.0.2.1\n\n[Route]\nDestination=::/0\nGateway=2001:db8::1\n',
    [
      ...head,
      'LinkLocalAddressing=ipv6',
      'Address=2001:db8::10/64',
      'Domains=example.com car.example',
      'Gateway=2001:db8::1',
    ],
  ],
  [
    'IPv6 without routers, with comments and blanks',
    `${match}# mine\n[Network]\n ; yours\nIPv6AcceptRA = no\n[Address]\nAddress = 2001:db8::10/64\n` +
      '[Address]\nAddress=192.0.2.10/24\n',
    [...head, 'IPv6AcceptRA=no', 'Address=2001:db8::10/64'],
  ],
  ['a VLAN', `${match}[Network]\nVLAN=nocard0.5\n`, ['VLAN=nocard0.5']],
  ['a port of a bridge', `${match}[Network]\nBridge=br0\n`, ['Bridge=br0']],
  [
    'another address',
    `${match}[Network]\nAddress=192.0.2.10/24\nAddress=198.51.100.7/24\n`,
    ['another address, 198.51.100.7/24'],
  ],
  [
    'a route of its own',
    `${match}[Network]\nDHCP=yes\n[Route]\nDestination=10.0.0.0/8\nGateway=192.0.2.9\n`,
    ['a route to 10.0.0.0/8'],
  ],
  ['a rule', `${match}[Network]\nDHCP=yes\n[RoutingPolicyRule]\nTable=7\n`, ['[RoutingPolicyRule]']],
])('a card with %s', (_, own, wanted) => {
  const lost = `networkd-change: own.network has settings that would be lost: ${wanted[0]}`
  expect(changed(own, given)).toEqual(wanted[0] === '[Network]' ? wanted : [lost])
})

test('a card that stays with DHCP keeps its IPv6', () => {
  const own = `${match}[Network]\nDHCP=yes\nIPv6PrivacyExtensions=yes\n`
  expect(changed(own, 'method=dhcp\ndns_main=192.0.2.53\n')).toEqual([
    '[Network]',
    'DHCP=yes',
    'DNS=192.0.2.53',
    'IPv6PrivacyExtensions=yes',
    '',
    '[DHCPv4]',
    'UseDNS=no',
  ])
})
