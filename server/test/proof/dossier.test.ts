/** A dossier: everything about a stay in one archive, hashed and signed, without secrets. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { code } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordAttempt } from '#src/events/record/attempt.store.ts'
import { signedBytes } from '#src/proof/device-key.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { dossierOf, stay } from './dossier-device.ts'
import { report } from './report.ts'

let device: Device
let admin: string
beforeEach(async () => {
  device = await openDevice({ mono: 'held' })
  plantLots(device.deps.db)
  admin = await device.tokenOf('admin')
})
afterEach(() => device.close())

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString()
const json = <T>(bytes: Uint8Array | undefined) => JSON.parse(text(bytes)) as T
type Listed = {
  files: { name: string; sha256: string }[]
  absent: { name: string; why: string }[]
  events: string[]
}

test('contains every picture, look, rule, act and answer of the stay, and signs its content', async () => {
  const { revision } = (await device.call('get_schedule_param', {}, admin)).data
  const range = { start: '00:00:00', end: '23:59:59' }
  const saved = await device.call(
    'update_schedule_param',
    { revision, plans: [{ days: [1, 2, 3, 4, 5, 6, 7], range, type: 1 }] },
    admin,
  )
  expect(saved.code).toBe(code.success)
  const { entry, exit } = await stay(device)
  await report(device, { lot_no: 'A02', plate_number: '粤B99999' })
  const id = device.deps.db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [
    exit,
  ])!.event_id
  recordAttempt(device.deps.db, id, {
    at_ms: device.deps.now(),
    step: 'deliver',
    outcome: 'accepted',
    address: 'https://platform.example/v1/events?token=secret',
    info: 'code 0: thank you',
    took_ms: 12,
  })
  await device.call(
    'check_parking_event',
    { uuid: exit, verdict: 'corrected', plate_number: '粤B54321', seen_checks: 0 },
    admin,
  )
  const files = unzipSync(await dossierOf(device, entry))
  const listed = json<Listed>(files['dossier.json'])
  expect(listed.events).toEqual([entry, exit])
  for (const { name, sha256 } of listed.files)
    expect([name, createHash('sha256').update(files[name]!).digest('hex')]).toEqual([name, sha256])
  expect(listed.files.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(files)
      .filter((name) => !name.startsWith('dossier.'))
      .toSorted(),
  )
  expect(listed.files.filter(({ name }) => name.startsWith('files/'))).toHaveLength(4)
  const { key_id, signature } = json<{ key_id: string; signature: string }>(files['dossier.sig.json'])
  const { public_key, ...key } = device.deps.proof_log.key.current
  expect(key_id).toBe(key.key_id)
  const by = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' })
  const signed = signedBytes('dossier', text(files['dossier.json']))
  expect(verify(null, signed, by, Buffer.from(signature, 'base64'))).toBe(true)
  expect(json<object>(files[`events/${exit}.json`])).toMatchObject({
    state: { checked_plate: '粤B54321', attempts: [{ info: 'code 0: thank you' }] },
  })
  expect(text(files[`events/${entry}.looks.json`])).toContain('"belief":0.97')
  expect(Object.keys(files).filter((name) => name.startsWith('rules/'))).toHaveLength(3)
  expect(json<object>(files['acts.json'])).toMatchObject({ ledger: [{ uuid: exit, checked_by: 'admin' }] })
  const page = text(files['index.html'])
  for (const shown of [
    '粤B54321',
    '<td>0:50:00</td>',
    'code 0: thank you',
    '停车取证档案',
    '画面残缺或花屏',
    key_id,
  ])
    expect(page).toContain(shown)
  expect(page.match(/src="data:image\/jpeg;base64,[A-Za-z0-9+/=]{100,}"/g)).toHaveLength(4)
  expect(page).not.toContain('token=secret')
  // Raw data is in the archive alone.
  for (const raw of ['alg_param', '{"', 'check_parking_event']) expect(page).not.toContain(raw)
})

test('is available in the words of Taiwan, and lists what it lacks', async () => {
  const { entry } = await stay(device)
  const folder = join(device.folder, 'media', 'events')
  rmSync(folder, { recursive: true, force: true })
  const files = unzipSync(await dossierOf(device, entry, 'tw'))
  expect(json<Listed>(files['dossier.json']).absent.map(({ why }) => why)).toEqual(Array(4).fill('missing'))
  expect(text(files['index.html'])).toContain('停車取證檔案')
  expect(text(files['index.html'])).toContain('裝置上已不存在')
  expect(text(files['index.html'])).toContain('畫面殘缺或破圖')
})

test('with privacy the original pictures stay on the device', async () => {
  const { revision } = (await device.call('get_event_param', {}, admin)).data
  await device.call('update_event_param', { revision, images_process: true, privacy_protection: true }, admin)
  const { entry } = await stay(device)
  const files = unzipSync(await dossierOf(device, entry))
  expect(Object.keys(files).filter((name) => name.startsWith('files/'))).toEqual([])
  expect(json<Listed>(files['dossier.json']).absent.map(({ why }) => why)).toEqual(Array(4).fill('privacy'))
})

test('is for users who work with events, is audited, and its address ends with the session', async () => {
  const { entry } = await stay(device)
  const viewer = await device.tokenOf('viewer')
  expect((await device.call('export_dossier', { uuid: entry, language: 'zh' }, viewer)).code).toBe(
    code.permission_denied,
  )
  expect((await device.call('export_dossier', { uuid: 'none', language: 'zh' }, admin)).code).toBe(
    code.not_found,
  )
  const { data } = await device.call('export_dossier', { uuid: entry, language: 'zh' }, admin)
  expect(data).toMatchObject({
    state: 'ready',
    events: 2,
    files: 4,
    key_id: device.deps.proof_log.key.current.key_id,
  })
  await device.call('logout', {}, admin)
  expect((await device.app.inject({ url: data.download })).statusCode).toBe(404)
  const rows = device.deps.db.all<{ detail: string }>(
    "SELECT detail FROM log WHERE detail LIKE '%export_dossier%'",
  )
  expect(rows.map(({ detail }) => detail).join()).toContain(entry)
})
