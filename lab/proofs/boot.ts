/** The box boots, the built product is installed in it, and the administrator signs in for the first time. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout, showBootId } from '../box.ts'
import { lan } from '../lan.ts'
import { assert, type Lab, type Proof } from '../proof.ts'
import { seconds, until } from '../until.ts'

const password = 'Kerb#2026-lab'

async function boot({ box, client, peers, trial_s }: Lab): Promise<string> {
  const began = performance.now()
  await box.powerOn()
  const booted = performance.now() - began
  await box.sh([
    'nmcli',
    'connection',
    'add',
    'type',
    'ethernet',
    'ifname',
    'eth0',
    'con-name',
    'lan',
    'ipv4.method',
    'manual',
    'ipv4.addresses',
    `${lan.box}/24`,
    'ipv4.gateway',
    lan.client,
    'ipv4.dns',
    lan.client,
    'ipv6.method',
    'disabled',
  ])
  await box.sh(['nmcli', 'connection', 'up', 'lan'])

  await box.sh([`${checkout}/deploy/install.sh`], { timeout_ms: 120_000 })
  await box.sh([`${checkout}/deploy/install.sh`], { timeout_ms: 120_000 }) // changes nothing
  const exposure =
    /Overall exposure level[^\d]*([\d.]+)/.exec(
      (await box.run(['systemd-analyze', 'security', '--no-pager', 'parking-edge.service'])).stdout,
    )?.[1] ?? '?'
  showBootId(box)
  await box.sh(['systemctl', 'daemon-reload'])
  await box.sh([
    'sh',
    '-c',
    `printf 'PARKING_TRIAL_S=${trial_s}\\n' >> /etc/parking-edge/environment && systemctl ` +
      'restart parking-edge',
  ])
  copyFileSync(peers.repository.keyring, join(box.disk, 'usr/share/keyrings/parking-edge.gpg'))

  await until(
    async () => (await client.ask('get_basic_info', {})).code === 4000,
    30_000,
    'the server answers in the network',
  )
  const shown = await box.sh(['journalctl', '--unit=parking-edge', '--output=cat', '--no-pager'])
  const one_time = [...shown.matchAll(/^One-time password: (\S+)$/gm)].at(-1)?.[1]
  assert(one_time !== undefined, 'no one-time password in the journal')
  client.token = (await client.get('login', { username: 'admin', password: one_time })).token
  client.token = (
    await client.get('change_password', { old_password: one_time, new_password: password })
  ).token
  assert(
    (await client.ask('login', { username: 'admin', password: one_time })).code !== 0,
    'the one-time password still works',
  )

  const status = await box.sh([
    'sh',
    '-c',
    'cat /proc/$(systemctl show --property=MainPID --value parking-edge)/status',
  ])
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? ''
  assert(
    !field('Uid').startsWith('0\t') &&
      /^0+$/.test(field('CapEff')) &&
      /^0+$/.test(field('CapBnd')) &&
      field('NoNewPrivs') === '1',
    `the server has rights it does not need: ${field('Uid')} ${field('CapEff')}`,
  )
  return (
    `Debian up in ${seconds(booted)}; the server runs as user ` +
    `${field('Uid').split('\t')[0]} without a capability, systemd-analyze security ` +
    `${exposure} of 10`
  )
}

export const boot_proofs: Proof[] = [
  {
    name: 'boot',
    shows:
      'boots, is installed twice over, runs as an ordinary user, is signed in to with a password ' +
      'that works once',
    run: boot,
  },
]
