/**
 * Tests the upgrade guard on real files: whatever is wrong with a version, and wherever the guard is stopped,
 * the box ends up on one version with that version's data and every acknowledged event. Long because the test
 * simulates a small but complete box around the guard.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { missingSpace } from '../guard/copies.mjs'
import { openDisk } from '../guard/disk.mjs'
import { advance, max_tries, readState, type World } from '../guard/machine.mjs'

class PowerCut extends Error {}

type Faults = {
  /** What the new version does wrong. */
  wrong: '' | 'database' | 'no_beat'
  /** The numbers of the disk changes before which the power is cut, counted from the last cut. */
  cuts: readonly number[]
}

/** In memory, because forcing thousands of files to a real disk would take a minute. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(memory, 'guard-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (path: string) => join(folder, path)
const text = (path: string) => readFileSync(at(path), 'utf8')
const eventsIn = () =>
  text('data/parking.db')
    .split('\n')
    .filter((line) => line.startsWith('event '))

/** A box with versions 1.0.0 and 1.1.0 installed; 1.0.0 runs. */
function makeBox({ wrong, cuts }: Faults) {
  rmSync(folder, { recursive: true })
  for (const made of ['data/tls', 'guard/copies', 'versions/1.0.0/server', 'versions/1.1.0/server'])
    mkdirSync(at(made), { recursive: true })
  const setup = openDisk()
  setup.point('1.0.0', at('versions/current'))
  setup.point('1.0.0', at('versions/good'))
  writeFileSync(at('data/parking.db'), 'version 1.0.0\n')
  writeFileSync(at('data/audit.db'), 'audit\n')
  writeFileSync(at('data/tls/own.pem'), 'certificate\n')
  writeFileSync(at('data/analysis.sock'), '')
  writeFileSync(at('data/analysis-looks.json'), 'before')
  const box = { running: false, acknowledged: [] as string[], waiting: [] as string[], names: 0 }
  const left = [...cuts]
  let steps = 0

  /** The analysis program: it resends unacknowledged events. */
  const sendEvents = () => {
    box.waiting.push(`event ${++box.names}`)
    if (!box.running || ['trial', 'back'].includes(readState(world)?.phase ?? '')) return
    for (const event of box.waiting.splice(0)) {
      writeFileSync(at('data/parking.db'), `${text('data/parking.db')}${event}\n`)
      box.acknowledged.push(event)
    }
  }
  /** Starting a version migrates the data; an older program refuses a newer database, as ours does. */
  const startServer = () => {
    const version = openDisk().target(at('versions/current'))!
    const stored = /^version (\S+)/.exec(text('data/parking.db'))?.[1]
    if (version === '1.0.0' && stored !== '1.0.0') throw new Error(`1.0.0 was started on data of ${stored}`)
    writeFileSync(
      at('data/parking.db'),
      text('data/parking.db').replace(/^version \S+/, `version ${version}`),
    )
    if (version === '1.1.0') writeFileSync(at('data/parking.db-wal'), 'a log of 1.1.0')
    box.running = true
    sendEvents()
  }
  const world: World = {
    disk: openDisk(() => {
      if (left.length === 0 || ++steps <= left[0]!) return
      left.shift()
      steps = 0
      throw new PowerCut()
    }),
    versions: at('versions'),
    guard: at('guard'),
    data: at('data'),
    say: () => undefined,
    missingSpace: () => missingSpace(at('data'), folder),
    analysisBefore: () => Promise.resolve(true),
    startServer: async () => void (box.running || startServer()),
    stopServer: async () => void (box.running = false),
    watch: async () => {
      sendEvents()
      writeFileSync(at('data/analysis-looks.json'), 'events that wait')
      return wrong
    },
  }
  /** Runs the guard and restores the power after each cut. */
  async function live(): Promise<void> {
    for (let booting = false; ; booting = true) {
      try {
        if (booting) {
          box.running = false
          await advance(world, { booting: true })
        }
        if (!box.running) startServer()
        await advance(world)
        sendEvents()
        return
      } catch (error) {
        if (!(error instanceof PowerCut)) throw error
      }
    }
  }
  const request = (version = '1.1.0') => openDisk().write(at('guard/requested'), `${version}\n`)
  return { box, world, live, request, sendEvents, cutsLeft: () => left.length }
}

/** What must hold at the end of every upgrade. */
function expectWhole({ box, world }: ReturnType<typeof makeBox>, version: string) {
  expect(openDisk().target(at('versions/current'))).toBe(version)
  expect(openDisk().target(at('versions/good'))).toBe(version)
  expect(text('data/parking.db')).toMatch(new RegExp(`^version ${version.replaceAll('.', '\\.')}\n`))
  expect(text('data/audit.db') + text('data/tls/own.pem')).toBe('audit\ncertificate\n')
  expect(eventsIn()).toEqual(box.acknowledged)
  expect(box.acknowledged).toHaveLength(box.names)
  expect(box.running).toBe(true)
  expect(readState(world)?.phase).toBe('done')
  expect(existsSync(at('guard/requested'))).toBe(false)
}

test('a healthy version stays, and the copy of the previous version is kept', async () => {
  const made = makeBox({ wrong: '', cuts: [] })
  await made.live()
  made.request()
  await made.live()
  expectWhole(made, '1.1.0')
  expect(readState(made.world)).toMatchObject({ from: '1.0.0', to: '1.1.0', result: 'upgraded' })
  expect(text('guard/copies/1.0.0/parking.db')).toMatch(/^version 1.0.0\n/)
  expect(existsSync(at('guard/copies/1.0.0/analysis.sock'))).toBe(false)
})

test.each(['database', 'no_beat'] as const)(
  'an unhealthy version (%s) is rolled back together with its data',
  async (wrong) => {
    const made = makeBox({ wrong, cuts: [] })
    await made.live()
    made.request()
    await made.live()
    expectWhole(made, '1.0.0')
    expect(readState(made.world)).toMatchObject({ result: 'went_back', reason: wrong })
    expect(text('data/analysis-looks.json'), 'the events that wait stay').toBe('events that wait')
    expect(existsSync(at('data/parking.db-wal')), 'the log of the newer database is gone').toBe(false)
    // Requests the same version again, as when its package is reinstalled.
    made.request()
    await made.live()
    expectWhole(made, '1.0.0')
    expect(readState(made.world)).toMatchObject({ result: 'went_back' })
    // The running version is reinstalled, so the failed one is no longer wanted.
    made.request('1.0.0')
    await made.live()
    expectWhole(made, '1.0.0')
    expect(readState(made.world)).toMatchObject({ phase: 'done', result: '', reason: '' })
  },
)

test('the box is intact after one or two power cuts before any change of the disk', async () => {
  for (const wrong of ['', 'database'] as const) {
    let reached = 0
    for (let cut = 0; ; cut++) {
      const made = makeBox({ wrong, cuts: [cut, cut % 7] })
      await made.live()
      made.request()
      await made.live()
      expectWhole(made, wrong === '' ? '1.1.0' : '1.0.0')
      if (made.cutsLeft() === 2) break // there are no more changes
      reached = cut
    }
    expect(reached).toBeGreaterThan(25)
  }
})

test('the box is intact after random power cuts', async () => {
  const faults = fc.record({
    wrong: fc.constantFrom('' as const, 'database' as const),
    cuts: fc.array(fc.nat(60), { maxLength: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(faults, async (given) => {
      const made = makeBox(given)
      await made.live()
      made.request()
      await made.live()
      const { result, reason } = readState(made.world)!
      // A version that could never show its health because of power cuts is rolled back too.
      if (given.wrong === '' && result === 'went_back') expect(reason).toBe('interrupted')
      expectWhole(made, result === 'upgraded' ? '1.1.0' : '1.0.0')
      if (given.wrong !== '') expect(result).toBe('went_back')
    }),
    { numRuns: 150 },
  )
})

test('a version whose trial always ends in a power cut is rolled back after the third start', async () => {
  const made = makeBox({ wrong: '', cuts: [] })
  await made.live()
  made.request()
  let boots = 0
  made.world.watch = () => Promise.reject(new PowerCut())
  for (;;) {
    made.box.running = false
    await advance(made.world, { booting: true })
    boots++
    if (readState(made.world)?.phase === 'done') break
    await made.world.startServer(true)
    await advance(made.world).catch(() => undefined)
  }
  expect([boots, max_tries]).toEqual([4, 6])
  await made.live()
  expectWhole(made, '1.0.0')
  expect(readState(made.world)).toMatchObject({ result: 'went_back', reason: 'interrupted' })
})

test('an upgrade that cannot begin changes nothing and reports the reason', async () => {
  const made = makeBox({ wrong: '', cuts: [] })
  await made.live()
  made.world.missingSpace = () => 1
  made.request()
  await made.live()
  expectWhole(made, '1.0.0')
  expect(readState(made.world)).toMatchObject({ result: 'not_begun', reason: 'no_space' })
  made.world.missingSpace = () => 0
  rmSync(at('versions/1.1.0'), { recursive: true })
  made.request()
  await made.live()
  expect(readState(made.world)).toMatchObject({ result: 'not_begun', reason: 'not_installed' })
  expectWhole(made, '1.0.0')
  mkdirSync(at('versions/1.1.0/server'), { recursive: true })
  const copy = () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  }
  made.world.disk = { ...made.world.disk, copy }
  made.request()
  await made.live()
  expect(readState(made.world)).toMatchObject({ result: 'not_begun', reason: 'copy_failed' })
  expectWhole(made, '1.0.0')
})
