/**
 * A card managed by NetworkManager (1.42 and later): `nmcli` for its profile, and a D-Bus checkpoint, which
 * NetworkManager itself rolls back after a timeout. A trial changes the profile in memory only. Long because
 * both interfaces belong to one trial.
 */
import { isIpv4, prefixOfNetmask } from '@parking/contract'
import type { Dns, Ipv4, RollbackState } from '#src/ports/network-port.ts'
import { SystemError, unsupported } from '#src/ports/system-error.ts'
import { outputOf, type Program } from '../system/program.ts'

/** A card and its active profile; `uuid` is empty if there is no profile. */
export type NmCard = { interface: string; path: string; uuid: string; netplan: boolean }
type Profile = {
  method: string
  addresses: string[]
  gateway: string
  dns: string[]
  ignore_auto_dns: string
}
type NmRollbackState = {
  manager: 'networkmanager'
  checkpoint: string
  interface: string
  uuid: string
  profile: Profile
}

const bus = [
  'org.freedesktop.NetworkManager',
  '/org/freedesktop/NetworkManager',
  'org.freedesktop.NetworkManager',
] as const
/** NM_CHECKPOINT_CREATE_FLAG_DESTROY_ALL: a forgotten checkpoint must not block a new one. */
const destroy_all = '1'
const kinds = ['ethernet', 'wifi', 'bridge', 'bond', 'vlan', 'team']

/**
 * The first card of `wanted` that NetworkManager manages, or its first wired card; undefined if there is none
 * or it does not run.
 */
export async function findNmCard(run: Program, wanted: readonly string[]): Promise<NmCard | undefined> {
  const { status, stdout } = await run([
    'nmcli',
    '-t',
    '-f',
    'DEVICE,TYPE,STATE,DBUS-PATH,CON-UUID,CONNECTION',
    'device',
    'status',
  ]).catch((error: unknown) => {
    if (error instanceof SystemError && error.reason === 'unsupported') return { status: 127, stdout: '' }
    throw error
  })
  if (status !== 0) return undefined
  const rows = stdout
    .split('\n')
    .map((line) => line.split(/(?<!\\):/))
    // "connected (externally)": another program has configured it, and NetworkManager only watches.
    .filter(([, type = '', state = '']) => kinds.includes(type) && !/^unmanaged|externally/.test(state))
  const named = (name: string) => rows.find(([device]) => device === name)
  const row = wanted.map(named).find(Boolean) ?? rows.find(([, type]) => type === 'ethernet')
  const [device, , , path = '', uuid = '', profile = ''] = row ?? []
  return device === undefined
    ? undefined
    : { interface: device, path, uuid, netplan: profile.startsWith('netplan-') }
}

export const readNmDns = async (run: Program, card: NmCard): Promise<string[]> =>
  [
    ...(await outputOf(run, ['nmcli', '-t', '-f', 'IP4.DNS', 'device', 'show', card.interface])).matchAll(
      /^IP4\.DNS\[\d+\]:(.+)$/gm,
    ),
  ]
    .map(([, address = '']) => address)
    .filter(isIpv4)

export const nmIsDhcp = async (run: Program, card: NmCard): Promise<boolean> =>
  card.uuid !== '' && (await readProfile(run, card.uuid)).method === 'auto'

export async function nmArm(run: Program, card: NmCard, seconds: number): Promise<RollbackState> {
  if (card.uuid === '') throw unsupported(`no connection is active on ${card.interface}`)
  const profile = await readProfile(run, card.uuid)
  const said = await outputOf(run, [
    'busctl',
    '--json=short',
    'call',
    ...bus,
    'CheckpointCreate',
    'aouu',
    '1',
    card.path,
    String(seconds),
    destroy_all,
  ])
  const checkpoint = (JSON.parse(said) as { data?: string[] }).data?.[0]
  if (checkpoint === undefined)
    throw new SystemError('bad_answer', 'NetworkManager gave no checkpoint', said.slice(0, 200))
  return JSON.stringify({
    manager: 'networkmanager',
    checkpoint,
    interface: card.interface,
    uuid: card.uuid,
    profile,
  } satisfies NmRollbackState)
}

export async function nmChange(
  run: Program,
  rollback: RollbackState,
  change: Partial<Ipv4 & Dns>,
  present: { ipv4: string; dns: string[] },
): Promise<void> {
  const { uuid, interface: device, profile } = rollbackStateOf(rollback)
  await writeProfile(run, uuid, changed(profile, change, present), { temporary: true })
  await apply(run, device, uuid)
}

export async function nmKeep(run: Program, rollback: RollbackState): Promise<void> {
  const { uuid, checkpoint, profile } = rollbackStateOf(rollback)
  const present = await readProfile(run, uuid)
  await writeProfile(run, uuid, present)
  const { status } = await run([
    'busctl',
    '--json=short',
    'call',
    ...bus,
    'CheckpointDestroy',
    'o',
    checkpoint,
  ])
  // Destroyed already: by an earlier call, or because NetworkManager has rolled back.
  if (status !== 0 && same(present, profile))
    throw new SystemError('program_failed', 'NetworkManager has gone back already')
}

export async function nmUndo(run: Program, rollback: RollbackState): Promise<void> {
  const { uuid, interface: device, checkpoint, profile } = rollbackStateOf(rollback)
  const { status, stdout } = await run([
    'busctl',
    '--json=short',
    'call',
    ...bus,
    'CheckpointRollback',
    'o',
    checkpoint,
  ])
  const good =
    status !== 0 ||
    Object.values((JSON.parse(stdout) as { data?: [Record<string, number>] }).data?.[0] ?? {}).every(
      (result) => result === 0,
    )
  // The checkpoint is gone: NetworkManager has rolled back, or it was restarted and the profile in memory is
  // still the new one.
  if (good && same(await readProfile(run, uuid), profile)) return
  await writeProfile(run, uuid, profile)
  await apply(run, device, uuid)
}

function changed(
  profile: Profile,
  change: Partial<Ipv4 & Dns>,
  present: { ipv4: string; dns: string[] },
): Profile {
  const next = { ...profile }
  if (change.ipv4 !== undefined && change.netmask !== undefined) {
    // Other addresses of the profile stay; name servers from DHCP are set explicitly, or they would be lost
    // with it.
    const others = profile.addresses.filter(
      (address) => address.split('/')[0] !== present.ipv4 && address.split('/')[0] !== change.ipv4,
    )
    Object.assign(next, {
      method: 'manual',
      addresses: [`${change.ipv4}/${prefixOfNetmask(change.netmask)}`, ...others],
      gateway: change.gateway ?? '',
    })
    if (profile.method === 'auto' && profile.ignore_auto_dns !== 'yes') next.dns = present.dns
  }
  if (change.dns_main !== undefined) {
    next.dns = [change.dns_main, change.dns_sub ?? ''].filter(Boolean)
    next.ignore_auto_dns = 'yes'
  }
  return next
}

async function readProfile(run: Program, uuid: string): Promise<Profile> {
  const fields = 'ipv4.method,ipv4.addresses,ipv4.gateway,ipv4.dns,ipv4.ignore-auto-dns'
  const said = await outputOf(run, ['nmcli', '-t', '-f', fields, 'connection', 'show', uuid])
  const value = (name: string): string =>
    said
      .split('\n')
      .find((line) => line.startsWith(`ipv4.${name}:`))
      ?.slice(name.length + 6)
      .trim() ?? ''
  const list = (name: string): string[] =>
    value(name)
      .split(/[\s,|]+/)
      .filter(Boolean)
  return {
    method: value('method'),
    addresses: list('addresses'),
    gateway: value('gateway').replace(/^--$/, ''),
    dns: list('dns'),
    ignore_auto_dns: value('ignore-auto-dns'),
  }
}

async function writeProfile(
  run: Program,
  uuid: string,
  { method, addresses, gateway, dns, ignore_auto_dns }: Profile,
  { temporary = false } = {},
): Promise<void> {
  const properties = [
    'ipv4.method',
    method,
    'ipv4.addresses',
    addresses.join(','),
    'ipv4.gateway',
    gateway,
    'ipv4.dns',
    dns.join(','),
    'ipv4.ignore-auto-dns',
    ignore_auto_dns,
  ]
  await outputOf(run, [
    'nmcli',
    'connection',
    'modify',
    ...(temporary ? ['--temporary'] : []),
    'uuid',
    uuid,
    ...properties,
  ])
}

/** Keeps the link up where possible, so that other addresses and the tunnel survive. */
async function apply(run: Program, device: string, uuid: string): Promise<void> {
  const { status } = await run(['nmcli', '--wait', '10', 'device', 'reapply', device], { timeout_ms: 15_000 })
  if (status !== 0)
    await outputOf(run, ['nmcli', '--wait', '10', 'connection', 'up', 'uuid', uuid], { timeout_ms: 15_000 })
}

const rollbackStateOf = (rollback: RollbackState): NmRollbackState => JSON.parse(rollback) as NmRollbackState
const same = (one: Profile, other: Profile): boolean => JSON.stringify(one) === JSON.stringify(other)
