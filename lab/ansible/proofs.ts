/**
 * The proofs of the Ansible collection, in order; each continues with the boxes as the previous one left
 * them. Each play is announced (`--check --diff`), run, and run again. Long because they are one history of a
 * fleet.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Box } from '../box.ts'
import { ApiClient } from '../client.ts'
import { assert } from '../proof.ts'
import { sh } from '../sh.ts'
import { seconds } from '../until.ts'
import { checkEvents, offer, startEvents, stateOf, versionThatRuns } from '../packages/installed-box.ts'
import { repository_url } from '../packages/serve.ts'
import { addressOfBox, nameOfBox, type Controller, type Played, type Values } from './controller.ts'

export type Fleet = {
  cache: string
  boxes: readonly Box[]
  controller: Controller
  /** Everything that Ansible printed, to look for secrets in. */
  printed: string[]
  /** Whether to run each play only once, as a mere step towards the requested proofs. */
  once: boolean
}
type Row = { proof: string; announced: string; changed: string; again: string; shows: string }
type Proof = { name: string; run(fleet: Fleet): Promise<Row> }

const [first, second] = ['Lantern+Gravel-71', 'Harbour+Slate-93']
const storage_secret = 'Bucket-Key-2291'
const group: Values = {
  parking_edge_repository: repository_url,
  parking_edge_ffmpeg: false,
  parking_edge_name: '{{ inventory_hostname }}',
  parking_edge_platform: { operator_no: '4403', heartbeat_interval: 30 },
  parking_edge_values: { storage_param: { endpoint: 'https://storage.example', username: 'boxes' } },
  parking_edge_secrets: { storage_param: { password: '{{ vault_storage_password }}' } },
  parking_edge_password: '{{ vault_password }}',
  parking_edge_new_password: '{{ vault_new_password }}',
  // The lab has no platform, so events stay queued.
  parking_edge_ignore_alarms: ['queue'],
}
/** Passed on the command line, because Ansible reads the waves of a play before the inventory's variables. */
const waves: Values = { parking_edge_version: '1.1.0', parking_edge_waves: [1, 2, 2] }

const play = async (fleet: Fleet, name: string, values?: Values, ...more: string[]): Promise<Played> => {
  const played = await fleet.controller.play(name, values, ...more)
  fleet.printed.push(played.output)
  return played
}

/** The number of changes on each host, in the order of the boxes. */
const changes = ({ hosts }: Played): string =>
  Object.entries(hosts)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { changed }]) => changed)
    .join(' ')

const mustSucceed = (what: string, { status, output }: Played): void =>
  assert(status === 0, `${what}: status ${status}: ${output.slice(-2_500)}`)

/**
 * Announces a play, runs it and runs it again. Throws unless the run makes the announced changes and the
 * second run makes none.
 */
async function threeRuns(
  fleet: Fleet,
  name: string,
  values: Values = {},
): Promise<Pick<Row, 'announced' | 'changed' | 'again'>> {
  if (fleet.once) {
    const only = await play(fleet, name, values)
    mustSucceed(name, only)
    return { announced: '', changed: changes(only), again: '' }
  }
  const announced = await play(fleet, name, values, '--check', '--diff')
  mustSucceed(`${name} --check`, announced)
  const done = await play(fleet, name, values, '--diff')
  mustSucceed(name, done)
  const again = await play(fleet, name, values)
  mustSucceed(`${name} again`, again)
  const none = fleet.boxes.map(() => 0).join(' ')
  assert(changes(announced) === changes(done), `${name}: ${changes(announced)}, then ${changes(done)}`)
  assert(changes(done) !== none, `${name} changed nothing`)
  assert(changes(again) === none, `${name} again: ${changes(again)}: ${again.output.slice(-1_500)}`)
  return {
    announced: changes(announced),
    changed: `${changes(done)} in ${seconds(done.ms)}`,
    again: `${changes(again)} in ${seconds(again.ms)}`,
  }
}

const client = async (number: number, password: string): Promise<ApiClient> => {
  const api = new ApiClient(addressOfBox(number))
  api.token = (await api.get('login', { username: 'admin', password })).token
  return api
}

async function install(fleet: Fleet): Promise<Row> {
  await offer(fleet.cache, '1.0.0')
  const key = join(fleet.cache, 'repository/public/parking-edge.gpg')
  fleet.controller.group({ ...group, parking_edge_repository_key: key })
  await fleet.controller.vault({
    vault_password: first,
    vault_new_password: second,
    vault_storage_password: storage_secret,
  })
  const three = await threeRuns(fleet, 'install')
  return { proof: 'install', ...three, shows: 'key, repository and packages on five bare Debians' }
}

async function provision(fleet: Fleet): Promise<Row> {
  const three = await threeRuns(fleet, 'provision')
  for (const number of [1, fleet.boxes.length]) {
    const api = await client(number, first)
    assert((await api.get('get_basic_info', {})).name === nameOfBox(number), `box ${number} has another name`)
    assert((await api.get('get_all_param', {})).storage_param.password_set, 'the storage has no password')
  }
  return { proof: 'provision', ...three, shows: 'first password, name, platform, storage with its password' }
}

async function configure(fleet: Fleet): Promise<Row> {
  const api = await client(1, first)
  const { alg_param } = await api.get('get_all_param', {})
  const track_seconds = alg_param.track_seconds + 5
  await api.get('update_all_param', { alg_param: { track_seconds } })
  const { content } = await api.get('export_document', { secrets: 'left_out', passphrase: '' })
  const file = join(fleet.controller.folder, 'site.json')
  writeFileSync(file, content)
  const values = { parking_edge_document: file, parking_edge_sections: ['alg_param', 'event_param'] }
  const three = await threeRuns(fleet, 'configure', values)
  const applied = await (await client(2, first)).get('get_all_param', {})
  assert(applied.alg_param.track_seconds === track_seconds, 'the document was not applied')
  for (const box of fleet.boxes) await startEvents(box)
  return { proof: 'configure', ...three, shows: 'the document of box-1 on the others: box-1 has it already' }
}

async function certificates(fleet: Fleet): Promise<Row> {
  const { folder } = fleet.controller
  const [ca, ca_key] = [join(folder, 'ca.pem'), join(folder, 'ca.key')]
  const subject = ['-subj', '/CN=Lab authority', '-days', '30', '-addext', 'keyUsage=keyCertSign']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await sh(['openssl', 'req', '-x509', ...made, ...subject, '-keyout', ca_key, '-out', ca])
  const sign = join(folder, 'sign')
  writeFileSync(
    sign,
    '#!/bin/sh\n' +
      `openssl x509 -req -in /dev/stdin -CA ${ca} -CAkey ${ca_key} -days 90 -copy_extensions copy\n` +
      `cat ${ca}\n`,
    { mode: 0o755 },
  )
  const values = {
    parking_edge_sign_command: [sign],
    parking_edge_renew_days: 14,
    parking_edge_issuer: 'Lab',
  }
  const three = await threeRuns(fleet, 'certificates', values)
  // From here on the authority's certificates identify the boxes, so no fingerprint is read from a box.
  const key = join(fleet.cache, 'repository/public/parking-edge.gpg')
  fleet.controller.group({ ...group, parking_edge_repository_key: key, parking_edge_ca: ca })
  return { proof: 'certificates', ...three, shows: 'the site’s authority signs each box’s request' }
}

async function support(fleet: Fleet): Promise<Row> {
  const bundles = join(fleet.controller.folder, 'bundles')
  rmSync(bundles, { recursive: true, force: true })
  mkdirSync(bundles)
  const three = await threeRuns(fleet, 'support', { parking_edge_bundles: bundles })
  const files = readdirSync(bundles)
  assert(files.length === fleet.boxes.length, `bundles: ${files.join(', ')}`)
  for (const file of files)
    assert(readFileSync(join(bundles, file)).subarray(0, 2).toString() === 'PK', `${file} is no archive`)
  return { proof: 'support', ...three, shows: 'a bundle of each box on the controller' }
}

async function passwords(fleet: Fleet): Promise<Row> {
  const three = await threeRuns(fleet, 'passwords')
  await fleet.controller.vault({
    vault_password: second,
    vault_new_password: second,
    vault_storage_password: storage_secret,
  })
  await client(1, second)
  return { proof: 'passwords', ...three, shows: 'the old password opens no more' }
}

/** This drop-in keeps the new version from starting on one box; other versions start. */
const fault = 'etc/systemd/system/parking-edge.service.d/lab-fault.conf'
const failing_box = 2

async function upgradeStops(fleet: Fleet): Promise<Row> {
  await offer(fleet.cache, '1.1.0')
  const box = fleet.boxes[failing_box - 1]!
  mkdirSync(join(box.disk, fault, '..'), { recursive: true })
  const look = '[ "$(readlink /usr/lib/parking-edge/current)" != 1.1.0 ]'
  writeFileSync(join(box.disk, fault), `[Service]\nExecStartPre=/bin/sh -c '${look}'\n`)
  await box.sh(['systemctl', 'daemon-reload'])
  const announced = await play(fleet, 'upgrade', waves, '--check', '--diff')
  mustSucceed('upgrade --check', announced)
  const stopped = await play(fleet, 'upgrade', waves)
  assert(stopped.status !== 0, 'the upgrade did not stop')
  const failed = Object.entries(stopped.hosts).filter(([, { failed }]) => failed > 0)
  assert(
    failed.map(([name]) => name).join() === nameOfBox(failing_box),
    `failed: ${stopped.output.slice(-2_500)}`,
  )
  const versions = await Promise.all(fleet.boxes.map(versionThatRuns))
  assert(versions.join() === '1.1.0,1.0.0,1.1.0,1.0.0,1.0.0', `they run ${versions.join()}`)
  const state = await stateOf(box)
  assert(state?.result === 'went_back', `box ${failing_box}: ${JSON.stringify(state)}`)
  const installed = await fleet.boxes[3]!.sh(['dpkg-query', '-W', '-f', '${Version}', 'parking-edge'])
  assert(installed === '1.0.0', `box 4 has ${installed}`)
  const events = await countEvents(fleet)
  return {
    proof: 'upgrade, box-2 fails',
    announced: changes(announced),
    changed: `${changes(stopped)} in ${seconds(stopped.ms)}`,
    again: '',
    shows:
      `box-2 went back by itself (${state.reason}); the play stopped after its wave: they run ` +
      `${versions.join(', ')}; ${events} events, none lost`,
  }
}

async function upgradeGoesOn(fleet: Fleet): Promise<Row> {
  const box = fleet.boxes[failing_box - 1]!
  rmSync(join(box.disk, fault))
  await box.sh(['systemctl', 'daemon-reload'])
  const values = { ...waves, parking_edge_retry: true }
  const three = await threeRuns(fleet, 'upgrade', values)
  const versions = await Promise.all(fleet.boxes.map(versionThatRuns))
  assert(new Set(versions).size === 1 && versions[0] === '1.1.0', `they run ${versions.join()}`)
  const events = await countEvents(fleet)
  return {
    proof: 'upgrade, repaired',
    ...three,
    shows: `the rest of the fleet, and box-2 again; ${events} events, none lost`,
  }
}

async function countEvents({ boxes }: Fleet): Promise<number> {
  let events = 0
  for (const box of boxes) events += (await checkEvents(box)).events
  return events
}

async function noSecret({ printed }: Fleet): Promise<Row> {
  const text = printed.join('\n')
  for (const secret of [first, second, storage_secret, 'One-time password', 'BEGIN EC PRIVATE KEY'])
    assert(!text.includes(secret), 'a secret was printed')
  const lines = text.split('\n').length
  const shows = `none of the passwords in the ${lines} lines that all these runs printed`
  return { proof: 'no secret', announced: '', changed: '', again: '', shows }
}

export const ansible_proofs: readonly Proof[] = [
  { name: 'install', run: install },
  { name: 'provision', run: provision },
  { name: 'configure', run: configure },
  { name: 'certificates', run: certificates },
  { name: 'support', run: support },
  { name: 'passwords', run: passwords },
  { name: 'upgrade-stops', run: upgradeStops },
  { name: 'upgrade-goes-on', run: upgradeGoesOn },
  { name: 'no-secret', run: noSecret },
]

export const tableOf = (rows: readonly Row[]): string =>
  [
    '| play | announced | changed | second run | shows |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ proof, announced, changed, again, shows }) =>
        `| ${proof} | ${announced} | ${changed} | ${again} | ${shows} |`,
    ),
  ].join('\n')
export type { Row }
