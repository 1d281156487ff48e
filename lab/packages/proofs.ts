/**
 * The proofs of the packages, in order. The first installs the box that the others start from. Long because
 * each proof is one sequence of steps, and they share that box.
 */
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../scripts/lib/root.mjs'
import type { Box } from '../box.ts'
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
  stateOf,
  versionThatRuns,
} from './installed-box.ts'
import type { PackageLab, PackageProof } from './package-lab.ts'
import { randomOf } from './random.ts'
import { repository_url } from './serve.ts'
import { network_proofs } from './networks.ts'
import { takeOver } from './take-over.ts'
import { take_over_kinds } from './take-over-kinds.ts'
import { upgrade_from } from './upgrade-from.ts'
import { lab_arch } from './versions.ts'

/** How long one step may take on a slow machine, before a proof gives it up. */
const slow_ms = 600_000

async function install(lab: PackageLab): Promise<string> {
  const box = await lab.open('first')
  await offer(lab.cache, '1.0.0')
  await box.powerOn()
  await connectBox(box, join(lab.cache, 'repository'))
  const began = performance.now()
  await aptInstall(box, 'parking-edge', 'parking-analysis')
  await answers()
  const took = performance.now() - began
  const client = await signInFirst(box)
  const { repository } = await client.get('get_repository', {})
  assert(repository === repository_url, `the software page shows the repository as ${repository}`)
  const program = (await box.sh(['systemctl', 'is-active', 'parking-analysis'])).trim()
  await startEvents(box)
  await wait(3_000)
  const { events } = await checkEvents(box)
  assert(events > 0, 'no event came in')
  const broken = (await box.run(['systemctl', '--failed', '--plain', '--no-legend'])).stdout
  assert(!broken.includes('parking'), `units failed: ${broken}`)
  await box.sh(['sync'])
  await box.powerCut()
  lab.installed = box.layer
  return (
    `installed and answering after ${seconds(took)}; signed in; the analysis program is ${program}; ` +
    `${events} events`
  )
}

/** Opens a box that runs version 1.0.0 and receives events. */
async function boxWith(lab: PackageLab, name: string): Promise<Box> {
  const box = await lab.open(name, lab.installed!)
  await box.powerOn()
  await until(
    async () => (await box.run(['systemctl', 'is-active', 'parking-analysis'])).status === 0,
    30_000,
    'it runs',
  )
  return box
}

/** The command of docs/upgrades.md that lets unattended-upgrades bring our packages. */
function unattendedSetup(): string {
  const page = readFileSync(join(root, 'docs/upgrades.md'), 'utf8')
  const blocks = [...page.matchAll(/^ *```\n([\s\S]*?)^ *```/gm)].map(([, text = '']) => text)
  const [command] = blocks.filter((text) => text.includes('Unattended-Upgrade::'))
  assert(command !== undefined, 'docs/upgrades.md has no command for unattended-upgrades')
  return command.replace(/^ {2}/gm, '')
}

/** Signs in and presses the buttons of the update page: fresh lists, what is new, then the update. */
async function updateByConsole(version: string): Promise<void> {
  const client = await signIn()
  const long = { timeout_ms: 60_000 }
  await client.get('update_software_cache', {}, long)
  const { list } = await client.get('software_version', {}, long)
  const notes = list.find((one) => one.package === 'parking-edge')?.notes ?? []
  assert(
    notes.length === 1 && notes[0]!.version === version && notes[0]!.zh.length > 0 && notes[0]!.tw.length > 0,
    `the page says of the new version ${JSON.stringify(notes)}`,
  )
  await client.get('update_software', {}, long)
  // The server is stopped for the trial of the new version while the page waits.
  const done = async () => {
    const { state, work, message } = await client.get('apt_status', {})
    if (state === 'failed') throw new Error(`the update failed: ${message}`)
    return state === 'idle' && work === 'update'
  }
  await until(done, slow_ms, 'the update page says that it is done', 500)
}

async function upgrades(lab: PackageLab): Promise<string> {
  const box = await boxWith(lab, 'upgrades')
  const words: string[] = []
  await box.sh(['sh', '-ec', unattendedSetup()])
  for (const [version, way, command] of [
    ['1.1.0', "the console's update page"],
    ['1.2.0', 'apt-get upgrade', ['apt-get', 'upgrade', '-y', '-q']],
    ['1.3.0', 'apt upgrade', ['apt', 'upgrade', '-y', '-q']],
    ['1.4.0', 'unattended-upgrades', ['unattended-upgrade', '--verbose']],
  ] as const) {
    await offer(lab.cache, version)
    const began = performance.now()
    if (command) {
      await box.sh(['apt-get', 'update', '-q'])
      await box.sh(command, { timeout_ms: slow_ms })
    } else await updateByConsole(version)
    const packed = performance.now() - began
    const state = await settled(box)
    assert(
      state.result === 'upgraded' && (await versionThatRuns(box)) === version,
      `${version}: ${JSON.stringify(state)}`,
    )
    const { events, migration } = await checkEvents(box)
    words.push(
      `${version} by ${way} in ${seconds(performance.now() - began)} (packages ${seconds(packed)}), ` +
        `migration ${migration}, ${events} events`,
    )
  }
  // When an upgrade is complete, the guard removes the oldest version.
  const trees = async () =>
    (await box.sh(['ls', '/usr/lib/parking-edge'])).split('\n').filter((name) => /^\d/.test(name))
  await until(async () => (await trees()).join() === '1.3.0,1.4.0', 60_000, 'two versions stay', 500)
  const audit = (await box.sh(['dpkg', '--audit'])).trim()
  assert(audit === '', `dpkg says: ${audit}`)
  await box.powerCut()
  return `${words.join('; ')}; two versions stay`
}

async function goesBack(lab: PackageLab): Promise<string> {
  const box = await boxWith(lab, 'broken')
  const words: string[] = []
  for (const [version, fault] of [
    ['1.2.1', 'crashes'],
    ['1.2.2', 'has no pages'],
    ['1.2.3', 'never starts'],
  ] as const) {
    const before = await checkEvents(box)
    await offer(lab.cache, version)
    await aptInstall(box, 'parking-edge', 'parking-analysis')
    const began = performance.now()
    const state = await settled(box)
    assert(
      state.result === 'went_back' && (await versionThatRuns(box)) === '1.0.0',
      `${version}: ${JSON.stringify(state)}`,
    )
    const { events, migration } = await checkEvents(box)
    assert(migration === before.migration, `the database is of migration ${migration}`)
    words.push(
      `one that ${fault}: back after ${seconds(performance.now() - began)} (${state.reason}), ` +
        `${events} events`,
    )
  }
  // The next good version gets its trial as usual.
  await offer(lab.cache, '1.3.0')
  await aptInstall(box, 'parking-edge', 'parking-analysis')
  assert((await settled(box)).result === 'upgraded', 'the version after it was not taken')
  await box.powerCut()
  return `${words.join('; ')}; the good version after them is taken`
}

async function powerCuts(lab: PackageLab): Promise<string> {
  const random = randomOf(lab.seed)
  const results: Record<string, number> = {}
  let cut = 0
  let events = 0
  for (let round = 0; cut < lab.cuts; round++) {
    const version = random() < 0.25 ? '1.2.1' : '1.3.0'
    await offer(lab.cache, version)
    const box = await boxWith(lab, 'cuts')
    await box.sh(['apt-get', 'update', '-q'])
    const installing = box.run(
      ['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'parking-edge', 'parking-analysis'],
      { timeout_ms: slow_ms },
    )
    // Half of the first cuts are timed from the start of apt and half from the start of the guard. Otherwise
    // most would hit dpkg on a slow machine.
    const guardHasBegun = async () =>
      (await box.run(['test', '-e', '/var/lib/parking-edge-guard/state.json'])).status === 0
    if (random() < 0.5) await until(guardHasBegun, slow_ms, 'the guard has begun', 200)
    for (const within of random() < 0.4 ? [22_000, 12_000] : [22_000]) {
      await wait(random() * within)
      await box.powerCut()
      cut++
      await installing
      await box.powerOn()
    }
    // The first step of an update (deploy/root-helper.d/update). The cut may have hit before dpkg had begun.
    await box.sh(['dpkg', '--configure', '-a'], { timeout_ms: slow_ms })
    await until(async () => (await stateOf(box))?.phase !== 'trial', slow_ms, 'the trial ends', 500)
    if (
      (await box.run(['test', '-e', '/var/lib/parking-edge-guard/requested'])).status === 0 ||
      (await stateOf(box))
    )
      await settled(box)
    await answers()
    const state = await stateOf(box)
    const runs = await versionThatRuns(box)
    assert(
      runs === (state?.result === 'upgraded' ? version : '1.0.0'),
      `round ${round}: ${runs} runs, ${JSON.stringify(state)}`,
    )
    assert(version === '1.3.0' || state?.result !== 'upgraded', `round ${round}: a broken version was taken`)
    events += (await checkEvents(box)).events
    const word =
      state === undefined ? 'not begun' : `${state.result}${state.reason ? ` (${state.reason})` : ''}`
    results[word] = (results[word] ?? 0) + 1
    console.log(`  ${cut} cuts: ${version}: ${word}`)
    await box.powerCut()
    await box.discard()
  }
  const counted = Object.entries(results).map(([word, times]) => `${times} ${word}`)
  const rounds = Object.values(results).reduce((a, b) => a + b, 0)
  return (
    `${cut} cuts in ${rounds} upgrades: ${counted.join(', ')}; each box whole, ` +
    `none of ${events} events lost`
  )
}

async function downgrade(lab: PackageLab): Promise<string> {
  const box = await boxWith(lab, 'downgrade')
  await offer(lab.cache, '1.1.0')
  await aptInstall(box, 'parking-edge', 'parking-analysis')
  await settled(box)
  const name = `parking-edge_1.0.0_${lab_arch}.deb`
  const old = `/root/${name}`
  copyFileSync(join(lab.cache, 'versions', name), join(box.disk, old))
  const refused = await box.run(['dpkg', '-i', old], { timeout_ms: slow_ms })
  assert(
    refused.status !== 0 && /older/.test(refused.stderr + refused.stdout),
    `it was not refused: ${refused.stderr}`,
  )
  assert((await versionThatRuns(box)) === '1.1.0', 'another version runs')
  await box.sh(['touch', '/etc/parking-edge/allow-downgrade'])
  await box.sh(['dpkg', '-i', old], { timeout_ms: slow_ms })
  const state = await settled(box)
  assert(state.result === 'went_back' && (await versionThatRuns(box)) === '1.1.0', JSON.stringify(state))
  const { events } = await checkEvents(box)
  await box.powerCut()
  return (
    `dpkg refuses it; forced by root it is tried, cannot read the newer data (${state.reason}), ` +
    `and 1.1.0 comes back with ${events} events`
  )
}

async function purge(lab: PackageLab): Promise<string> {
  const box = await boxWith(lab, 'purge')
  const there = async (path: string) => (await box.run(['test', '-e', path])).status === 0
  await box.sh(['apt-get', 'remove', '-y', '-q', 'parking-edge', 'parking-analysis'], { timeout_ms: slow_ms })
  assert((await box.run(['systemctl', 'is-active', 'parking-edge'])).status !== 0, 'the server still runs')
  assert(await there('/var/lib/parking-edge/parking.db'), 'remove has deleted the data')
  assert(await there('/etc/parking-edge/environment'), 'remove has deleted the settings')
  await offer(lab.cache, '1.0.0')
  await aptInstall(box, 'parking-edge', 'parking-analysis')
  await answers()
  const { events } = await checkEvents(box)
  await box.sh(['apt-get', 'purge', '-y', '-q', 'parking-edge', 'parking-analysis'], { timeout_ms: slow_ms })
  await box.sh(['apt-get', 'autoremove', '--purge', '-y', '-q'], { timeout_ms: slow_ms })
  const left = await box.sh([
    'sh',
    '-c',
    "find / -xdev -name '*parking*' -not -path '/opt/*' -not -path '/var/log/*' " +
      "-not -path '/etc/systemd/system/parking-analysis.service.d*'",
  ])
  const more = left
    .split('\n')
    .filter((path) => path !== '' && !/^\/(var\/cache|var\/lib\/apt|tmp|run)\//.test(path))
  assert(more.length === 0, `purge leaves ${more.join(', ')}`)
  assert((await box.sh(['getent', 'passwd', 'parking-edge'])).includes('nologin'), 'the locked user is gone')
  await box.powerCut()
  return (
    `remove keeps data and settings, and installing again finds ${events} events; purge and ` +
    'autoremove leave only the locked user'
  )
}

export const package_proofs: PackageProof[] = [
  { name: 'install', shows: 'install from the signed repository, sign in, first events', run: install },
  { name: 'upgrades', shows: 'four ways to upgrade, with migrations while events come in', run: upgrades },
  upgrade_from,
  { name: 'broken', shows: 'three broken versions go back with the data', run: goesBack },
  { name: 'cuts', shows: 'power cuts at random moments of an upgrade, also twice in one', run: powerCuts },
  { name: 'downgrade', shows: 'an older package is refused; forced, it cannot harm', run: downgrade },
  { name: 'take-over', shows: 'a card of ifupdown is handed to NetworkManager, and back', run: takeOver },
  take_over_kinds,
  ...network_proofs,
  { name: 'purge', shows: 'remove and purge do what Debian says', run: purge },
]
