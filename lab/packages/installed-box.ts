/**
 * A box with the packages: installs them with apt, reads the guard's state and checks that every event is
 * stored.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publish } from '../../scripts/lib/package/repository.ts'
import { checkout, type Box } from '../box.ts'
import { ApiClient } from '../client.ts'
import { lan } from '../lan.ts'
import { assert } from '../proof.ts'
import { until } from '../until.ts'
import { repository_url } from './serve.ts'
import { filesOf } from './versions.ts'

export type State = { phase: string; from: string; to: string; result: string; reason: string }
const long = { timeout_ms: 180_000, env: { DEBIAN_FRONTEND: 'noninteractive' } }

/** Gives the box its address, and empties its package sources because the lab has no Internet access. */
export async function giveAddress(box: Box, address: string): Promise<void> {
  const card = ['connection', 'add', 'type', 'ethernet', 'ifname', 'eth0', 'con-name', 'lan']
  const ipv4 = ['ipv4.method', 'manual', 'ipv4.addresses', `${address}/24`, 'ipv4.gateway', lan.client]
  await box.sh(['nmcli', ...card, ...ipv4, 'ipv6.method', 'disabled'])
  await box.sh(['nmcli', 'connection', 'up', 'lan'])
  writeFileSync(join(box.disk, 'etc/apt/sources.list'), '')
}

/** Gives the box its address, and the repository's key and address as docs/install.md says. */
export async function connectBox(box: Box, repository: string): Promise<void> {
  await giveAddress(box, lan.box)
  nameRepository(box, repository)
}

/** Gives the box the repository's key and address. */
export function nameRepository(box: Box, repository: string): void {
  copyFileSync(
    join(repository, 'public/parking-edge.gpg'),
    join(box.disk, 'usr/share/keyrings/parking-edge.gpg'),
  )
  const source = join(box.disk, 'etc/apt/sources.list.d/parking-edge.sources')
  writeFileSync(
    source,
    `Types: deb\nURIs: ${repository_url}\nSuites: stable\nComponents: main\n` +
      'Signed-By: /usr/share/keyrings/parking-edge.gpg\n',
  )
}

/** Makes a repository that offers only this version. The signing key is kept. */
export async function offer(cache: string, version: string): Promise<void> {
  const folder = join(cache, 'repository')
  rmSync(folder, { recursive: true, force: true })
  await publish(filesOf(join(cache, 'versions'), version), { folder, keys: join(cache, 'keys') })
}

export const aptInstall = async (box: Box, ...packages: string[]): Promise<void> => {
  await box.sh(['apt-get', 'update', '-q'], long)
  await box.sh(['apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages], long)
}

export async function stateOf(box: Box): Promise<State | undefined> {
  const { stdout } = await box.run(['cat', '/var/lib/parking-edge-guard/state.json'])
  return stdout === '' ? undefined : (JSON.parse(stdout) as State)
}

/** Resolves when the guard has nothing to do and the server runs. */
export async function settled(box: Box, within_ms = 240_000): Promise<State> {
  let state: State | undefined
  await until(
    async () => {
      state = await stateOf(box)
      const asked = await box.run(['test', '-e', '/var/lib/parking-edge-guard/requested'])
      const server = await box.run(['systemctl', 'is-active', 'parking-edge'])
      return asked.status !== 0 && state?.phase === 'done' && server.stdout.trim() === 'active'
    },
    within_ms,
    'the guard is done',
    500,
  )
  return state!
}

export const versionThatRuns = async (box: Box): Promise<string> =>
  (await box.sh(['readlink', '/usr/lib/parking-edge/current'])).trim()

/** Starts a program that reports an event every quarter of a second, for a camera with lots. */
export async function startEvents(box: Box): Promise<void> {
  const asServer = ['/usr/lib/parking-edge/current/node', `${checkout}/lab/packages/plant.ts`, 'plant']
  const planted = await box.asServer(asServer)
  assert(planted.status === 0, `no camera could be planted: ${planted.stderr}`)
  const drop_in = join(box.disk, 'etc/systemd/system/parking-analysis.service.d')
  mkdirSync(drop_in, { recursive: true })
  const program = `/usr/lib/parking-edge/current/node ${checkout}/lab/packages/event-client.ts`
  writeFileSync(join(drop_in, 'lab.conf'), `[Service]\nExecStart=\nExecStart=${program}\n`)
  await box.sh(['systemctl', 'daemon-reload'])
  await box.sh(['systemctl', 'restart', 'parking-analysis'])
}

type Stored = { uuids: string[]; user_version: number; integrity_check: string }

/** Checks that the database is intact and has every created event exactly once. */
export async function checkEvents(box: Box): Promise<{ events: number; migration: number }> {
  // A job of the guard may cancel this one.
  const restarts = async () => (await box.run(['systemctl', 'restart', 'parking-analysis'])).status === 0
  await until(restarts, 30_000, 'the analysis program restarts')
  const linesOf = (name: string) =>
    readFileSync(join(box.disk, `var/lib/parking-edge/analysis-${name}.log`), 'utf8')
      .split('\n')
      .filter(Boolean)
  const made = linesOf('made')
  await until(
    async () => {
      const known = new Set(linesOf('acknowledged'))
      return made.every((uuid) => known.has(uuid))
    },
    30_000,
    'every event is acknowledged',
  )
  // Read before the database, because events keep coming in.
  const acknowledged = linesOf('acknowledged')
  const script = `${checkout}/lab/packages/plant.ts`
  const listed = await box.asServer(['/usr/lib/parking-edge/current/node', script, 'events'])
  assert(listed.status === 0, `the database cannot be read: ${listed.stderr}`)
  const { uuids, user_version, integrity_check } = JSON.parse(listed.stdout) as Stored
  assert(integrity_check === 'ok', `the database is damaged: ${integrity_check}`)
  const stored = new Set(uuids)
  const lost = acknowledged.filter((uuid) => !stored.has(uuid))
  assert(lost.length === 0, `${lost.length} acknowledged events are lost, first ${lost[0]}`)
  assert(stored.size === uuids.length, 'an event is stored twice')
  return { events: uuids.length, migration: user_version }
}

/** Resolves when the server answers in the network. */
export const answers = () =>
  until(
    async () => (await new ApiClient(lan.box).ask('get_basic_info', {})).code === 4000,
    60_000,
    'the server answers',
  )

const password = 'Lab-password-1'

/** Signs in with the one-time password of the journal, and changes it. */
export async function signInFirst(box: Box): Promise<ApiClient> {
  const shown = await box.sh(['journalctl', '--unit=parking-edge', '--output=cat', '--no-pager'])
  const one_time = [...shown.matchAll(/^One-time password: (\S+)$/gm)].at(-1)?.[1]
  assert(one_time !== undefined, 'no one-time password in the journal')
  const client = await signIn(one_time)
  const changed = { old_password: one_time, new_password: password }
  client.token = (await client.get('change_password', changed)).token
  return client
}

/** Signs in, by default with the password that `signInFirst` has set. */
export async function signIn(typed = password): Promise<ApiClient> {
  const client = new ApiClient(lan.box)
  client.token = (await client.get('login', { username: 'admin', password: typed })).token
  return client
}
