/**
 * The network proofs with systemd-networkd instead of NetworkManager. They run late, because the switch is
 * permanent.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lan } from '../lan.ts'
import { assert, type Lab, type Proof } from '../proof.ts'
import { seconds, until } from '../until.ts'
import { trialEnd } from './network.ts'

async function networkd(lab: Lab): Promise<string> {
  const { box, client, trial_s } = lab
  const folder = join(box.disk, 'etc/systemd/network')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, '10-lan.network'),
    `[Match]\nName=eth0\n\n[Network]\nAddress=${lan.box}/24\nGateway=${lan.client}\n` +
      `DNS=${lan.client}\nIPv6AcceptRA=no\n`,
  )
  await box.sh(['systemctl', 'mask', '--quiet', 'NetworkManager.service'])
  await box.sh(['systemctl', 'enable', '--quiet', 'systemd-networkd.service'])
  await box.powerCut()
  await box.powerOn()
  client.address = lan.box
  await until(() => client.reaches(lan.box, 300), 30_000, 'the box answers by systemd-networkd')
  const figures: string[] = []

  const lose = async (what: string, disturb: () => Promise<unknown>, reason: string) => {
    const began = performance.now()
    await client.get(
      'set_ipv4',
      { ipv4: '172.31.9.7', netmask: lan.netmask, gateway: '172.31.9.1' },
      { timeout_ms: 10_000 },
    )
    await until(async () => !(await client.reaches(lan.box, 200)), 8_000, 'the address is lost')
    await disturb()
    await trialEnd(lab, lan.box)
    const took = performance.now() - began
    const trial = await client.get('get_trial', {})
    assert(
      trial.state === 'rolled_back' && trial.reason === reason,
      `${what}: ${trial.state}, ${trial.reason}`,
    )
    assert(took <= trial_s * 1000, `${what}: back only after ${seconds(took)}`)
    figures.push(`${what}: back after ${seconds(took)}`)
  }
  await lose('silence', async () => {}, 'silence')
  await lose(
    'server killed',
    () => box.sh(['systemctl', 'kill', '--signal=KILL', 'parking-edge.service']),
    'crash',
  )
  await lose(
    'power cut',
    async () => {
      await box.powerCut()
      await box.powerOn()
    },
    'power_cut',
  )

  // The server is killed for good, and the armed timer rolls back without it.
  const began = performance.now()
  await client.get(
    'set_ipv4',
    { ipv4: '172.31.9.7', netmask: lan.netmask, gateway: '172.31.9.1' },
    { timeout_ms: 10_000 },
  )
  await until(async () => !(await client.reaches(lan.box, 200)), 8_000, 'the address is lost')
  await box.sh(['systemctl', 'mask', '--runtime', '--quiet', 'parking-edge.service'])
  await box.sh(['systemctl', 'kill', '--signal=KILL', 'parking-edge.service'])
  await until(
    async () => (await box.run(['ip', '-br', '-4', 'addr', 'show', 'eth0'])).stdout.includes(lan.box),
    60_000,
    'the old address is there again',
  )
  figures.push(`without any server: by systemd's own timer after ${seconds(performance.now() - began)}`)
  await box.sh(['systemctl', 'unmask', '--runtime', '--quiet', 'parking-edge.service'])
  await box.sh(['systemctl', 'start', 'parking-edge.service'])
  await trialEnd(lab, lan.box)

  const moved = { ipv4: '10.77.0.61', netmask: lan.netmask, gateway: lan.client }
  const { confirm_token } = await client.get('set_ipv4', moved, { timeout_ms: 10_000 })
  await until(() => client.reaches(moved.ipv4, 300), trial_s * 1000, 'the new address answers')
  client.address = moved.ipv4
  await client.get('confirm_trial', { confirm_token }, { timeout_ms: 10_000 })
  await box.powerCut()
  await box.powerOn()
  await until(() => client.reaches(moved.ipv4, 300), 30_000, 'the new address answers after a power cut')
  figures.push('a confirmed one survives a power cut')
  return figures.join('; ')
}

export const networkd_proofs: Proof[] = [
  { name: 'networkd', shows: 'the same with systemd-networkd instead of NetworkManager', run: networkd },
]
