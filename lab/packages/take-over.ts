/**
 * A card of ifupdown, as on a stock Debian server: the console shows it, `parking-edge network take-over`
 * hands it to NetworkManager, which can change it, and `give-back` restores what was there, also after a
 * crash.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { code } from '@parking/contract'
import { lan } from '../lan.ts'
import { assert } from '../proof.ts'
import { seconds, until } from '../until.ts'
import { answers, aptInstall, nameRepository, offer, signInFirst } from './installed-box.ts'
import type { PackageLab } from './package-lab.ts'

const interfaces =
  '# The primary network interface\nauto lo eth0\niface lo inet loopback\n\niface eth0 inet static\n' +
  `  address ${lan.box}/24\n  gateway ${lan.client}\n`
const command = '/usr/sbin/parking-edge'
const patient = { timeout_ms: 180_000 }

export async function takeOver(lab: PackageLab): Promise<string> {
  const box = await lab.open('take-over')
  const file = join(box.disk, 'etc/network/interfaces')
  writeFileSync(file, interfaces)
  writeFileSync(join(box.disk, 'etc/apt/sources.list'), '')
  await offer(lab.cache, '1.0.0')
  await box.powerOn()
  nameRepository(box, join(lab.cache, 'repository'))
  await aptInstall(box, 'parking-edge', 'parking-analysis')
  await answers()
  const client = await signInFirst(box)
  const settings = async () => {
    const { ipv4, netmask, gateway, manager } = await client.get('get_ipv4', {}, { timeout_ms: 10_000 })
    return { ipv4, netmask, gateway, manager }
  }
  const has = (manager: string) =>
    until(
      async () => (await settings().catch(() => undefined))?.manager === manager,
      60_000,
      `${manager} manages the card`,
    )
  await has('ifupdown')
  const before = await settings()
  const wanted = { ipv4: '10.77.0.20', netmask: lan.netmask, gateway: lan.client }
  const refused = await client.ask('set_ipv4', wanted, { timeout_ms: 10_000 })
  assert(refused.code !== code.success, 'a card of ifupdown was changed')

  const began = performance.now()
  await box.sh([command, 'network', 'take-over'], patient)
  await has('networkmanager')
  const took = performance.now() - began
  const after = await settings()
  assert(
    JSON.stringify({ ...after, manager: '' }) === JSON.stringify({ ...before, manager: '' }),
    `the settings changed: ${JSON.stringify([before, after])}`,
  )
  await box.powerCut()
  await box.powerOn()
  await has('networkmanager')

  await box.sh([command, 'network', 'give-back'], patient)
  await has('ifupdown')
  assert(readFileSync(file, 'utf8') === interfaces, 'the file of ifupdown is not as it was')
  const profiles = await box.sh(['nmcli', '-g', 'NAME', 'connection'])
  assert(!profiles.includes('parking-edge'), `a profile is left: ${profiles}`)

  // The command dies at a moment at which neither has the card.
  const work = 'patience_s=10 setsid /usr/lib/parking-edge/network-take-over take-over &'
  await box.run(['sh', '-c', `${work} sleep 0.4; kill -9 -$!`], patient)
  await wait(11_000)
  await has('ifupdown')
  assert(readFileSync(file, 'utf8') === interfaces, 'the file of ifupdown is not as it was after a crash')
  await box.powerCut()
  return (
    `shown and not changed; NetworkManager has it after ${seconds(took)} with the same settings, also ` +
    'after a power cut; given back, and by itself after the command was killed'
  )
}
