/**
 * Permanent erasure (docs/restore.md): nothing planted is left on the disk; a certificate lists what was
 * erased. Long because each interruption, and files outside of the data folder, are tested.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { code, fresh_s, restore_network } from '@parking/contract'
import { startMachine } from '@parking/sim/os/machine.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carryOutErasure, erase_steps, type EraseStep } from '#src/system/erasure/erase-run.ts'
import { verifyDatabase } from '#src/system/audit/verify-file.ts'
import type { Device } from '../../device.ts'
import { plant, remains } from './canaries.ts'
import { restoreSetup } from '../restore-setup.ts'

const setup = restoreSetup()
const now = () => Date.UTC(2026, 10, 22)

/** Leaves the box as a killed server does: from here on only the files matter. */
async function leave(box: Device): Promise<void> {
  await box.app.close()
  await box.deps.platform_session.stop()
  box.deps.log_writer.close()
  box.deps.audit_chain.close()
  box.deps.db.close()
}

describe('the permanent erasure', () => {
  test('requires the serial number, an administrator and a recent password entry', async () => {
    const { admin, viewer, host_sn } = await setup.fullBox([])
    const ask = (sn: string, token: string) =>
      setup.box.callOnce('erase_for_good', { host_sn: sn, language: 'zh' }, token)
    expect((await ask(`${host_sn}0`, admin)).code).toBe(code.failed)
    expect((await ask(host_sn, viewer)).code).toBe(code.permission_denied)
    setup.box.wait(fresh_s * 1_000 + 1)
    expect((await ask(host_sn, admin)).code).toBe(code.password_needed)
    expect(existsSync(join(setup.data(), 'erase.json'))).toBe(false)
    expect(setup.box.restarts()).toBe(0)
  })

  test('leaves none of a hundred planted canaries in any byte of any file', async () => {
    const { admin, host_sn } = await setup.fullBox(['users', 'cameras', 'params'])
    const canaries = await plant(setup.box, admin)
    expect(canaries).toHaveLength(100)
    // Encrypted canaries cannot be found in plain; all others are found, so the scan works.
    const before = remains(setup.data(), canaries)
    expect(before.length).toBeGreaterThanOrEqual(90)
    const head = setup.box.deps.audit_chain.head()
    const { code: answered, data } = await setup.box.call(
      'erase_for_good',
      { host_sn, language: 'tw' },
      admin,
    )
    expect(answered).toBe(code.success)
    setup.box = await setup.box.restart()
    expect(remains(setup.data(), canaries)).toEqual([])
    expect(readdirSync(setup.data()).sort()).toEqual(
      [
        'audit.db',
        'audit.db-shm',
        'audit.db-wal',
        'erasure-certificate.json',
        'media',
        'media.key',
        'media.key.copy',
        'parking.db',
        'parking.db-shm',
        'parking.db-wal',
        'root',
        'secret.key',
        'secret.key.copy',
      ].filter((name) => existsSync(join(setup.data(), name))),
    )

    // Factory state: no user, no session, the same serial number.
    expect((await setup.box.call('get_basic_info', {}, admin)).code).toBe(code.token_expired)
    const again = await setup.box.tokenOf('admin')
    expect((await setup.box.call('get_basic_info', {}, again)).data).toMatchObject({ host_sn, name: '' })
    expect((await setup.box.call('list_snapshots', {}, again)).data.list).toEqual([])

    // A new chain, whose first link states why it begins and where the old one ended.
    const { audit_chain, db } = setup.box.deps
    const verdict = await verifyDatabase(audit_chain.reader(), { shown: db })
    expect(verdict.findings).toEqual([])
    expect(verdict.head!.chain_id).not.toBe(head.chain_id)
    const [first] = audit_chain.reader().all<{ content: string }>('SELECT content FROM content ORDER BY seq')
    expect(JSON.parse(first!.content)).toMatchObject({ why: 'erased', by: 'admin' })
    const known = await verifyDatabase(audit_chain.reader(), { known: [head] })
    expect(known.findings.map(({ kind }) => kind)).toContain('wiped')

    // Only the bearer of the token gets the certificate.
    expect((await setup.box.call('erasure_certificate', { token: 'guessed' })).code).toBe(code.not_found)
    const { data: certificate } = await setup.box.call('erasure_certificate', data)
    expect(certificate.facts).toMatchObject({
      host_sn,
      by: 'admin',
      left: [],
      level: 'nist_800_88_clear',
      audit_head: { chain_id: head.chain_id },
      head_sent: false,
    })
    expect(certificate.facts.audit_head!.seq).toBeGreaterThan(head.seq)
    const counted = Object.fromEntries(certificate.facts.removed.map(({ kind, files }) => [kind, files]))
    expect(counted).toMatchObject({ keys: 6, bundles: 1 })
    for (const kind of ['databases', 'pictures', 'clips', 'snapshots', 'spool'])
      expect([kind, counted[kind]! > 0]).toEqual([kind, true])
    const page = await setup.box.app.inject({ method: 'GET', url: certificate.url })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('資料清除證明')
    expect(page.body).toContain(certificate.sha256)
    const line = /<code>(\{&quot;asked_time_str.*\})<\/code>/.exec(page.body)![1]!.replaceAll('&quot;', '"')
    expect(createHash('sha256').update(line).digest('hex')).toBe(certificate.sha256)
    const file = await setup.box.app.inject({ method: 'GET', url: `${certificate.url}?download=1` })
    expect(file.headers['content-disposition']).toContain('attachment')

    // The certificate survives a restart, and can be dismissed once.
    setup.box = await setup.box.restart('killed')
    expect((await setup.box.call('erasure_certificate', data)).data.sha256).toBe(certificate.sha256)
    expect((await setup.box.call('close_erasure', { token: 'guessed' })).code).toBe(code.not_found)
    expect((await setup.box.call('close_erasure', data)).code).toBe(code.success)
    expect((await setup.box.call('erasure_certificate', data)).code).toBe(code.not_found)
    expect((await setup.box.app.inject({ method: 'GET', url: certificate.url })).statusCode).toBe(404)
    expect(existsSync(join(setup.data(), 'erasure-certificate.json'))).toBe(false)
  })

  test('is carried out although the audit chain is missing', async () => {
    const { host_sn } = await setup.fullBox(['users'])
    setup.box = await setup.box.restart('in order', () => rmSync(join(setup.data(), 'audit.db')))
    const admin = await setup.box.tokenOf('admin')
    const asked = await setup.box.call('erase_for_good', { host_sn, language: 'zh' }, admin)
    expect(asked.code).toBe(code.success)
    setup.box = await setup.box.restart()
    const certificate = readFileSync(join(setup.data(), 'erasure-certificate.json'), 'utf8')
    expect(certificate).toContain('"audit_head":null')
  })

  test('ends the same after any sequence of power cuts, before anything is opened', async () => {
    const { admin, host_sn } = await setup.fullBox(['users'])
    const canaries = await plant(setup.box, admin)
    await setup.box.call('erase_for_good', { host_sn, language: 'zh' }, admin)
    await leave(setup.box)
    const asked = join(setup.folder, 'asked')
    cpSync(setup.data(), asked, { recursive: true })
    class Cut extends Error {}
    const run = (cut?: EraseStep) => {
      try {
        return carryOutErasure({
          folder: setup.data(),
          now,
          after: (step) => {
            if (step === cut) throw new Cut(step)
          },
        })
      } catch (error) {
        if (!(error instanceof Cut)) throw error
        return undefined
      }
    }
    const whole = run()
    expect(whole).toMatchObject({ phase: 'erased', facts: { left: [], level: 'nist_800_88_clear' } })
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...erase_steps), { minLength: 1, maxLength: 4 }), (cuts) => {
        rmSync(setup.data(), { recursive: true })
        cpSync(asked, setup.data(), { recursive: true })
        for (const step of cuts) {
          run(step)
          // From the first step on, no key can decrypt the remaining data.
          if (step !== 'counted') expect(existsSync(join(setup.data(), 'secret.key'))).toBe(false)
        }
        expect(run()).toEqual(whole)
        expect(readdirSync(setup.data()).sort()).toEqual(['erase.json', 'erasure-certificate.json'])
        expect(remains(setup.data(), canaries)).toEqual([])
      }),
      { numRuns: 12, examples: erase_steps.map((step): [EraseStep[]] => [[step, step]]) },
    )
    setup.box = await setup.open()
    expect((await setup.box.call('get_basic_info', {}, await setup.box.tokenOf('admin'))).data.host_sn).toBe(
      host_sn,
    )
  })

  test('only an intact order erases: with any other byte the start stops and says what to do', async () => {
    const { admin, host_sn } = await setup.fullBox(['users'])
    await setup.box.call('erase_for_good', { host_sn, language: 'zh' }, admin)
    await leave(setup.box)
    const order = join(setup.data(), 'erase.json')
    const intact = readFileSync(order)
    const before = readdirSync(setup.data(), { recursive: true }).sort()
    const run = () => carryOutErasure({ folder: setup.data(), now })
    const sentence =
      /^The order to erase this device is damaged .*erase\.json\..* erased nothing.*rm -r '.*erase\.json'/
    fc.assert(
      fc.property(fc.nat(intact.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(intact)
        damaged[at]! ^= change
        writeFileSync(order, damaged)
        expect(run).toThrow(sentence)
      }),
      { examples: [[0, 1]] },
    )
    for (const text of ['', intact.subarray(0, intact.length / 2), `${String(intact)} `, '{}', 'null']) {
      writeFileSync(order, text)
      expect(run).toThrow(sentence)
    }
    rmSync(order)
    for (const place of [() => mkdirSync(order), () => symlinkSync('erase.json', order)]) {
      place()
      expect(run).toThrow(sentence)
      rmSync(order, { recursive: true })
    }
    expect(readdirSync(setup.data(), { recursive: true }).sort()).toEqual(
      before.filter((name) => name !== 'erase.json'),
    )
    // The remedy of the sentence: without the order, everything is there.
    setup.box = await setup.open()
    expect((await setup.box.call('get_basic_info', {}, admin)).data.host_sn).toBe(host_sn)
  })

  test('an order of another device, or of this one before an erasure, erases nothing', async () => {
    const { admin, host_sn } = await setup.fullBox(['users'])
    await setup.box.call('erase_for_good', { host_sn, language: 'zh' }, admin)
    const file = join(setup.data(), 'erase.json')
    const order = readFileSync(file)
    setup.box = await setup.box.restart()
    await setup.fullBox(['users'])
    const again = await setup.box.tokenOf('admin')
    await leave(setup.box)
    writeFileSync(file, order)
    const before = readdirSync(setup.data(), { recursive: true }).sort()
    expect(() => carryOutErasure({ folder: setup.data(), now })).toThrow(
      /^The order .* is damaged \(it belongs to another device, or to an earlier erasure\): /,
    )
    expect(readdirSync(setup.data(), { recursive: true }).sort()).toEqual(before)
    rmSync(file)
    setup.box = await setup.open()
    expect((await setup.box.call('get_basic_info', {}, again)).data.name).toBe('深南大道-01')
  })

  test.for(['erased', 'closed'] as const)(
    'no left-over of a done erasure erases again, damaged or not: %s',
    async (when) => {
      const { admin, host_sn } = await setup.fullBox(['users'])
      const { data } = await setup.box.call('erase_for_good', { host_sn, language: 'zh' }, admin)
      const order = readFileSync(join(setup.data(), 'erase.json'))
      setup.box = await setup.box.restart()
      const certificate = join(setup.data(), 'erasure-certificate.json')
      const left = readFileSync(certificate)
      if (when === 'closed') await setup.box.call('close_erasure', data)
      await setup.fullBox(['users'])
      const again = await setup.box.tokenOf('admin')
      for (const bytes of [left, left.subarray(9), order.subarray(0, 99), order]) {
        writeFileSync(certificate, bytes)
        setup.box = await setup.box.restart('killed')
        expect((await setup.box.call('get_basic_info', {}, again)).data.name).toBe('深南大道-01')
        expect(setup.box.deps.findings.has('erasure-certificate.json')).toBe(bytes !== left)
      }
    },
  )

  test.for(['closed', 'expired', 'in use'] as const)(
    'outside the data folder: the VPN goes at once, the address when the certificate is %s',
    async (how) => {
      setup.machine = await startMachine({
        folder: join(setup.folder, 'machine'),
        requests: join(setup.data(), 'root'),
      })
      const { admin, host_sn } = await setup.fullBox(['users'])
      const before = await setup.box.deps.network.read()
      const { data } = await setup.box.call('erase_for_good', { host_sn, language: 'zh' }, admin)
      setup.box = await setup.box.restart()
      const { facts } = (await setup.box.call('erasure_certificate', data)).data
      expect(facts.outside).toContainEqual({ what: 'vpn', result: 'done' })
      expect((await setup.box.deps.network.read()).ipv4).toBe(before.ipv4)
      if (how === 'in use') await setup.box.tokenOf('admin')
      if (how === 'closed') await setup.box.call('close_erasure', data)
      else void setup.box.deps.erasure.expire()
      await setup.box.deps.erasure.stop()
      const { ipv4 } = await setup.box.deps.network.read()
      expect(ipv4).toBe(how === 'in use' ? before.ipv4 : restore_network.ipv4)
      expect((await setup.box.call('erasure_certificate', data)).code).toBe(code.not_found)
    },
  )

  test('refuses a restore and a second erasure until the server has restarted', async () => {
    const { admin, host_sn } = await setup.fullBox(['users'])
    await setup.box.call('erase_for_good', { host_sn, language: 'zh' }, admin)
    expect((await setup.box.call('restore', { host_sn }, admin)).code).toBe(code.busy)
    expect((await setup.box.call('erase_for_good', { host_sn, language: 'zh' }, admin)).code).toBe(code.busy)
    mkdirSync(join(setup.data(), 'spool'), { recursive: true })
    expect(statSync(join(setup.data(), 'erase.json')).mode & 0o077).toBe(0)
    expect(readFileSync(join(setup.data(), 'erase.json'), 'utf8')).not.toContain(admin)
  })
})
