/**
 * Hundreds of configurations survive export, wipe and import byte for byte;
 * any other file is refused with a reason and changes nothing.
 * Long because the arbitrary files and their checks belong together.
 */
import { code } from '@parking/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checksumOf, printed } from '#src/config-document/canonical.ts'
import { storedConfiguration, type Configuration, type Sections } from '#src/config-document/current.ts'
import { documentText, exportDocument } from '#src/config-document/export.ts'
import { openDocument, previewImport } from '#src/config-document/preview.ts'
import { writeSections } from '#src/config-document/write-sections.ts'
import { openDatabase, type Db } from '#src/core/db.ts'
import type { ClockPort } from '#src/ports/clock-port.ts'
import type { NetworkNow } from '#src/ports/network-port.ts'
import { Refusal } from '#src/core/refusal.ts'
import { createRuntime, type RuntimeContext } from '#src/runtime.ts'
import { stampOf } from '#src/core/stamp.ts'
import { configurations } from './arbitrary-configuration.ts'
import { migrations, openDevice, type Device } from '../device.ts'
import { any_character } from '@parking/contract/test/any-text.ts'

const passphrase = '一二三四五六七八九十冬夏'
/** Cheap and deterministic, so that bytes can be compared. */
const options = {
  cost: { memory_kib: 8, passes: 1, lanes: 1 },
  random: (bytes: number) => Buffer.alloc(bytes, 7),
}

let box: Device
let db: Db
let context: RuntimeContext
let clock: { time_zone: string; ntp_enabled: boolean; ntp_server: string }
beforeAll(async () => {
  clock = { time_zone: 'UTC', ntp_enabled: false, ntp_server: '' }
  box = await openDevice()
  db = openDatabase(':memory:', migrations)
  const port: ClockPort = {
    read: async () => ({ now_ms: 0, ntp_servers: [], synchronized: null, ...clock }),
    setZone: async (time_zone) => void (clock.time_zone = time_zone),
    setTime: async () => undefined,
    setNtp: async (ntp_enabled, ntp_server) => void (clock = { ...clock, ntp_enabled, ntp_server }),
    ask: async () => ({ offset_ms: 0, delay_ms: 0, stratum: 1 }),
  }
  const network: NetworkNow = {
    interface: 'eth0',
    ipv4: '192.0.2.10',
    netmask: '255.255.255.0',
    gateway: '192.0.2.1',
    dns_main: '192.0.2.53',
    dns_sub: '',
    macaddr: '02:00:00:00:00:10',
    dhcp: false,
    carrier: true,
    manager: 'networkmanager',
    netplan: false,
  }
  const session = {
    id: 'one',
    user_id: 1,
    username: 'admin',
    roles: ['admin' as const],
    must_change_password: false,
    fresh_ms: 0,
    expires_ms: 0,
  }
  const deps = {
    ...box.deps,
    db,
    clock: port,
    network: { ...box.deps.network, read: async () => network },
    log: box.deps.log.child({}, { level: 'silent' }),
  }
  context = {
    ...createRuntime(deps, box.deps.log_writer),
    session,
    address: '127.0.0.1',
    call: 'apply_import',
    request_id: 'test',
  }
})
afterAll(async () => {
  db.close()
  await box.close()
})

function wipe(): void {
  for (const table of ['lot', 'scene', 'camera', 'whitelist', 'change', 'settings'])
    db.run(`DELETE FROM ${table}`)
  clock = { time_zone: 'UTC', ntp_enabled: false, ntp_server: '' }
}

/** The same as apply, without the snapshot on the disk. */
async function importAll(content: string): Promise<void> {
  const { read, secrets } = await openDocument(content, passphrase, context)
  const { sections } = read.document
  if (sections.time) Object.assign(clock, sections.time)
  writeSections(sections, secrets, Object.keys(sections) as (keyof Sections)[], context, true)
}

async function madeNow() {
  const { host_name, host_model, host_sn } = await context.host.identity()
  return { time: stampOf(context.now()), host_name, host_model, host_sn, software: context.version }
}

test('a random configuration survives import and export as the same bytes, with its secrets', async () => {
  wipe()
  const made = await madeNow()
  await fc.assert(
    fc.asyncProperty(configurations, async (configuration: Configuration) => {
      wipe()
      const { text: content } = await documentText(withNetwork(configuration), made, passphrase, options)
      await importAll(content)
      const { content: again } = await exportDocument({ secrets: 'wrapped', passphrase }, context, options)
      // Compare the parsed sections first: they show a difference better than many thousand characters.
      if (again !== content) expect(JSON.parse(again)).toEqual(JSON.parse(content))
      expect(again === content).toBe(true)
    }),
    { numRuns: 100 },
  )
})

/** Adds the network of the box, which is written to every file but never applied from one. */
const withNetwork = ({ sections, secrets }: Configuration): Configuration => ({
  sections: {
    ...sections,
    network: {
      ipv4: '192.0.2.10',
      netmask: '255.255.255.0',
      gateway: '192.0.2.1',
      dns_main: '192.0.2.53',
      dns_sub: '',
      macaddr: '02:00:00:00:00:10',
      dhcp: false,
      vpn_server: '',
      vpn_register_address: '',
    },
  },
  secrets,
})

/** Returns the refusal; undefined for a valid file. Any other thrown error fails the test. */
async function refusalOf(content: string, word = passphrase): Promise<Refusal | undefined> {
  try {
    await previewImport({ content, passphrase: word }, context)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

test('a truncated, damaged or edited file is refused, and nothing is applied', async () => {
  wipe()
  const made = await madeNow()
  const [sample] = fc.sample(configurations, { numRuns: 1, seed: 20_261_121 })
  const { text: content } = await documentText(sample!, made, passphrase, options)
  await importAll(content)
  const before = JSON.stringify(storedConfiguration(context))
  expect(await refusalOf(content)).toBeUndefined()
  const bent = fc.oneof(
    fc.nat(content.length - 3).map((at) => content.slice(0, at)),
    fc
      .tuple(fc.nat(content.length - 1), fc.string({ unit: any_character, minLength: 1, maxLength: 4 }))
      .map(([at, text]) => content.slice(0, at) + text + content.slice(at + text.length)),
    fc
      .tuple(
        fc.nat(content.length - 1),
        fc.constantFrom(
          '"__proto__":{"x":1},',
          '[[[[',
          '1e999',
          '-0',
          'null',
          '\u0000',
          '{"a":'.repeat(3_000),
        ),
      )
      .map(([at, text]) => content.slice(0, at) + text + content.slice(at)),
    fc.anything().map((value) => JSON.stringify(value) ?? ''),
    fc.string({ unit: any_character }),
  )
  await fc.assert(
    fc.asyncProperty(bent, async (text) => {
      const refusal = await refusalOf(text)
      // A file that differs only in whitespace or number notation is the same document.
      if (refusal) expect(refusal.code).toBe(code.format_error)
      else
        expect(checksumOf(JSON.parse(text) as object)).toBe(
          (JSON.parse(content) as { checksum: string }).checksum,
        )
      expect(JSON.stringify(storedConfiguration(context))).toBe(before)
    }),
    { numRuns: 100 },
  )
})

test('any value at any place is refused with its field, or the file is valid as a whole', async () => {
  wipe()
  const made = await madeNow()
  const samples = fc.sample(configurations, { numRuns: 12, seed: 7 })
  const contents = await Promise.all(
    samples.map(async (sample) => (await documentText(sample, made, undefined)).text),
  )
  const nasty = fc.oneof(
    fc.anything(),
    fc.constantFrom<unknown>(
      -1,
      1e308,
      2 ** 53,
      '',
      null,
      [],
      {},
      '__proto__',
      '\u202e',
      'http://169.254.169.254/',
      '999.1.1.1',
      [[0, 0]],
    ),
    fc.string({ maxLength: 600 }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...contents),
      fc.array(fc.nat(99), { minLength: 1, maxLength: 6 }),
      nasty,
      async (content, way, value) => {
        const document = JSON.parse(content) as Record<string, unknown>
        let at = document['sections'] as Record<string, unknown>
        for (const step of way.slice(0, -1)) {
          const inner = Object.values(at).filter((one) => typeof one === 'object' && one !== null)
          if (inner.length === 0) break
          at = inner[step % inner.length] as Record<string, unknown>
        }
        const keys = Object.keys(at)
        at[keys[way.at(-1)! % Math.max(1, keys.length)] ?? 'new'] = value
        const text = printed(JSON.parse(JSON.stringify({ ...document, checksum: '' })))
        const good = printed({
          ...(JSON.parse(text) as object),
          checksum: checksumOf(JSON.parse(text) as object),
        })
        wipe()
        const before = JSON.stringify(storedConfiguration(context))
        const refusal = await refusalOf(good, '')
        if (refusal) expect([code.format_error, code.duplicate]).toContain(refusal.code)
        expect(JSON.stringify(storedConfiguration(context))).toBe(before)
        if (!refusal) await importAll(good)
      },
    ),
    { numRuns: 100 },
  )
})
