/**
 * Every file of the data folder damaged in every way (docs/data-folder.md): the start stops with a sentence,
 * or the device runs and names the damage; nothing else is lost. Long because every file has its rows.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code } from '@parking/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#src/core/db.ts'
import type { Finding } from '#src/core/data-findings.ts'
import { writeState } from '#src/core/sealed/state-file.ts'
import { bringBackOffline } from '#src/bring-back.ts'
import { needSoundSnapshot } from '#src/system/restore/snapshot-check.ts'
import { listSnapshots } from '#src/system/restore/snapshot.ts'
import { migrations, test_password } from '../device.ts'
import { all_ways, contentOf, copyOf, exchange, makeLivedFolder, start, ways, type Way } from './damage.ts'

/** A start that stops with this sentence, or runs and finds these damages. */
type Outcome = RegExp | Finding[]
type Row = {
  file: string
  /** By way; `all` stands for every other way. */
  outcome: { all: Outcome } & Partial<Record<Way, Outcome>>
  /** Writes the file, which a device has only for a short time. */
  make?: (folder: string) => void
}

const main = (fault: string) =>
  new RegExp(`^The main database ${fault}: .*parking\\.db, .* bring-back (update|restore)-[\\d-]+$`)
const order = /^The order to erase this device is damaged .*erase\.json\..* rm -r /
const found = (file: string, damage: Finding['damage']): Finding[] => [{ file, damage }]

const rows: Row[] = [
  {
    file: 'parking.db',
    outcome: {
      all: main('is damaged \\(.+\\)'),
      empty: main('is empty'),
      removed: main('is missing'),
      unreadable: main('cannot be read \\(ELOOP\\)'),
      longer: [], // SQLite ignores what follows the last page
    },
  },
  {
    file: 'erase.json',
    make: (folder) => writeState(join(folder, 'erase.json'), { phase: 'asked', facts: {} }),
    outcome: { all: order, removed: [] },
  },
  {
    file: 'erasure-certificate.json',
    make: (folder) => writeState(join(folder, 'erasure-certificate.json'), { phase: 'certified', facts: {} }),
    outcome: { all: found('erasure-certificate.json', 'erasure_certificate'), removed: [] },
  },
  {
    file: 'restore.json',
    make: (folder) => writeState(join(folder, 'restore.json'), { phase: 'asked', kind: 'restore', keep: [] }),
    outcome: { all: found('restore.json', 'restore_plan'), removed: [] },
  },
  {
    file: 'trial.json',
    make: (folder) => writeState(join(folder, 'trial.json'), { id: 'x', state: 'confirmed', way: '' }),
    outcome: { all: found('trial.json', 'trial'), removed: [] },
  },
]

const folder = mkdtempSync(join(tmpdir(), 'parking-damage-'))
const [lived, data] = [join(folder, 'lived'), join(folder, 'data')]
let content: Map<string, string>
beforeAll(async () => {
  await makeLivedFolder(lived)
  content = contentOf(lived)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => copyOf(lived, data))
afterEach(() => rmSync(data, { recursive: true, force: true }))

/** Files that a start may change although nothing is wrong: databases and what belongs to one run. */
const changing = /^((parking|audit|proof)\.db|server\.lock|reserve|root\/|tls\/)/

/** The files that the start should have left alone and did not. */
function lost(damaged: string, ran: boolean): string[] {
  const now = contentOf(data)
  return [...content]
    .filter(([path]) => path !== damaged && !(ran && changing.test(path)))
    .filter(([path, hash]) => now.get(path) !== hash)
    .map(([path]) => path)
}

async function expectOutcome(damaged: string, outcome: Outcome): Promise<void> {
  if (outcome instanceof RegExp) {
    await expect(start(data)).rejects.toThrow(outcome)
    expect(lost(damaged, false)).toEqual([])
    return
  }
  const running = await start(data)
  await running.stop()
  expect(running.found()).toEqual(outcome)
  expect(lost(damaged, true)).toEqual([])
  const db = openDatabase(join(data, 'parking.db'), migrations)
  expect(
    db.get('SELECT (SELECT count(*) FROM event) AS events, (SELECT count(*) FROM camera) AS cameras'),
  ).toEqual({
    events: 2,
    cameras: 1,
  })
  db.close()
}

describe.for(rows)('$file', ({ file, outcome, make }) => {
  test.for(all_ways)('%s', async (way) => {
    make?.(data)
    ways[way](join(data, file))
    await expectOutcome(file, outcome[way] ?? outcome.all)
  })
})

test('a sound folder starts and reports nothing', () => expectOutcome('', []))

/** Copies a database over another one with its write-ahead log. */
function replace(from: string, to: string): void {
  for (const side of ['', '-wal', '-shm']) rmSync(`${to}${side}`, { force: true })
  cpSync(from, to)
}

describe('an old copy', () => {
  /** Gives the lived device one more user row of the log. */
  async function live(): Promise<void> {
    const running = await start(data)
    await running.call('login', { username: 'admin', password: 'wrong' })
    await running.stop()
  }

  test('of the main database: the device runs and says what is missing', async () => {
    await live()
    replace(join(lived, 'parking.db'), join(data, 'parking.db'))
    await expectOutcome('', found('parking.db', 'database_older'))
    await expectOutcome('', found('parking.db', 'database_older')) // for a week
  })

  test('of the audit chain: the device runs and says what is missing', async () => {
    await live()
    replace(join(lived, 'audit.db'), join(data, 'audit.db'))
    await expectOutcome('', found('audit.db', 'chain_older'))
  })

  test('an empty but sound main database is not taken for a new device', async () => {
    rmSync(join(data, 'parking.db'))
    openDatabase(join(data, 'parking.db'), migrations).close()
    await expectOutcome('parking.db', main('is empty, although the audit chain has rows'))
  })
})

test.for(all_ways.filter((way) => way !== 'longer'))(
  'the command of the sentence repairs a main database: %s',
  async (way) => {
    ways[way](join(data, 'parking.db'))
    const sentence = await start(data).catch((error: Error) => error.message)
    const name = /bring-back (\S+)$/.exec(String(sentence))![1]!
    const aside = await bringBackOffline({ folder: data, migrations }, name)
    expect(aside).toEqual(
      way === 'removed' ? ['secret.key.damaged'] : ['parking.db.damaged', 'secret.key.damaged'],
    )
    const running = await start(data)
    expect(running.found()).toEqual(found('parking.db', 'database_replaced'))
    expect((await running.call('login', { username: 'admin', password: test_password })).code).toBe(
      code.success,
    )
    await running.stop()
    expect(lost('parking.db', true)).toEqual([])
  },
)

test('without a snapshot, `bring-back none` begins with an empty main database', async () => {
  ways.zeros(join(data, 'parking.db'))
  rmSync(join(data, 'snapshots'), { recursive: true })
  await expect(start(data)).rejects.toThrow(/^The main database .* bring-back none$/)
  expect(await bringBackOffline({ folder: data, migrations }, 'none')).toEqual(['parking.db.damaged'])
  const running = await start(data)
  expect(running.found()).toEqual(found('parking.db', 'database_replaced'))
  expect((await running.call('login', { username: 'admin', password: test_password })).code).toBe(
    code.success,
  )
  await running.stop()
  expect(lost('parking.db', true).filter((path) => !path.startsWith('snapshots/'))).toEqual([])
})

describe.for(['own.pem', 'own.key', 'state.json'])('tls/%s', (file) => {
  test.for(all_ways)('%s', async (way) => {
    const path = join(data, 'tls', file)
    if (file === 'state.json') writeState(path, { trusted: false, hsts_since_ms: null })
    ways[way](path)
    const starting = start(data, 'on')
    // Without its certificate the device issues another one for the same key.
    // Text around the blocks of a PEM file belongs to no block.
    if ((way === 'removed' && file !== 'own.key') || (way === 'longer' && file !== 'state.json'))
      return (await starting).stop()
    await expect(starting).rejects.toThrow(
      file === 'state.json'
        ? /^The state of HTTPS is damaged: .* rm -r /
        : /^The HTTPS certificate .* Move both away/,
    )
  })
})

describe.for(['media', 'acts', 'snapshots', 'tls', 'models', 'support', 'spool', 'root'])('%s/', (name) => {
  test.for(['file', 'unreadable', 'link to nothing'])('%s in its place: the start stops', async (what) => {
    const path = join(data, name)
    rmSync(path, { recursive: true, force: true })
    if (what === 'file') writeFileSync(path, '')
    else symlinkSync(what === 'unreadable' ? name : 'nothing', path)
    await expect(start(data)).rejects.toThrow(new RegExp(`${name} is not a folder.* mv .*${name}.damaged'$`))
    expect(lost('', false).filter((one) => !one.startsWith(`${name}/`))).toEqual([])
  })

  test('a link to the folder on another disk is good', async () => {
    const path = join(data, name)
    mkdirSync(path, { recursive: true })
    renameSync(path, join(folder, 'elsewhere'))
    symlinkSync(join(folder, 'elsewhere'), path)
    await expectOutcome('', [])
    rmSync(join(folder, 'elsewhere'), { recursive: true })
  })
})

test.for(['server.lock', 'analysis.sock', 'reserve', 'health.json'])(
  'a folder in the place of %s: the start stops',
  async (name) => {
    rmSync(join(data, name), { force: true })
    mkdirSync(join(data, name))
    await expect(start(data)).rejects.toThrow(new RegExp(`${name} is not the file .* rm -r .*${name}'$`))
    expect(lost(name, false)).toEqual([])
  },
)

describe('a snapshot', () => {
  /** The device runs, names these snapshots and no other, and brings none of them back. */
  async function expectDamaged(...names: string[]): Promise<void> {
    const running = await start(data)
    await expect
      .poll(() =>
        running
          .found()
          .map(({ file }) => file)
          .sort(),
      )
      .toEqual(names.map((name) => `snapshots/${name}`).sort())
    await running.stop()
    expect(listSnapshots(data)).toHaveLength(2)
    for (const { name } of listSnapshots(data)) {
      const checked = needSoundSnapshot(data, name, migrations)
      if (names.includes(name))
        await expect(checked).rejects.toMatchObject({ data: { reason: 'snapshot_damaged' } })
      else await checked
    }
  }

  describe.for(['parking.db', 'secret.key', 'snapshot.json'])('%s', (file) => {
    test.for(all_ways)('%s', async (way) => {
      const [name = ''] = readdirSync(join(data, 'snapshots'))
      ways[way](join(data, 'snapshots', name, file))
      await expectDamaged(name)
      expect(lost(`snapshots/${name}/${file}`, true)).toEqual([])
    })
  })

  test('with one byte of a text changed', async () => {
    const [name = ''] = readdirSync(join(data, 'snapshots'))
    const file = join(data, 'snapshots', name, 'parking.db')
    const bytes = readFileSync(file)
    bytes[bytes.indexOf('深南大道')]! ^= 1
    writeFileSync(file, bytes)
    await expectDamaged(name)
  })

  test.for(['', 'parking.db', 'snapshot.json'])('exchanged with the other one: %s', async (file) => {
    const [one = '', other = ''] = readdirSync(join(data, 'snapshots'))
    exchange(join(data, 'snapshots', one, file), join(data, 'snapshots', other, file))
    await expectDamaged(one, other)
  })

  test('with the database of an empty device', async () => {
    const [name = ''] = readdirSync(join(data, 'snapshots'))
    const file = join(data, 'snapshots', name, 'parking.db')
    rmSync(file)
    openDatabase(file, migrations).close()
    await expectDamaged(name)
  })

  test('of another device', async () => {
    const [name = ''] = readdirSync(join(data, 'snapshots'))
    writeFileSync(join(data, 'media.key'), Buffer.alloc(32, 7).toString('base64'))
    await expect(needSoundSnapshot(data, name, migrations)).rejects.toMatchObject({
      data: { reason: 'snapshot_foreign' },
    })
  })
})
