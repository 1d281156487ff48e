/** The calls for the HTTPS certificate: view, request, import and rollback by an administrator. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { code } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readingsNow } from '#src/alarm/readings.ts'
import { openDevice, type Device } from '../device.ts'
import { ecKey, issue, pemOf } from './authority.ts'

let box: Device
let admin: string
const now = Date.UTC(2026, 10, 21, 0, 30)
beforeEach(async () => {
  box = await openDevice({ now })
  admin = await box.tokenOf('admin')
})
afterEach(() => box.close())

const root = issue('Company Root', now, { ca: true })
const leaf = issue('box.example', now, { names: ['box.example'], to_ms: now + 40 * 86_400_000 }, root)
const state = async () => (await box.call('get_certificate', {}, admin)).data
const certificate = leaf.cert + root.cert

test('a device has its own certificate, which only administrators can view', async () => {
  const { used, ...rest } = await state()
  expect(rest).toEqual({
    https: false,
    in_use: 'own',
    previous: null,
    trusted: false,
    hsts: false,
    hsts_s: 0,
  })
  expect(used).toMatchObject({ self_signed: true, days_left: 396 })
  expect(used.names).toContain('127.0.0.1')
  expect((await box.call('get_certificate', {}, await box.tokenOf('operator'))).code).toBe(
    code.permission_denied,
  )
  expect((await box.call('certificate_fingerprint', {})).data).toEqual({
    https: false,
    sha256: '',
    key_sha256: '',
  })
})

test('a request is made for the typed names, and invalid names are refused', async () => {
  const ask = (names: string) => box.call('request_certificate', { names, organization: '停车公司' }, admin)
  const { data } = await ask(' Box.example，192.0.2.10  *.gate.example\n2001:db8::1 ')
  expect(data.request).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----\n/)
  for (const names of ['http://box.example', 'box_', 'a..b', '-a', '*', '，'])
    expect([names, (await ask(names)).data]).toMatchObject([names, [{ field: 'names', issue: 'host' }]])
})

test('an import is checked, audited with the changes, and rolled back', async () => {
  const own = (await state()).used
  const wrong = await box.call('import_certificate', { certificate, key: pemOf(ecKey()) }, admin)
  expect(wrong).toMatchObject({
    code: code.format_error,
    data: [{ field: 'key', issue: 'certificate_key' }],
  })
  const asked = await box.call('import_certificate', { certificate, key: '' }, admin)
  expect(asked.data).toMatchObject([{ field: 'certificate', issue: 'certificate_request' }])
  expect((await state()).in_use).toBe('own')

  const done = await box.call('import_certificate', { certificate, key: leaf.key_pem }, admin)
  expect(done.data).toMatchObject({
    in_use: 'imported',
    trusted: false,
    used: {
      subject: 'CN=box.example',
      issuer: 'CN=Company Root',
      self_signed: false,
      names: ['box.example'],
      days_left: 40,
      sha256: new X509Certificate(leaf.cert).fingerprint256,
    },
    previous: { sha256: own.sha256 },
  })
  const rows = (await box.call('log', { type: 2, page: 1, page_size: 10 }, admin)).data.list
  expect(rows.find(({ audit }) => audit?.code === code.success)?.audit).toMatchObject({
    call: 'import_certificate',
    before: { issued_by: 'own', fingerprint: own.sha256 },
    after: { issued_by: 'imported', fingerprint: done.data.used.sha256, key: '******' },
  })
  expect(box.logged()).not.toContain('PRIVATE KEY')

  const back = await box.call('roll_back_certificate', {}, admin)
  expect(back.data).toMatchObject({ in_use: 'own', used: { sha256: own.sha256 }, previous: null })
  expect((await box.call('roll_back_certificate', {}, admin)).code).toBe(code.failed)
})

test('a second import is rolled back to the first, even after a restart', async () => {
  await box.call('import_certificate', { certificate, key: leaf.key_pem }, admin)
  const renewed = issue('box.example', now, { names: ['box.example'] }, root)
  await box.call('import_certificate', { certificate: renewed.cert + root.cert, key: renewed.key_pem }, admin)
  box = await box.restart()
  expect((await state()).previous?.sha256).toBe(new X509Certificate(leaf.cert).fingerprint256)
  await box.call('roll_back_certificate', {}, admin)
  expect((await state()).used.sha256).toBe(new X509Certificate(leaf.cert).fingerprint256)
})

test('a certificate for the request needs no key, and only an imported one allows HSTS', async () => {
  expect((await box.call('set_hsts', { hsts: true }, admin)).code).toBe(code.failed)
  const { key } = box.deps.certificate.own
  const asked = issue('box.example', now, { names: ['box.example'], key: createPrivateKey(key) }, root)
  const answer = await box.call('import_certificate', { certificate: asked.cert + root.cert, key: '' }, admin)
  expect(answer.data.used.key_sha256).toBe(box.deps.certificate.fingerprints().public_key)
  expect((await box.call('set_hsts', { hsts: true }, admin)).data).toMatchObject({
    hsts: true,
    hsts_s: 86_400,
  })
  expect((await box.call('set_hsts', { hsts: false }, admin)).data).toMatchObject({ hsts: false, hsts_s: 0 })
})

test('an imported certificate raises alarms 30 and 7 days before it expires', async () => {
  const levels = () =>
    readingsNow(box.deps, undefined)
      .filter(({ kind }) => kind === 'certificate')
      .map(({ subject, level }) => `${subject}:${level}`)
  expect(levels()).toEqual([':well', 'last:well'])
  await box.call('import_certificate', { certificate, key: leaf.key_pem }, admin)
  expect(levels()).toEqual([':well', 'last:well'])
  box.wait(10 * 86_400_000)
  expect(levels()).toEqual([':bad', 'last:well'])
  box.wait(23 * 86_400_000)
  expect(levels()).toEqual([':bad', 'last:bad'])
  await box.call('roll_back_certificate', {}, await box.tokenOf('admin'))
  expect(levels()).toEqual([':well', 'last:well'])
})
