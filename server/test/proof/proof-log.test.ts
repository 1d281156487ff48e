/**
 * The evidence log: each event and each change of it is a leaf, days are linked and signed trees, and nothing
 * is rewritten. The tests compute the tree independently, as RFC 6962 defines it. Long because log, key and
 * heads share one device.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPlatform } from '@parking/sim/peers/platform/platform.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acceptLossOf } from '#src/accept-loss.ts'
import { signedBytes } from '#src/proof/device-key.ts'
import { daysFrom, hashesFrom, leavesOf } from '#src/proof/proof-log.store.ts'
import { createHeartbeat } from '#src/workers/heartbeat.ts'
import { migrations, openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { until } from '../until.ts'
import { report } from './report.ts'

const day_ms = 86_400_000
let device: Device
let admin: string
beforeEach(async () => {
  device = await openDevice({ mono: 'held' })
  plantLots(device.deps.db)
  admin = await device.tokenOf('admin')
})
afterEach(() => device.close())

const bodiesOf = (uuid: string) =>
  leavesOf(device.deps.proof_log.reader(), uuid).map(
    ({ body }) => JSON.parse(body ?? '{}') as Record<string, unknown>,
  )
const deviceKinds = () =>
  device.deps.proof_log
    .reader()
    .all<{ kind: string }>("SELECT kind FROM leaf WHERE uuid = '' ORDER BY seq")
    .map(({ kind }) => kind)
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** RFC 6962 §2.1, by its recursion. */
function treeHash(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return Buffer.from(leaves[0]!)
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)))
}
function read<T>(type: 'head' | 'day', signed: { payload: string; signature: string; key_id: string }): T {
  const key = device.deps.proof_log.key.current
  const by = createPublicKey({ key: Buffer.from(key.public_key, 'base64'), format: 'der', type: 'spki' })
  const bytes = signedBytes(type, signed.payload)
  expect(verify(null, bytes, by, Buffer.from(signed.signature, 'base64'))).toBe(true)
  return JSON.parse(signed.payload) as T
}
type Payload = { day: number; date: string; first_seq: number; size: number; root: string; prev: string }

test('an event is a leaf with its pictures, looks and rules; its changes are leaves after it', async () => {
  const uuid = await report(device, { pictures: 2 })
  await device.deps.proof_log.caughtUp()
  const [manifest] = bodiesOf(uuid)
  const files = device.deps.db.all<{ sha256: Uint8Array }>(
    'SELECT sha256 FROM event_picture ORDER BY position',
  )
  expect(manifest).toMatchObject({
    type: 'event',
    uuid,
    place: { lot_no: 'A01', parking_no: 'P-1', camera_sn: 'SN-0001' },
    plate: { read: '粤B12345', confidence: 96 },
    files: files.map(({ sha256: hash }) => ({ sha256: Buffer.from(hash).toString('hex') })),
    device: { sn: (await device.deps.host.identity()).host_sn },
  })
  const rules = device.deps.db.all<{ sha256: Uint8Array; content: string }>('SELECT * FROM rule_version')
  expect(rules.map(({ sha256: hash }) => Buffer.from(hash).toString('hex')).toSorted()).toEqual(
    Object.values(manifest!['rule'] as object).toSorted(),
  )
  expect(rules.every(({ sha256: hash, content }) => sha256(Buffer.from(content)).equals(hash))).toBe(true)
  expect(rules.map(({ content }) => Object.keys(JSON.parse(content) as object)[0]).toSorted()).toEqual([
    'alg_param',
    'camera_sn',
    'schedule_param',
  ])
  await device.call(
    'check_parking_event',
    { uuid, verdict: 'corrected', plate_number: '粤B54321', seen_checks: 0 },
    admin,
  )
  await device.deps.proof_log.caughtUp()
  expect(bodiesOf(uuid)).toMatchObject([
    { type: 'event', plate: { read: '粤B12345' } },
    {
      type: 'state',
      state: { checked_plate: '粤B54321', checks: [{ checked_by: 'admin', plate_after: '粤B54321' }] },
    },
  ])
  await device.call('delete_parking_event', { list: [uuid] }, admin)
  await device.deps.proof_log.caughtUp()
  expect(bodiesOf(uuid)).toMatchObject([{}, {}, { type: 'gone', deleted_by: 'admin' }])
})

test('changed lots and parameters give an event new rules, and the former ones stay', async () => {
  const before = await report(device)
  const { revision } = (await device.call('get_alg_param', {}, admin)).data
  await device.call('update_alg_param', { revision, cover_th: 0.61 }, admin)
  const after = await report(device, { event_type: 3 })
  await device.deps.proof_log.caughtUp()
  const [one, other] = [before, after].map((uuid) => bodiesOf(uuid)[0]!['rule'] as Record<string, string>)
  expect(one!['params']).not.toBe(other!['params'])
  expect([one!['plan'], one!['lots']]).toEqual([other!['plan'], other!['lots']])
  expect(device.deps.db.all('SELECT 1 FROM rule_version')).toHaveLength(4)
})

test('each day is a signed tree, linked to the day before; the head is current', async () => {
  const { proof_log } = device.deps
  for (let n = 0; n < 5; n++) await report(device)
  await proof_log.caughtUp()
  const first = read<Payload>('head', proof_log.head())
  device.wait(day_ms)
  for (let n = 0; n < 3; n++) await report(device)
  await proof_log.caughtUp()
  const proof = proof_log.reader()
  const days = daysFrom(proof, 1)
  const closed = days.map((day) => read<Payload>('day', day))
  const head = read<Payload>('head', proof_log.head())
  expect(days).toHaveLength(1)
  expect(closed[0]).toMatchObject({ day: 1, first_seq: 1, size: first.size, root: first.root })
  expect(head).toMatchObject({ day: 2, size: 3, first_seq: first.size + 1 })
  expect(head.prev).toBe(sha256(Buffer.from(days[0]!.payload)).toString('hex'))
  for (const { first_seq, size, root } of [closed[0]!, head])
    expect(treeHash(hashesFrom(proof, first_seq, size)).toString('hex')).toBe(root)
  // A day without events is also part of the chain.
  device.wait(day_ms)
  expect(read<Payload>('head', proof_log.head())).toMatchObject({
    day: 3,
    size: 0,
    root: sha256().toString('hex'),
  })
})

test('a restart continues where the log ended; a killed server loses no event', async () => {
  const { size } = read<Payload>('head', device.deps.proof_log.head())
  const uuid = await report(device)
  device = await device.restart('killed')
  await device.deps.proof_log.caughtUp()
  expect(bodiesOf(uuid)).toHaveLength(1)
  const head = read<Payload>('head', device.deps.proof_log.head())
  expect(head.size).toBe(size + 1)
  expect(treeHash(hashesFrom(device.deps.proof_log.reader(), 1, head.size)).toString('hex')).toBe(head.root)
})

test('a clock change is recorded, and a date that occurs again is another day of the log', async () => {
  const { proof_log } = device.deps
  await proof_log.start()
  proof_log.head()
  device.setClock(-2 * day_ms)
  await report(device)
  await until('the step is written down', () => deviceKinds().includes('clock'))
  await proof_log.caughtUp()
  const proof = proof_log.reader()
  const [step] = proof.all<{ body: string }>("SELECT body FROM leaf WHERE kind = 'clock'")
  expect(JSON.parse(step!.body)).toMatchObject({ by_ms: -2 * day_ms })
  expect(read<Payload>('head', proof_log.head())).toMatchObject({ day: 2 })
})

test('a new key is signed by the previous one, which stays listed', async () => {
  const before = (await device.call('get_device_key', {}, admin)).data
  expect(before.former).toEqual([])
  expect((await device.call('rotate_device_key', {}, admin)).code).toBe(0)
  const after = (await device.call('get_device_key', {}, admin)).data
  expect(after.key_id).not.toBe(before.key_id)
  expect(after.former).toMatchObject([{ key_id: before.key_id }])
  expect(after.key_id).toBe(sha256(Buffer.from(after.public_key, 'base64')).toString('hex'))
  const [, key] = device.deps.proof_log.reader().all<Record<string, string>>('SELECT * FROM device_key')
  const by = createPublicKey({ key: Buffer.from(before.public_key, 'base64'), format: 'der', type: 'spki' })
  expect(
    verify(null, signedBytes('key', key!['statement']!), by, Buffer.from(key!['signature']!, 'base64')),
  ).toBe(true)
  expect(JSON.parse(key!['statement']!)).toMatchObject({ before: before.key_id, key_id: after.key_id })
  expect(deviceKinds()).toEqual(['start', 'key', 'key'])
  device = await device.restart()
  expect((await device.call('get_device_key', {}, await device.tokenOf('operator'))).data.key_id).toBe(
    after.key_id,
  )
})

test('no file contains the private key in plain; a damaged file costs only signatures', async () => {
  const { key_id } = device.deps.proof_log.key.current
  const file = join(device.folder, 'device.key')
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain('PRIVATE')
  // PKCS #8 of Ed25519 begins with these bytes.
  const { sealed } = JSON.parse(text) as { sealed: string }
  expect(Buffer.from(sealed, 'base64').includes(Buffer.from('302e020100300506032b6570', 'hex'))).toBe(false)
  await device.deps.proof_log.caughtUp()
  device.deps.proof_log.head()
  // Its copy replaces a damaged one; without both, the device goes on without signing.
  writeFileSync(file, text.replace(sealed, sealed.replace(/^..../, 'AAAA')))
  device = await device.restart()
  expect(device.deps.proof_log.key.current.key_id).toBe(key_id)
  expect(device.deps.findings.all()).toEqual([{ file: 'device.key', damage: 'key_repaired' }])
  for (const at of [file, `${file}.copy`]) writeFileSync(at, text.replace(key_id, 'f'.repeat(64)))
  device = await device.restart()
  device.wait(day_ms)
  admin = await device.tokenOf('admin')
  const uuid = await report(device)
  await device.deps.proof_log.caughtUp()
  expect([bodiesOf(uuid).length, device.deps.proof_log.headToSend()]).toEqual([1, undefined])
  expect(device.deps.findings.all()).toEqual([{ file: 'device.key', damage: 'signing_key' }])
  expect((await device.call('get_device_key', {}, admin)).message).toContain('device.key: The key that signs')
  // A user makes a new one, for which none vouches.
  expect((await device.call('rotate_device_key', {}, admin)).code).toBe(0)
  device.deps.proof_log.head()
  expect(deviceKinds()).toEqual(['start', 'key', 'key'])
  expect(device.deps.findings.all()).toEqual([])
})

test('a lost log stops the log alone; it starts again when the loss is accepted, and says so', async () => {
  await report(device)
  await device.deps.proof_log.caughtUp()
  device = await device.restart('in order', () => rmSync(join(device.folder, 'proof.db')))
  const uuid = await report(device)
  await expect(device.deps.proof_log.caughtUp()).rejects.toThrow('proof.db: The evidence log is missing')
  expect(device.deps.findings.all()).toEqual([{ file: 'proof.db', damage: 'evidence_log' }])
  device = await device.restart('in order', () =>
    acceptLossOf({ folder: device.folder, migrations }, 'proof.db'),
  )
  await device.deps.proof_log.caughtUp()
  const [start] = device.deps.proof_log.reader().all<{ body: string }>('SELECT body FROM leaf')
  expect(JSON.parse(start!.body)).toMatchObject({ type: 'start', why: 'lost' })
  expect(bodiesOf(uuid)).toHaveLength(1)
})

test('the record of a deleted event is removed once no undo can restore it; its hash stays', async () => {
  const uuid = await report(device)
  await device.deps.proof_log.caughtUp()
  await device.call('delete_parking_event', { list: [uuid] }, admin)
  await device.deps.proof_log.caughtUp()
  await device.deps.proof_log.prune()
  expect(leavesOf(device.deps.proof_log.reader(), uuid).map(({ body }) => body === null)).toEqual([
    false,
    false,
  ])
  device.deps.db.run('DELETE FROM deleted_event')
  await device.deps.proof_log.prune()
  const leaves = leavesOf(device.deps.proof_log.reader(), uuid)
  expect(leaves.map(({ kind, body }) => [kind, body === null])).toEqual([
    ['event', true],
    ['gone', false],
  ])
  expect(leaves.every(({ hash }) => hash.length === 32)).toBe(true)
})

test('head and key are sent with each heartbeat, and the platform detects a truncated log', async () => {
  // The platform checks the time of a sign-in.
  await device.close()
  device = await openDevice({ now: Date.now(), mono: 'held' })
  plantLots(device.deps.db)
  admin = await device.tokenOf('admin')
  const platform = await startPlatform()
  await device.call('update_platform_param', { operator_no: 'OP', ...platform.urls }, admin)
  await device.deps.proof_log.start()
  const beat = async () => {
    const before = platform.heartbeats.length
    const heartbeat = createHeartbeat(device.deps, device.deps.platform_session, {
      answered: () => undefined,
    })
    await heartbeat.start()
    await until('a heartbeat', () => platform.heartbeats.length > before)
    await heartbeat.stop()
  }
  try {
    await beat()
    const sn = (await device.deps.host.identity()).host_sn
    expect(platform.faults).toEqual([])
    expect(platform.proofs.contradictions).toEqual([])
    expect(platform.proofs.keyOf(sn)!.key_id).toBe(device.deps.proof_log.key.current.key_id)
    await report(device)
    await report(device)
    await beat()
    expect(platform.proofs.contradictions).toEqual([])
    // An attacker with the whole disk removes the newest event from database and log.
    const proof = device.deps.proof_log.reader()
    const [last] = proof.all<{ seq: number }>('SELECT seq FROM leaf ORDER BY seq DESC LIMIT 1')
    proof.run('DELETE FROM leaf WHERE seq = ?', [last!.seq])
    const hashes = hashesFrom(proof, 1, last!.seq - 1)
    expect(hashes).toHaveLength(3)
    proof.run('UPDATE log SET edge = ?', [
      Buffer.concat([sha256(Buffer.of(1), hashes[0]!, hashes[1]!), hashes[2]!]),
    ])
    device.deps.proof_log.close()
    await beat()
    expect(platform.proofs.contradictions).toEqual([`${sn}: 1 entries of day 1 are gone`])
  } finally {
    await platform.stop()
  }
})
