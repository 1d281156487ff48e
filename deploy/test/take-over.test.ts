/**
 * What `parking-edge network take-over` does with the files of ifupdown: its own shell functions on a folder
 * of the test. The whole of it runs on a real Debian in `npm run lab:packages` (lab/packages/take-over.ts).
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../scripts/lib/root.mjs'

let etc = ''
beforeEach(() => {
  etc = mkdtempSync(join(tmpdir(), 'take-over-'))
  mkdirSync(join(etc, 'network/interfaces.d'), { recursive: true })
})
afterEach(() => rmSync(etc, { recursive: true }))
const write = (text: string, name = 'interfaces') => writeFileSync(join(etc, 'network', name), text)

/** Calls a function of the command. */
function call(...words: string[]) {
  const script = readFileSync(join(root, 'deploy/network-take-over'), 'utf8')
  const functions = script.slice(0, script.indexOf('case "${1:-}" in'))
  return spawnSync('sh', ['-c', `etc=$1; shift; ${functions}\n"$@"`, 'sh', etc, ...words], {
    encoding: 'utf8',
  })
}
const stock =
  'source /etc/network/interfaces.d/*\n\nauto lo\niface lo inet loopback\n\n# The primary one\n' +
  'allow-hotplug eth0\niface eth0 inet static\n\taddress 192.0.2.10/24\n\tgateway 192.0.2.1\n'

test("only the card's own lines are put aside, and taking the marks away gives the file back", () => {
  const more = `${stock}iface eth0 inet6 auto\n\nauto eth1 eth0\niface eth1 inet dhcp\n  hostname box\n`
  write(more)
  const { stdout, stderr } = call('lines_of', 'eth0', '#parking-edge# ', join(etc, 'network/interfaces'))
  expect(stderr).toBe('')
  const lines = stdout.split('\n')
  expect(lines.filter((line) => line.startsWith('#parking-edge# '))).toEqual(
    [
      'allow-hotplug eth0',
      'iface eth0 inet static',
      '\taddress 192.0.2.10/24',
      '\tgateway 192.0.2.1',
      'iface eth0 inet6 auto',
      'auto eth1 eth0',
    ].map((line) => `#parking-edge# ${line}`),
  )
  const active = lines.filter((line) => !line.startsWith('#'))
  expect(active).toContain('auto eth1')
  expect(active).toContain('  hostname box')
  expect(active.join('\n')).not.toContain('eth0')
  const restored = lines.filter((line) => line !== 'auto eth1').join('\n')
  expect(restored.replaceAll('#parking-edge# ', '')).toBe(more)
})

test('a card with no more than addresses, gateway and name servers can be handed over', () => {
  write(stock)
  expect(call('check_stanzas', 'eth0')).toMatchObject({ status: 0, stderr: '' })
  write('auto lo\niface lo inet loopback\n')
  write('auto eth0\niface eth0 inet dhcp\n', 'interfaces.d/eth0')
  expect(call('check_stanzas', 'eth0')).toMatchObject({ status: 0, stderr: '' })
})

test.each([
  ['auto eth0\niface eth0 inet manual\n', 'inet manual'],
  ['auto eth0\niface eth0 inet6 static\n address 2001:db8::2/64\n', 'inet6 static'],
  [`${stock}\tpost-up iptables-restore /etc/rules\n`, 'post-up'],
  [`${stock}\tbridge_ports eth1 eth2\n`, 'bridge_ports'],
  ['auto eth1\niface eth1 inet dhcp\n', 'no settings of eth0'],
])('what it could not hand over is named, and nothing is done: %j', (text, named) => {
  write(text)
  const { status, stderr } = call('check_stanzas', 'eth0')
  expect([status, stderr]).toEqual([1, expect.stringContaining(named)])
})
