/** `label`: serial number, addresses and fingerprints, for the label of the box. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { labelOf, labelText, type Label } from '#src/label.ts'
import { program } from '../built.ts'
import { openDevice, type Device } from '../device.ts'
import { issue } from './authority.ts'

let box: Device
beforeEach(async () => {
  box = await openDevice({ now: Date.now(), app: { tls: true } })
  box.deps.certificate.refresh()
})
afterEach(() => box.close())
const place = () => ({ folder: box.folder, names: ['gate.example'], tls: true, port: 8080, host: '::' })

test('contains what the console and the browser show', async () => {
  const label = await labelOf(place(), box.deps.host)
  const { certificate, public_key } = box.deps.certificate.fingerprints()
  const { host_sn } = await box.deps.host.identity()
  expect(label).toMatchObject({
    serial: host_sn,
    certificate_sha256: certificate,
    public_key_sha256: public_key,
  })
  expect(label.addresses).toContain('https://gate.example:8080')
  expect(label.addresses.filter((one) => /127\.0\.0\.1|localhost|::1\]/.test(one))).toEqual([])
  const text = labelText(label)
  expect(text).toContain(`Serial number: ${host_sn}\n`)
  expect(text).toContain(`Public key SHA-256: ${public_key}\n`)
})

test.each(['127.0.0.1', '::1', 'localhost'])('names no address if the device listens at %s', async (host) => {
  expect((await labelOf({ ...place(), host }, box.deps.host)).addresses).toEqual([])
})

test('follows an imported certificate', async () => {
  const root = issue('Root', Date.now(), { ca: true })
  const leaf = issue('gate.example', Date.now(), { names: ['gate.example'] }, root)
  box.deps.certificate.import(leaf.cert + root.cert, leaf.key_pem)
  const { certificate_sha256 } = await labelOf(place(), box.deps.host)
  expect(certificate_sha256).toBe(box.deps.certificate.fingerprints().certificate)
})

test('has no fingerprint if the console has no HTTPS, and needs a device', async () => {
  const plain = await labelOf({ ...place(), tls: false }, box.deps.host)
  expect([plain.certificate_sha256, labelText(plain).includes('SHA-256')]).toEqual([null, false])
  const folder = mkdtempSync(join(tmpdir(), 'parking-'))
  const run = (data: string) =>
    spawnSync(process.execPath, [program, 'label', '--json'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, PARKING_DATA: data, PARKING_TLS: 'on' },
    })
  const none = run(folder)
  expect([none.status, none.stderr]).toEqual([1, `There is no device in ${folder}: set PARKING_DATA.\n`])
  rmSync(folder, { recursive: true })
  // Run while the server has the database open.
  const label = JSON.parse(run(box.folder).stdout) as Label
  expect(label.public_key_sha256).toBe(box.deps.certificate.fingerprints().public_key)
})
