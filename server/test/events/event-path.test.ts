/**
 * The path of events (docs/decisions/0022) with a real storage and a real platform: drawn, uploaded, sent,
 * and every obstacle.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { event_status, type Body, type EventStatus } from '@parking/contract'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPlatform, type Platform } from '@parking/sim/peers/platform/platform.ts'
import { startS3Peer, type S3Peer } from '@parking/sim/peers/storage/s3-peer.ts'
import { anyStorage } from '#src/adapters/storage/any-storage.ts'
import { httpPlatform } from '#src/adapters/http/http-platform.ts'
import { placeOfLot } from '#src/camera/scene.store.ts'
import { attemptsOf } from '#src/events/record/attempt.store.ts'
import { initialEventState } from '#src/events/record/initial-event-state.ts'
import { insertEvent, movesOf } from '#src/events/record/event.store.ts'
import { objectsOf } from '#src/events/record/object.store.ts'
import { picturePath } from '#src/events/record/event-paths.ts'
import { resendEvents } from '#src/queue/resend.ts'
import { sendingPause, setSendingPause } from '#src/queue/sending-pause.ts'
import { startWorkers, type Workers } from '#src/start-workers.ts'
import { openDevice, type Device } from '../device.ts'
import { brokenJpeg, newEvent, startApplication, type Application } from './event-application.ts'
import { plantLots } from './event-device.ts'
import { ftp_password, startProftpd } from '../storage/storage-servers.ts'
import { until } from '../until.ts'

const quick = { first_ms: 4, longest_ms: 60 }
const secret = 'street-storage-secret'

let platform: Platform
let s3: S3Peer
let device: Device
let workers: Workers
let application: Application
let frame: Buffer

beforeEach(async () => {
  frame ??= await sharp({
    create: {
      width: 640,
      height: 360,
      channels: 3,
      background: '#567',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer()
  platform = await startPlatform()
  s3 = await startS3Peer({ username: 'street', password: secret, bucket: 'evidence' })
  device = await openDevice({
    ports: {
      now: Date.now,
      platform: httpPlatform({ allow_loopback: true, timeout_ms: 250 }),
      storage: anyStorage({ allow_loopback: true, idle_ms: 300 }),
    },
  })
  plantLots(device.deps.db, ['A01', 'A02', 'A03'])
  workers = startWorkers(device.deps, { sender: quick, uploader: quick, lots: quick })
  await workers.ready
  application = await startApplication(device.deps.socket)
})
afterEach(async () => {
  application.close()
  await workers.stop()
  await Promise.all([platform.stop(), s3.stop()])
  await device.close()
})

const change = async (
  name: 'update_storage_param' | 'update_platform_param' | 'update_alg_param' | 'update_event_param',
  body: Body<typeof name>,
) => expect(await device.call(name, body, await device.tokenOf('admin'))).toMatchObject({ code: 0 })
const setStorage = (more = {}) =>
  change('update_storage_param', {
    protocol: 4,
    endpoint: s3.url,
    username: 'street',
    password: secret,
    directory: 'evidence/box',
    key_re: '{lot_no}/{uuid}-{n}-{kind}.{ext}',
    ...more,
  })
const setPlatform = (more = {}) =>
  change('update_platform_param', { operator_no: 'OP-0755', ...platform.urls, ...more })
/** With one picture that is not drawn, unless another kind is wanted. */
async function report(
  more: Parameters<typeof newEvent>[0] = {},
  kind: 'image' | 'car' = 'car',
): Promise<string> {
  const event = newEvent({
    pictures: [{ kind, file: application.spool(frame) }],
    plate_number: '粤B12345',
    ...more,
  })
  expect(await application.report(event)).toMatchObject({ type: 'ack', result: 'stored' })
  return event.uuid
}
/** Events that the device creates by its own clock (timer pictures, cuts of the plan) start the same way. */
function plant(event_type: number, lot_no = 'A01'): string {
  const { db, bus, media } = device.deps
  const [uuid, create_ms] = [randomUUID(), Date.now()]
  const file = join(media.folder, picturePath(create_ms, uuid, 0))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, frame)
  const pictures = [
    {
      kind: 'car' as const,
      width: 640,
      height: 360,
      bytes: frame.length,
      sha256: createHash('sha256').update(frame).digest(),
    },
  ]
  const place = placeOfLot(db, { camera_sn: 'SN-0001', scene_id: 'scene-1', lot_no })!
  const seen = {
    uuid,
    event_ms: create_ms,
    create_ms,
    event_type,
    plate_number: '',
    plate_color: 'unknown',
    confidence: 100,
    place,
    pictures,
  }
  db.transaction(() => insertEvent(db, { ...seen, ...initialEventState(device.deps)(seen) }))
  bus.emit('queue')
  return uuid
}
type Row = {
  event_id: number
  uuid: string
  status: number
  reason: string
  create_ms: number
  to_check: number
  count_tried: number
  correction: number
}
const rowOf = (uuid: string): Row => device.deps.db.get<Row>('SELECT * FROM event WHERE uuid = ?', [uuid])!
const becomes = (uuid: string, status: EventStatus, reason?: string) =>
  until(
    `${status} ${reason ?? ''}`,
    () =>
      rowOf(uuid).status === event_status[status] && (reason === undefined || rowOf(uuid).reason === reason),
  )
const historyOf = (uuid: string) =>
  movesOf(device.deps.db, rowOf(uuid).event_id).map(({ to_status, reason }) => `${to_status} ${reason}`)
const tries = (uuid: string) => attemptsOf(device.deps.db, rowOf(uuid).event_id)
const got = (uuid: string) => platform.received().find((one) => one.uuid === uuid)
const storageReading = () => device.deps.readings.all().find(({ kind }) => kind === 'storage')

test('drawn, uploaded by the template, and sent, each step with reason and attempt', async () => {
  await setStorage()
  await setPlatform()
  const uuid = await report({}, 'image')
  await becomes(uuid, 'sent')
  expect(historyOf(uuid)).toEqual(['6 drawn', '0 uploaded', '2 accepted'])
  const { pictures } = got(uuid)!
  expect(pictures.map(({ kind, key }) => [kind, key])).toEqual(
    ['image', 'car'].map((kind, at) => [kind, `box/A01/${uuid}-${at + 1}-${kind}.jpg`]),
  )
  for (const { key, sha256, bytes } of pictures) {
    const object = s3.objects.get(key!)!
    expect([object.length, createHash('sha256').update(object).digest('hex')]).toEqual([bytes, sha256])
  }
  expect(s3.objects.size).toBe(2)
  expect(tries(uuid)).toMatchObject([
    { step: 'upload', outcome: 'accepted', address: `${s3.url}/` },
    { step: 'deliver', outcome: 'accepted', address: platform.urls.data_url },
  ])
  expect(rowOf(uuid).count_tried).toBe(1) // one that succeeded at the first attempt
  expect(platform.faults).toEqual([])
})

test('with a wrong secret of the storage the event waits, and is uploaded when it is corrected', async () => {
  await setStorage({ password: 'wrong-secret' })
  await setPlatform()
  const uuids = [await report(), await report({ lot_no: 'A02' })]
  for (const uuid of uuids) await until('a refusal', () => tries(uuid).length > 0)
  for (const uuid of uuids) expect(rowOf(uuid)).toMatchObject({ status: event_status.awaiting_upload })
  expect(tries(uuids[0]!)[0]).toMatchObject({
    step: 'upload',
    outcome: 'refused',
    info: expect.stringContaining('signin'),
  })
  expect(JSON.stringify(tries(uuids[0]!))).not.toContain('wrong-secret')
  await until('the alarm is told', () => storageReading()?.level === 'bad')
  expect((await device.call('platform_state', {}, await device.tokenOf('viewer'))).data.queue).toBe(2)
  await setStorage()
  for (const uuid of uuids) await becomes(uuid, 'sent')
  expect(storageReading()?.level).toBe('well')
})

test.each(['hangs', 'cuts', 'page', 'full', 'busy', 'error', 'keeps_and_fails', 'keeps_and_cuts'] as const)(
  'a storage that %s: nothing is lost, nothing is sent before it is stored, and each object is there once',
  async (behaviour) => {
    await setStorage()
    await setPlatform()
    s3.behaviour = behaviour
    const uuids = await Promise.all(['A01', 'A02', 'A03'].map((lot_no) => report({ lot_no })))
    await until('tries', () => uuids.every((uuid) => tries(uuid).length > 0))
    expect(uuids.map((uuid) => rowOf(uuid).status)).toEqual([6, 6, 6])
    expect(platform.received()).toEqual([])
    s3.behaviour = 'answers'
    s3.releaseStalled()
    for (const uuid of uuids) await becomes(uuid, 'sent')
    expect([...s3.objects.keys()].toSorted()).toEqual(
      uuids.map((uuid) => `box/${rowLot(uuid)}/${uuid}-1-car.jpg`).toSorted(),
    )
    for (const object of s3.objects.values()) expect(object.equals(frame)).toBe(true)
  },
)
const rowLot = (uuid: string) =>
  device.deps.db.get<{ lot_no: string }>(
    'SELECT lot_no FROM event JOIN place USING (place_id) WHERE uuid = ?',
    [uuid],
  )!.lot_no

test('without the storage waiting events are sent inline; a new storage gets only new events', async () => {
  await setStorage()
  s3.behaviour = 'error'
  const uuid = await report()
  await until('a try', () => tries(uuid).length > 0)
  await setPlatform({ data_url: '' })
  await setStorage({ endpoint: '' })
  await becomes(uuid, 'delayed', 'no_address')
  s3.behaviour = 'answers'
  await setStorage()
  await setPlatform()
  await becomes(uuid, 'sent')
  expect(historyOf(uuid)).toEqual(['1 no_address', '0 address_set', '2 accepted'])
  expect(got(uuid)!.pictures[0]!.content.equals(frame)).toBe(true)
  const next = await report()
  await becomes(next, 'sent')
  expect(objectsOf(device.deps.db, rowOf(next).event_id)).toMatchObject([
    { n: 1, kind: 'car', bytes: frame.length },
  ])
  expect([...s3.objects.keys()]).toEqual([expect.stringContaining(next)])
})

test('a missing picture fails its own event and no other; a missing drawn one is drawn again', async () => {
  await setStorage()
  await setPlatform()
  setSendingPause(device.deps.db, device.deps.bus, true, 'admin', Date.now())
  const [gone, drawn] = [await report(), await report({ lot_no: 'A02' }, 'image')]
  await becomes(drawn, 'awaiting_upload')
  const after = await report() // of the same lot
  const folder = join(device.deps.media.folder, 'events')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.includes(gone) || name.includes(`${drawn}-d`),
  )
  expect(files).toHaveLength(3)
  for (const name of files) rmSync(join(folder, name))
  setSendingPause(device.deps.db, device.deps.bus, false, 'admin', Date.now())
  await becomes(gone, 'send_failed', 'picture_missing')
  expect(tries(gone)).toMatchObject([{ step: 'upload', outcome: 'missing' }])
  await becomes(drawn, 'sent')
  await becomes(after, 'sent')
})

test('a silent timer address blocks no bill, and without one only timer pictures are held', async () => {
  await setPlatform()
  platform.silent.add('/v1/timer_events')
  const timers = [plant(5), plant(4, 'A02')]
  const bills = [await report(), await report({ event_type: 3 }), await report({ lot_no: 'A02' })]
  for (const uuid of bills) await becomes(uuid, 'sent')
  await until('the timer address is asked in vain', () => timers.every((uuid) => tries(uuid).length > 0))
  expect(timers.map((uuid) => rowOf(uuid).status)).toEqual([0, 0])
  await setPlatform({ timer_data_url: '' })
  for (const uuid of timers) await becomes(uuid, 'delayed', 'no_address')
  const bill = await report({ event_type: 2 })
  await becomes(bill, 'sent')
  platform.silent.clear()
  await setPlatform()
  for (const uuid of timers) await becomes(uuid, 'sent')
  expect(timers.map((uuid) => got(uuid)!.path)).toEqual(['/v1/timer_events', '/v1/timer_events'])
  expect(got(bill)!.path).toBe('/v1/events')
})

test('an exit never overtakes its entry; a refused event blocks no other', async () => {
  await setStorage()
  await setPlatform()
  s3.behaviour = 'error'
  const entry = await report()
  await until('the entry cannot be uploaded', () => tries(entry).length > 0)
  await change('update_event_param', { images_process: false })
  // without pictures there is nothing to upload
  const exit = newEvent({ event_type: 3, plate_number: '粤B12345' })
  await application.report(exit)
  expect(rowOf(exit.uuid).status).toBe(0)
  const other = newEvent({ lot_no: 'A02' })
  await application.report(other)
  await becomes(other.uuid, 'sent')
  expect(rowOf(exit.uuid)).toMatchObject({ status: 0, count_tried: 0 })
  s3.behaviour = 'answers'
  await becomes(exit.uuid, 'sent')
  expect(platform.received().map(({ uuid }) => uuid)).toEqual([other.uuid, entry, exit.uuid])

  await platform.setBehaviour('refuse')
  const refused = await report()
  await becomes(refused, 'send_failed', 'refused')
  await platform.setBehaviour('accept')
  const next = await report({ event_type: 3 })
  await becomes(next, 'sent')
  expect(rowOf(refused).status).toBe(event_status.send_failed)
  await setPlatform({ operator_no: 'OP-2' }) // another registration may be accepted now
  await becomes(refused, 'sent')
  expect(historyOf(refused)).toEqual(['0 uploaded', '4 refused', '0 address_set', '2 accepted'])
})

test('a pause holds everything until a user continues, and survives a restart', async () => {
  const { db, bus } = device.deps
  await setStorage()
  await setPlatform()
  setSendingPause(db, bus, true, 'operator', 1_000)
  expect(sendingPause(db)).toEqual({ paused: true, paused_by: 'operator', paused_ms: 1_000 })
  const first = await report({}, 'image')
  await becomes(first, 'awaiting_upload')
  await workers.stop()
  application.close()
  workers = startWorkers(device.deps, { sender: quick, uploader: quick })
  await workers.ready
  application = await startApplication(device.deps.socket)
  const second = await report({ lot_no: 'A02' })
  await until('the heartbeat goes on', () => platform.heartbeats.length > 0)
  expect([tries(first), tries(second), s3.objects.size]).toEqual([[], [], 0])
  expect(
    (await device.call('parking_event_resume_upload', {}, await device.tokenOf('operator'))).data,
  ).toEqual({ resumed: 2 })
  expect(sendingPause(db).paused).toBe(false)
  for (const uuid of [first, second]) await becomes(uuid, 'sent')
})

test('delayed mode holds only bills for a check; real-time mode releases them', async () => {
  await setPlatform()
  await change('update_alg_param', { charge_mode: 1 })
  const [clear, doubtful] = [
    await report({}, 'image'),
    await report({ lot_no: 'A02', plate_number: '粤B1?' }),
  ]
  const cut = plant(9, 'A03')
  await becomes(cut, 'sent')
  for (const uuid of [clear, doubtful]) await becomes(uuid, 'delayed', 'waits_for_check')
  expect([clear, doubtful, cut].map((uuid) => rowOf(uuid).to_check)).toEqual([1, 1, 0])
  // "Cache resume" is no check.
  expect(
    (await device.call('parking_event_resume_upload', {}, await device.tokenOf('operator'))).data,
  ).toEqual({ resumed: 0 })
  await change('update_alg_param', { charge_mode: 0 })
  for (const uuid of [clear, doubtful]) await becomes(uuid, 'sent')
  expect(historyOf(clear)).toEqual(['1 waits_for_check', '0 mode_changed', '2 accepted'])
  expect([clear, doubtful].map((uuid) => rowOf(uuid).to_check)).toEqual([0, 1])
})

test.each([
  [0, 1],
  [2, 0],
] as const)(
  'charge mode %i: a doubtful plate is sent all the same, an unsure one is not; to be checked: %i',
  async (charge_mode, asked) => {
    await setPlatform()
    await change('update_alg_param', { charge_mode, auto_upload_th: 0.9 })
    const [empty, odd, taiwan, unsure] = [
      await report({ plate_number: '' }),
      await report({ plate_number: 'XYZ' }),
      await report({ plate_number: 'ABC-5678' }),
      await report({ confidence: 50 }),
    ]
    for (const uuid of [empty, odd, taiwan]) await becomes(uuid, 'sent')
    expect(rowOf(unsure)).toMatchObject({ status: event_status.skipped, reason: 'unsure', to_check: asked })
    expect([empty, odd, taiwan].map((uuid) => rowOf(uuid).to_check)).toEqual([asked, asked, asked])
    const good = await report()
    expect(rowOf(good).to_check).toBe(0)
    await change('update_alg_param', { plate_type: 1 })
    expect(rowOf(await report({ plate_number: 'ABC-5678' })).to_check).toBe(0)
  },
)

test('an event with privacy that could not be drawn is sent only on request of a user', async () => {
  await setStorage()
  await setPlatform()
  await change('update_event_param', { privacy_protection: true })
  const event = newEvent({ pictures: [{ kind: 'image', file: application.spool(brokenJpeg) }] })
  expect(await application.report(event)).toMatchObject({ result: 'stored' })
  await becomes(event.uuid, 'validation_failed', 'evidence_unusable')
  expect(rowOf(event.uuid).to_check).toBe(1)
  expect(resendEvents(device.deps, [event.uuid, 'unknown'], 'operator')).toEqual({ resent: 1, left: 1 })
  await becomes(event.uuid, 'sent')
  expect(got(event.uuid)!.pictures).toEqual([])
  expect(s3.objects.size).toBe(0)
})

test('a correction is sent again with both plates, also one made during the attempt', async () => {
  await setPlatform()
  const uuid = await report()
  await becomes(uuid, 'sent')
  const { db, bus } = device.deps
  db.run(
    `UPDATE event
      SET checked_plate = '粤B54321', correction = correction + 1, status = 0, reason = 'corrected',
      moved_ms = 1, moved_by = 'operator' WHERE uuid = ?`,
    [uuid],
  )
  bus.emit('queue')
  await until('the correction', () => got(uuid)?.correction === 1)
  expect(got(uuid)).toMatchObject({ plate_number: '粤B54321', plate_read: '粤B12345' })
  expect(platform.duplicates).toBe(0)

  // The response is on its way while a user corrects the event.
  platform.silent.add('/v1/events')
  const late = await report({ lot_no: 'A02' })
  await until('it is tried', () => tries(late).length > 0)
  let corrected = false
  platform.behaviourForRequest = () => {
    if (!corrected) db.run("UPDATE event SET checked_plate = '粤B99999' WHERE uuid = ?", [late])
    corrected = true
    return undefined
  }
  platform.silent.clear()
  await until('the plate that counts arrives', () => got(late)?.plate_number === '粤B99999')
  await becomes(late, 'sent')
  expect(platform.faults).toEqual([])
})

test('skipped, failed and sent events can be resent, discarded ones cannot', async () => {
  await setPlatform()
  await change('update_alg_param', { auto_upload_th: 0.9, charge_mode: 1 })
  const unsure = await report({ confidence: 10 })
  const waiting = await report({ lot_no: 'A02' })
  const discarded = await report({ lot_no: 'A03' })
  device.deps.db.run("UPDATE event SET status = 9, reason = 'check_discarded' WHERE uuid = ?", [discarded])
  expect(resendEvents(device.deps, [unsure, waiting, discarded, unsure.toUpperCase()], 'operator')).toEqual({
    resent: 2,
    left: 1,
  })
  for (const uuid of [unsure, waiting]) await becomes(uuid, 'sent')
  expect(historyOf(unsure)).toEqual(['0 resent', '2 accepted'])
  expect(resendEvents(device.deps, [unsure], 'operator')).toEqual({ resent: 1, left: 0 })
  await until('the platform has seen it before', () => platform.duplicates === 1)
  await becomes(unsure, 'sent')
  expect(movesOf(device.deps.db, rowOf(unsure).event_id).map(({ moved_by }) => moved_by)).toEqual([
    'operator',
    '',
    'operator',
    '',
  ])

  // Its pictures were deleted by retention, as the platform has them.
  device.deps.db.run('UPDATE event SET media_gone_ms = 1 WHERE uuid = ?', [unsure])
  resendEvents(device.deps, [unsure], 'operator')
  await until('it is sent once more', () => platform.duplicates === 2)
  await becomes(unsure, 'sent')
})

test('changed lot states are sent as a whole, once it is possible, and only the newest', async () => {
  await setPlatform()
  await until('the first word', () => platform.lotStates.length > 0)
  expect(platform.lotStates.at(-1)).toMatchObject({ operator_no: 'OP-0755', lots: [] })
  const say = (lots: [string, boolean, string][]) =>
    application.say({
      type: 'state',
      lots: lots.map(([lot_no, occupied, plate_number]) => ({
        scene_id: 'scene-1',
        lot_no,
        occupied,
        plate_number,
        cover: 0.5,
      })),
    })
  const newest = () =>
    (
      platform.lotStates.at(-1) as {
        lots: { lot_no: string; occupied: boolean; plate_number: string; since: number }[]
      }
    ).lots
  say([
    ['A01', true, '粤B12345'],
    ['A02', false, ''],
  ])
  await until('both lots', () => newest().length === 2)
  expect(newest()).toMatchObject([
    { parking_no: 'P-1', lot_no: 'A01', camera_sn: 'SN-0001', occupied: true, plate_number: '粤B12345' },
    { lot_no: 'A02', occupied: false },
  ])
  const since = newest()[0]!.since
  await platform.setBehaviour('error')
  for (let at = 0; at < 20; at++)
    say([
      ['A01', true, '粤B12345'],
      ['A02', at % 2 === 0, `粤B0000${at}`],
    ])
  await platform.setBehaviour('accept')
  await until('the last of them', () => newest()[1]?.plate_number === '粤B000019')
  expect(newest()[0]!.since).toBe(since)
  application.close()
  await until('nothing is seen any more', () => newest().length === 0)
  expect(platform.faults).toEqual([])
})

test('an answer of the platform shows that the network is back: the storage is tried at once', async () => {
  await workers.stop()
  application.close()
  workers = startWorkers(device.deps, {
    sender: quick,
    uploader: { first_ms: 200_000, longest_ms: 300_000, random: () => 1 },
  })
  await workers.ready
  application = await startApplication(device.deps.socket)
  await setPlatform({ heartbeat_interval: 5 })
  await until('a heartbeat', () => platform.heartbeats.length > 0)
  await setStorage()
  s3.behaviour = 'cuts'
  const uuids = await Promise.all(['A01', 'A02', 'A03'].map((lot_no) => report({ lot_no })))
  await until('every upload was tried', () => uuids.every((uuid) => tries(uuid).length > 0))
  await platform.setBehaviour('down')
  await until(
    'the platform counts as failing',
    async () =>
      (await device.call('platform_state', {}, await device.tokenOf('viewer'))).data.state === 'failing',
  )
  expect(s3.objects.size).toBe(0)
  s3.behaviour = 'answers'
  await platform.setBehaviour('accept')
  for (const uuid of uuids) await becomes(uuid, 'sent')
}, 30_000)

test('by FTP, to a real server: the same names, the same bytes', async ({ skip }) => {
  const ftp = await startProftpd()
  if (!ftp) return skip("Debian's packages of ProFTPD cannot be had here")
  try {
    await setPlatform()
    await setStorage({
      protocol: 5,
      endpoint: `ftp://127.0.0.1:${ftp.plain}`,
      username: 'kerb',
      password: ftp_password,
      directory: 'evidence/box',
    })
    const uuids = await Promise.all(['A01', 'A02', 'A03'].map((lot_no) => report({ lot_no })))
    for (const uuid of uuids) await becomes(uuid, 'sent')
    for (const uuid of uuids) {
      const { key } = got(uuid)!.pictures[0]!
      expect(key).toBe(`evidence/box/${rowLot(uuid)}/${uuid}-1-car.jpg`)
      expect(readFileSync(join(ftp.home, key!)).equals(frame)).toBe(true)
    }
  } finally {
    await ftp.stop()
  }
})
