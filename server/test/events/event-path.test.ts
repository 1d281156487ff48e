/**
 * The path of events (docs/decisions/0022) with a real object storage and a real platform: drawn, uploaded,
 * sent, and every obstacle. Long because each obstacle needs the whole path.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { event_status } from '@parking/contract'
import { expect, test } from 'vitest'
import { objectsOf } from '#src/events/record/object.store.ts'
import { setSendingPause } from '#src/queue/sending-pause.ts'
import { newEvent } from './event-application.ts'
import { ftp_password, startProftpd } from '../storage/storage-servers.ts'
import { until } from '../until.ts'
import {
  application,
  becomes,
  change,
  device,
  frame,
  got,
  historyOf,
  plant,
  platform,
  quick,
  report,
  restartWorkers,
  rowOf,
  s3,
  setPlatform,
  setStorage,
  storageReading,
  tries,
  setUpEventPath,
} from './event-path-device.ts'

setUpEventPath()

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
  expect(rowOf(uuid).count_tried).toBe(1) // It succeeded at the first attempt.
  expect(platform.faults).toEqual([])
})

test('with a wrong secret of the object storage the event waits until it is corrected', async () => {
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
  await until('the device raises the alarm', () => storageReading()?.level === 'bad')
  expect((await device.call('platform_state', {}, await device.tokenOf('viewer'))).data.queue).toBe(2)
  await setStorage()
  for (const uuid of uuids) await becomes(uuid, 'sent')
  expect(storageReading()?.level).toBe('well')
})

test.each(['hangs', 'cuts', 'page', 'full', 'busy', 'error', 'keeps_and_fails', 'keeps_and_cuts'] as const)(
  'an object storage that %s: no event is lost or sent before it is stored, each object is there once',
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

test('without an object storage waiting events are sent inline; a new one gets only new events', async () => {
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
  const after = await report() // on the same lot
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
  // Without pictures there is nothing to upload.
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
  await setPlatform({ operator_no: 'OP-2' }) // Another registration may be accepted now.
  await becomes(refused, 'sent')
  expect(historyOf(refused)).toEqual(['0 uploaded', '4 refused', '0 address_set', '2 accepted'])
})

test('changed lot states are sent completely as soon as possible, and only the newest', async () => {
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

test('an answer of the platform shows that the network is back: uploads are tried at once', async () => {
  await restartWorkers({
    sender: quick,
    uploader: { first_delay_ms: 200_000, max_delay_ms: 300_000, random: () => 1 },
  })
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
})

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
