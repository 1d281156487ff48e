/**
 * The upgrade of a box that runs packages of an earlier commit, as `npm run package` made them there: its
 * users, settings and events are found again.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Body, CallName } from '@parking/contract'
import { publish } from '../../scripts/lib/package/repository.ts'
import type { ApiClient } from '../client.ts'
import { assert } from '../proof.ts'
import { seconds, until } from '../until.ts'
import {
  answers,
  aptInstall,
  checkEvents,
  connectBox,
  offer,
  settled,
  signIn,
  signInFirst,
  startEvents,
  versionThatRuns,
} from './installed-box.ts'
import type { PackageLab, PackageProof } from './package-lab.ts'

type Asked = { [Name in CallName]: [Name, Body<Name>] }[CallName]

/** What a user sets on the earlier version. */
const settings: readonly Asked[] = [
  ['set_basic_info', { name: '深南大道-01' }],
  ['add_user', { username: 'li.na', name: '李娜', role: 'operator' }],
  ['update_alg_param', { cover_th: 0.41 }],
  ['update_event_param', { osd_align: 1 }],
  ['update_platform_param', { operator_no: 'OP-0755', data_url: 'https://iot.example.com/data' }],
]
/** What is read before and after. */
const readings: readonly Asked[] = [
  ['export_document', { secrets: 'left_out', passphrase: '' }],
  ['get_basic_info', {}],
  ['list_users', {}],
  ['list_cameras', { page: 1, page_size: 100 }],
  ['get_scenes', {}],
]
/** Fields that change by themselves. */
const changing = new Set(['made', 'checksum', 'version', 'file_name', 'bytes', 'revision', 'signed_in_str'])
for (const one of ['sessions', 'state', 'state_reason', 'state_time_str']) changing.add(one)

async function upgradeFrom(lab: PackageLab): Promise<string> {
  assert(lab.from !== undefined, 'name the folder of the earlier packages: --from FOLDER')
  const files = readdirSync(lab.from)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => join(lab.from!, name))
  const box = await lab.open('from')
  const repository = join(lab.cache, 'repository')
  rmSync(repository, { recursive: true, force: true })
  await publish(files, { folder: repository, keys: join(lab.cache, 'keys') })
  await box.powerOn()
  await connectBox(box, repository)
  await aptInstall(box, 'parking-edge', 'parking-analysis')
  await answers()
  const client = await signInFirst(box)
  for (const [name, body] of settings) await client.get(name, body)
  await startEvents(box)
  const made = ['test', '-s', '/var/lib/parking-edge/analysis-made.log']
  await until(async () => (await box.run(made)).status === 0, 60_000, 'the first event is made', 500)
  const earlier = await versionThatRuns(box)
  const before = await answersOf(client)
  const { events: events_before } = await checkEvents(box)
  await offer(lab.cache, '1.0.0')
  await box.sh(['apt-get', 'update', '-q'])
  const began = performance.now()
  await box.sh(['apt-get', 'dist-upgrade', '-y', '-q'], { timeout_ms: 600_000 })
  const state = await settled(box)
  const runs = await versionThatRuns(box)
  assert(state.result === 'upgraded' && runs === '1.0.0', `${runs} runs: ${JSON.stringify(state)}`)
  const took = performance.now() - began
  const { events, migration } = await checkEvents(box)
  assert(events > events_before, 'no event came in afterwards')
  const after = await answersOf(await signIn())
  const lost = readings.flatMap(([name], at) => missing(before[at], after[at], name))
  assert(lost.length === 0, `changed or lost: ${lost.join('; ')}`)
  await box.powerCut()
  return (
    `${earlier} to this version in ${seconds(took)}, migration ${migration}: ${events} events, each stored ` +
    `once; ${settings.length} settings, users, cameras and lots as before`
  )
}

const answersOf = async (client: ApiClient): Promise<unknown[]> => {
  const all: unknown[] = []
  for (const [name, body] of readings) {
    const answer: object = await client.get(name, body)
    // The document is a text.
    all.push(
      'content' in answer ? { ...answer, content: JSON.parse(String(answer.content)) as unknown } : answer,
    )
  }
  return all
}

/** The paths at which the later answer lacks a value of the earlier one, or has another. */
function missing(before: unknown, after: unknown, path: string): string[] {
  if (typeof before !== 'object' || before === null)
    return before === after ? [] : [`${path}: ${JSON.stringify(before)}, now ${JSON.stringify(after)}`]
  return Object.entries(before).flatMap(([key, value]) =>
    changing.has(key) ? [] : missing(value, (after as Record<string, unknown>)?.[key], `${path}.${key}`),
  )
}

export const upgrade_from: PackageProof = {
  name: 'from',
  shows: 'with --from FOLDER: packages of an earlier commit, upgraded to this one',
  run: upgradeFrom,
}
