/**
 * `parking-edge network take-over` for each kind of settings that ifupdown may have: DHCP, and IPv6 by the
 * router, by DHCPv6 and typed. Every kind is handed over and given back with the same addresses and routes.
 */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Box } from '../box.ts'
import { lan } from '../lan.ts'
import { assert } from '../proof.ts'
import { sh } from '../sh.ts'
import { until } from '../until.ts'
import type { PackageLab, PackageProof } from './package-lab.ts'

const command = '/usr/sbin/parking-edge'
const patient = { timeout_ms: 180_000 }
const prefix = '2001:db8:77:'
const head = 'auto lo\niface lo inet loopback\n\n# The primary network interface\nauto eth0\n'
const dhcp = 'iface eth0 inet dhcp\n'
const typed = `iface eth0 inet static\n  address ${lan.box}/24\n  gateway ${lan.client}\n`
const typed6 = `iface eth0 inet6 static\n  address ${prefix}:10/64\n  gateway ${prefix}:1\n  accept_ra 0\n`

/** `v6`: how the router gives out addresses of IPv6; `has`: the number of addresses and gateways. */
type Kind = { name: string; stanzas: string; has: number; v6?: 'ra-only' | 'dhcp' }
const kinds: readonly Kind[] = [
  { name: 'DHCP', stanzas: dhcp, has: 2 },
  { name: 'DHCP and SLAAC', stanzas: dhcp + 'iface eth0 inet6 auto\n', has: 4, v6: 'ra-only' },
  { name: 'DHCP and DHCPv6', stanzas: dhcp + 'iface eth0 inet6 dhcp\n', has: 4, v6: 'dhcp' },
  { name: 'typed IPv4 and IPv6', stanzas: typed + typed6, has: 4 },
  {
    name: 'two typed addresses',
    stanzas: `${typed}iface eth0 inet static\n  address 10.77.0.11/24\n`,
    has: 3,
  },
]
const refused: readonly [string, string][] = [
  ['post-up', `${typed}  post-up ip route add 198.51.100.0/24 via ${lan.client}\n`],
  ['eth0.7', `${typed}iface eth0.7 inet static\n  address 198.51.100.2/24\n`],
]

/** A router with DHCP (one address for one card), advertisements and DHCPv6; ends with `stop`. */
async function startRouter(v6: Kind['v6']): Promise<{ stop(): Promise<unknown> }> {
  const ranges = [
    `${lan.box},${lan.box},${lan.netmask},1h`,
    ...(v6 === 'ra-only' ? [`${prefix}:,ra-only`] : v6 ? [`${prefix}:10,${prefix}:99,64,1h`] : []),
  ]
  const child = spawn(
    'dnsmasq',
    [
      '--no-daemon',
      '--conf-file=/dev/null',
      '--user=root',
      '--port=0',
      '--leasefile-ro',
      '--interface=lan0',
      '--bind-interfaces',
      '--dhcp-authoritative',
      '--dhcp-ignore-clid',
      `--dhcp-option=3,${lan.client}`,
      '--enable-ra',
      '--ra-param=lan0,5',
      ...ranges.map((range) => `--dhcp-range=${range}`),
    ],
    { stdio: 'ignore' },
  )
  const gone = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', () => reject(new Error('dnsmasq is missing: apt-get install dnsmasq-base')))
  })
  return {
    stop() {
      child.kill()
      return gone
    },
  }
}

/** The global addresses and default gateways of the card. Of a router's prefix, programs make others. */
async function reachOf(box: Box): Promise<string> {
  const shown = await box.sh([
    'sh',
    '-c',
    "ip -o addr show dev eth0 scope global | awk '{ print $4 }'; " +
      "for f in 4 6; do ip -$f -o route show default dev eth0 | awk '{ print $3 }' | sort -u; done",
  ])
  const lines = shown.trim().split('\n')
  const given = lines.map((line) => line.replace(/^2001:(?!.*::10\/64).*\/(64|128)$/, 'of-a-router'))
  return [...new Set(given)].toSorted().join(' ')
}

async function takeOverKinds(lab: PackageLab): Promise<string> {
  await sh(['ip', 'addr', 'replace', `${prefix}:1/64`, 'dev', 'lan0', 'nodad'])
  const box = await lab.open('take-over-kinds', lab.installed!)
  const file = join(box.disk, 'etc/network/interfaces')
  rmSync(join(box.disk, 'etc/NetworkManager/system-connections'), { recursive: true, force: true })
  const words: string[] = []
  const not_up: string[] = []
  for (const { name, stanzas, v6, has } of kinds) {
    writeFileSync(file, head + stanzas)
    const router = await startRouter(v6)
    await box.powerOn()
    // ifupdown notes the card when its DHCP client has gone to the background, which is later.
    const isUp = async () =>
      (await box.run(['ifquery', '--state', 'eth0'])).status === 0 &&
      (await reachOf(box)).split(' ').length === has
    const up = until(isUp, 60_000, `ifupdown brings the card up with ${name}`, 500)
    // Debian 13's own tools do not bring every kind up in a container: nothing to hand over, then.
    if (!(await up.then(() => true).catch(() => false))) {
      not_up.push(`${name} (it has ${await reachOf(box)})`)
      await box.powerCut()
      await router.stop()
      continue
    }
    const before = await reachOf(box)
    await box.sh([command, 'network', 'take-over'], patient)
    const state = await box.sh(['nmcli', '-g', 'GENERAL.CONNECTION', 'device', 'show', 'eth0'])
    assert(state.trim() === 'parking-edge-eth0', `${name}: NetworkManager has ${state}`)
    const taken = await reachOf(box)
    assert(taken === before, `${name}: ${before} became ${taken}`)
    await box.sh([command, 'network', 'give-back'], patient)
    assert(readFileSync(file, 'utf8') === head + stanzas, `${name}: the file is not as it was`)
    const isBack = async () => (await reachOf(box)) === before
    await until(isBack, 60_000, `ifupdown has the card again with ${before}`, 500)
    words.push(name)
    await box.powerCut()
    await router.stop()
  }
  for (const [named, stanzas] of refused) {
    writeFileSync(file, head + stanzas)
    await box.powerOn()
    const { status, stderr } = await box.run([command, 'network', 'take-over'], patient)
    assert(status === 1 && stderr.includes(named), `${named}: status ${status}: ${stderr}`)
    assert(readFileSync(file, 'utf8') === head + stanzas, `${named}: the file was changed`)
    await box.powerCut()
  }
  assert(not_up.length <= 1, `ifupdown does not bring the card up with ${not_up.join(', ')}`)
  return (
    not_up.map((kind) => `not brought up by ifupdown itself: ${kind}; `).join('') +
    `${words.join(', ')}: handed over and given back, each with the same addresses and gateways; ` +
    `${refused.map(([named]) => named).join(' and ')} refused by name`
  )
}

export const take_over_kinds: PackageProof = {
  name: 'take-over-kinds',
  shows: 'DHCP, SLAAC, DHCPv6 and typed IPv6 are handed over and given back unchanged',
  run: takeOverKinds,
}
