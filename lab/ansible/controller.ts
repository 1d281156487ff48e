/** The Ansible controller: the built collection, an inventory with a vault, and the playbooks to run. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/root.mjs'
import type { Box } from '../box.ts'
import { execute, sh } from '../sh.ts'

/** The counts of one host in the recap of a play. */
export type Recap = { changed: number; failed: number; unreachable: number; ok: number }
export type Played = { hosts: Record<string, Recap>; output: string; ms: number; status: number }
export type Values = Record<string, unknown>
export type Controller = {
  folder: string
  /** Ansible's own name and version. */
  version: string
  /** Runs a playbook of the collection. */
  play(name: string, values?: Values, ...more: string[]): Promise<Played>
  /** Replaces the vault of the inventory. */
  vault(values: Values): Promise<void>
  /** Replaces the variables of the group. */
  group(values: Values): void
}

/** The address of a box; boxes are counted from 1. */
export const addressOfBox = (number: number): string => `10.77.0.${10 + number}`
export const nameOfBox = (number: number): string => `box-${number}`
const play_timeout_ms = 1_200_000

/**
 * Builds and installs the collection, and makes the inventory and an SSH key that the boxes accept. Uses this
 * machine's Ansible, or that of the Debian in the folder `home`, where `cache` and the collection are mounted
 * at the same paths.
 */
export async function openController(
  cache: string,
  home: string | undefined,
  boxes: readonly Box[],
): Promise<Controller> {
  const folder = join(cache, 'controller')
  const collection = join(root, 'deploy/ansible')
  for (const [place, how] of [
    [cache, '--bind'],
    [collection, '--bind'],
    ['/dev', '--rbind'],
    ['/proc', '--bind'],
  ] as const) {
    if (home === undefined) break
    mkdirSync(join(home, place), { recursive: true })
    await sh(['mount', how, place, join(home, place)])
  }
  mkdirSync(join(folder, 'inventory/group_vars/parking_edge'), { recursive: true, mode: 0o700 })
  const at = (name: string) => join(folder, name)
  writeFileSync(at('vault-password'), 'lab-vault-password\n', { mode: 0o600 })
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: folder,
    LC_ALL: 'C.UTF-8',
    ANSIBLE_CONFIG: at('ansible.cfg'),
    ANSIBLE_NOCOLOR: '1',
  }
  const inside = (argv: readonly string[]) => (home === undefined ? argv : ['chroot', home, ...argv])
  const run = (argv: readonly string[]) =>
    execute(inside(argv), { env, cwd: folder, timeout_ms: play_timeout_ms })
  const must = (argv: readonly string[]) => sh(inside(argv), { env, cwd: folder })
  writeFileSync(
    at('ansible.cfg'),
    `[defaults]\ninventory = ${at('inventory')}\ncollections_path = ${at('collections')}\n` +
      `vault_password_file = ${at('vault-password')}\nforks = 5\ntimeout = 30\n`,
  )
  await must(['ansible-galaxy', 'collection', 'build', collection, '--output-path', folder])
  const archive = at('parking-edge-1.0.0.tar.gz')
  await must(['ansible-galaxy', 'collection', 'install', archive, '-p', at('collections')])
  await must(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', at('key')])
  const known: string[] = []
  const hosts = boxes.map((box, index) => {
    const ssh = join(box.disk, 'etc/ssh')
    mkdirSync(join(box.disk, 'root/.ssh'), { recursive: true, mode: 0o700 })
    const authorized = join(box.disk, 'root/.ssh/authorized_keys')
    writeFileSync(authorized, readFileSync(at('key.pub')), { mode: 0o600 })
    known.push(`${addressOfBox(index + 1)} ${readFileSync(join(ssh, 'ssh_host_ed25519_key.pub'), 'utf8')}`)
    return `    ${nameOfBox(index + 1)}:\n      ansible_host: ${addressOfBox(index + 1)}\n`
  })
  writeFileSync(at('known_hosts'), known.join(''))
  writeFileSync(at('inventory/hosts.yml'), `parking_edge:\n  hosts:\n${hosts.join('')}`)
  const group_file = at('inventory/group_vars/parking_edge/main.yml')
  const vault_file = at('inventory/group_vars/parking_edge/vault.yml')
  const access = {
    ansible_user: 'root',
    ansible_ssh_private_key_file: at('key'),
    ansible_ssh_common_args: `-o UserKnownHostsFile=${at('known_hosts')} -o StrictHostKeyChecking=yes`,
    ansible_python_interpreter: '/usr/bin/python3',
  }
  return {
    folder,
    version: (await must(['ansible', '--version'])).split('\n')[0] ?? '',
    async play(name, values = {}, ...more) {
      const began = performance.now()
      const given = ['--extra-vars', JSON.stringify(values)]
      const { status, stdout, stderr } = await run([
        'ansible-playbook',
        `parking.edge.${name}`,
        ...given,
        ...more,
      ])
      const output = stdout + stderr
      return { hosts: recapOf(stdout), output, status, ms: performance.now() - began }
    },
    async vault(values) {
      writeFileSync(vault_file, JSON.stringify(values), { mode: 0o600 })
      await must(['ansible-vault', 'encrypt', vault_file])
    },
    group: (values) => writeFileSync(group_file, JSON.stringify({ ...access, ...values })),
  }
}

/** Parses the last lines of a run: `box-1 : ok=5 changed=2 unreachable=0 failed=0 ...`. */
function recapOf(text: string): Record<string, Recap> {
  const found = text.matchAll(/^(\S+)\s+: ok=(\d+)\s+changed=(\d+)\s+unreachable=(\d+)\s+failed=(\d+)/gm)
  return Object.fromEntries(
    [...found].map(([, host = '', ok, changed, unreachable, failed]) => [
      host,
      { ok: Number(ok), changed: Number(changed), unreachable: Number(unreachable), failed: Number(failed) },
    ]),
  )
}
