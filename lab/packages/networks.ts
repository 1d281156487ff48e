/**
 * Random network changes on an installed box, with each program that may manage the card of a Debian. A card
 * of ifupdown is handed over first, by the command that docs/network-trials.md names.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { showBootId, type Box } from '../box.ts'
import { lan } from '../lan.ts'
import { assert } from '../proof.ts'
import { randomChanges } from '../proofs/random-changes.ts'
import { answers, signIn } from './installed-box.ts'
import type { PackageLab, PackageProof } from './package-lab.ts'

/** Shorter than on a box, and long enough for a boot on a busy machine in its second half. */
const trial_s = 20
const patient = { timeout_ms: 60_000 }

/** `shown`: the manager that the console names; `unit`: the service that the disturbances kill. */
type Manager = { shown: string; unit: string; prepare(box: Box): Promise<unknown> }

const write = (box: Box, file: string, text: string) => {
  const path = join(box.disk, file)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text, { mode: 0o600 })
}
const withoutNetworkManager = async (box: Box) => {
  await box.sh(['systemctl', 'mask', '--quiet', 'NetworkManager.service'])
  await box.sh(['systemctl', 'enable', '--quiet', 'systemd-networkd.service'])
}
const managers: Record<'networkmanager' | 'networkd' | 'netplan' | 'ifupdown', Manager> = {
  networkmanager: { shown: 'networkmanager', unit: 'NetworkManager.service', prepare: async () => {} },
  networkd: {
    shown: 'networkd',
    unit: 'systemd-networkd.service',
    async prepare(box) {
      await withoutNetworkManager(box)
      write(
        box,
        'etc/systemd/network/10-lan.network',
        `[Match]\nName=eth0\n\n[Network]\nAddress=${lan.box}/24\nGateway=${lan.client}\nIPv6AcceptRA=no\n`,
      )
      await box.sh(['chmod', '644', '/etc/systemd/network/10-lan.network'])
    },
  },
  netplan: {
    shown: 'networkd',
    unit: 'systemd-networkd.service',
    async prepare(box) {
      await withoutNetworkManager(box)
      write(
        box,
        'etc/netplan/10-lan.yaml',
        `network:\n  version: 2\n  ethernets:\n    eth0:\n      addresses: [${lan.box}/24]\n` +
          `      routes: [{ to: default, via: ${lan.client} }]\n`,
      )
    },
  },
  ifupdown: {
    shown: 'networkmanager',
    unit: 'NetworkManager.service',
    async prepare(box) {
      rmSync(join(box.disk, 'etc/NetworkManager/system-connections'), { recursive: true, force: true })
      write(
        box,
        'etc/network/interfaces',
        `auto lo eth0\niface lo inet loopback\niface eth0 inet static\n  address ${lan.box}/24\n` +
          `  gateway ${lan.client}\n`,
      )
      await box.powerCut()
      await box.powerOn()
      await box.sh(['parking-edge', 'network', 'take-over'], patient)
    },
  },
}

async function changeNetwork(lab: PackageLab, name: keyof typeof managers): Promise<string> {
  const { shown, unit, prepare } = managers[name]
  const box = await lab.open(`network-${name}`, lab.installed!)
  await box.powerOn()
  showBootId(box)
  const environment = '/etc/parking-edge/environment'
  await box.sh(['sh', '-c', `echo PARKING_TRIAL_S=${trial_s} >> ${environment}`])
  await prepare(box)
  await box.powerCut()
  await box.powerOn()
  await answers()
  const client = await signIn()
  const { manager } = await client.get('get_ipv4', {})
  assert(manager === shown, `the console names ${manager} as the manager of the card`)
  const { seed, changes } = lab
  const found = await randomChanges({
    box,
    client,
    seed,
    changes,
    trial_s,
    network_unit: unit,
    is_strict: false,
  })
  await box.powerCut()
  return found
}

export const network_proofs: PackageProof[] = (Object.keys(managers) as (keyof typeof managers)[]).map(
  (name) => ({
    name: `random-${name}`,
    shows: `random network changes with ${name}: found again each time`,
    run: (lab) => changeNetwork(lab, name),
  }),
)
