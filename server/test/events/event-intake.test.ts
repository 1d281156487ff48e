/**
 * Events over a real Unix socket, with real pictures, into a real database. Long because every test uses
 * the same device and the same connected application.
 */
import { started, type Part } from '#src/core/part.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { log_type } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sweepOrphans } from '#src/analysis/sweep.ts'
import { countByStatus, eventLedger } from '#src/events/record/event.store.ts'
import { createWorkers } from '#src/workers.ts'
import { openDevice, type Device } from '../device.ts'
import { hello, newEvent, smallJpeg, startApplication, type Application } from './event-application.ts'
import { plantLots } from './event-device.ts'
import { until } from '../until.ts'

let device: Device
let workers: Part
let application: Application
let jpeg: Buffer
const more: Application[] = []
const connectMore = async (first?: unknown) => {
  const made = await startApplication(device.deps.socket, first)
  more.push(made)
  return made
}

beforeEach(async () => {
  jpeg = await smallJpeg()
  device = await openDevice()
  plantLots(device.deps.db)
  workers = await started(createWorkers(device.deps))
  application = await startApplication(device.deps.socket)
})
afterEach(async () => {
  for (const one of [application, ...more.splice(0)]) one.close()
  await workers.stop()
  await device.close()
})

const eventFiles = () => {
  const root = join(device.folder, 'media', 'events')
  return existsSync(root)
    ? readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jpg'))
    : []
}
const spoolFiles = () => readdirSync(application.config().spool)
const list = async (body = {}) =>
  (await device.call('parking_event', { page: 1, page_size: 20, ...body }, await device.tokenOf('viewer')))
    .data

test('only its user can access the socket, and hello is answered with the whole configuration', async () => {
  expect(statSync(device.deps.socket).mode & 0o777).toBe(0o600)
  expect(device.deps.analysis.peer).toEqual({ name: 'test', version: '1.0' })
  expect(application.config()).toMatchObject({
    spool: join(device.folder, 'spool'),
    params: {},
    cameras: [
      { camera_sn: 'SN-0001', camera_name: '东门 1', onvif_supported: true, width: 64, height: 48, state: 2 },
    ],
    scenes: [
      {
        scene_id: 'scene-1',
        camera_sn: 'SN-0001',
        enabled: true,
        parking_no: 'P-1',
        lots: [{ lot_no: 'A01', motor_num: 1 }, { lot_no: 'A02' }],
      },
    ],
  })
  application.say({ type: 'ping' })
  await until('a pong', () => application.heard.some(({ type }) => type === 'pong'))
  const { revision } = application.config()
  await device.call('delete_scene', { scene_id: 'scene-1' }, await device.tokenOf('admin'))
  await until('the new configuration', () => application.config()['revision'] !== revision)
  expect(application.config()).toMatchObject({ scenes: [] })
})

test('an event is acknowledged once it is on the disk, and waits visibly without a platform', async () => {
  const pictures = (['image', 'car', 'plate'] as const).map((kind) => ({
    kind,
    file: application.spool(jpeg),
  }))
  const event = newEvent({ pictures })
  expect(await application.report(event, 7)).toEqual({
    type: 'ack',
    id: 7,
    uuid: event.uuid,
    result: 'stored',
  })
  expect(spoolFiles()).toEqual([])
  expect(eventFiles()).toHaveLength(3)
  const {
    total,
    list: [row],
  } = await list()
  expect(total).toBe(1)
  expect(row).toMatchObject({
    uuid: event.uuid,
    parking_no: 'P-1',
    camera_name: '东门 1',
    lot_no: 'A01',
    event_type: 1,
    plate_number: '粤B·12345',
    plate_color: 'blue',
    confidence: 97.5,
    status: 7,
    count_tried: 0,
    response_status: -1,
    response_info: '',
    send_time_str: '',
    response_time_str: '',
    next_try_str: '',
    comment: '',
  })
  expect(row!.pictures).toMatchObject([
    { kind: 'image', width: 64, height: 48, bytes: jpeg.length },
    { kind: 'car' },
    { kind: 'plate' },
  ])
  expect(row!.pic_plates).toEqual([row!.pictures[2]!.url])
  expect((await device.app.inject({ url: row!.pic_plates[0]! })).rawPayload.equals(jpeg)).toBe(true)
})

test('the same event again is a duplicate, whether later, at the same time, or after a restart', async () => {
  const event = newEvent({ pictures: [{ kind: 'car', file: application.spool(jpeg) }] })
  const [first, second] = await Promise.all([
    application.report(event),
    application.report({ ...event, uuid: event.uuid.toUpperCase() }),
  ])
  expect([first['result'], second['result']]).toEqual(['stored', 'duplicate'])
  application.spool(jpeg, event.pictures[0]!.file) // as if a crash had lost the acknowledgement
  expect(await application.report(event)).toMatchObject({ type: 'ack', result: 'duplicate' })
  expect(spoolFiles()).toEqual([])
  expect((await list()).total).toBe(1)
  expect(eventFiles()).toHaveLength(1)
})

test('an invalid event is refused with its fields, and leaves nothing behind', async () => {
  const refusals: [object, number, string, string][] = [
    [{ ...newEvent(), lot_no: 'Z99' }, 3000, 'lot_no', 'not_found'],
    [{ ...newEvent(), camera_sn: 'other' }, 3000, 'lot_no', 'not_found'],
    [{ ...newEvent(), uuid: 'x' }, 1000, 'uuid', 'format'],
    [{ ...newEvent(), event_type: 7 }, 1000, 'event_type', 'choice'],
    [{ ...newEvent(), plate_color: 'pink' }, 1000, 'plate_color', 'choice'],
    [{ ...newEvent(), confidence: 101 }, 1000, 'confidence', 'too_big'],
    [{ ...newEvent(), plate_number: '粤B\u001b[31m' }, 1000, 'plate_number', 'control_character'],
    [{ ...newEvent(), extra: 1 }, 1000, 'extra', 'unknown_field'],
    [{ ...newEvent(), event_time: undefined }, 1000, 'event_time', 'required'],
  ]
  for (const [event, code, field, issue] of refusals) {
    const answer = await application.report(event)
    expect(answer).toMatchObject({ type: 'refused', code })
    expect(answer['issues']).toContainEqual(expect.objectContaining({ field, issue }))
  }
  expect(await application.report('no event')).toMatchObject({ type: 'refused', code: 1000, uuid: '' })
  const { spool } = application.config()
  symlinkSync(join(device.folder, 'secret.key'), join(spool, 'link.jpg'))
  mkdirSync(join(spool, 'folder.jpg'))
  application.spool(jpeg.subarray(0, -2), 'cut.jpg')
  application.spool(Buffer.from('<svg onload=alert(1)>'), 'page.jpg')
  application.spool(
    Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(9 * 1024 * 1024), jpeg.subarray(-2)]),
    'large.jpg',
  )
  for (const [file, issue] of [
    ['none.jpg', 'not_found'],
    ['link.jpg', 'format'],
    ['cut.jpg', 'format'],
    ['page.jpg', 'format'],
    ['large.jpg', 'too_big'],
    ['../secret.key', 'format'],
    ['.hidden', 'format'],
    ['a/b', 'format'],
  ]) {
    const pictures = [
      { kind: 'image', file: application.spool(jpeg) },
      { kind: 'car', file },
    ]
    const answer = await application.report({ ...newEvent(), pictures })
    expect([file, answer]).toMatchObject([
      file,
      { type: 'refused', issues: [{ field: 'pictures.1.file', issue }] },
    ])
  }
  expect(eventFiles()).toEqual([])
  expect((await list()).total).toBe(0)
  expect(eventLedger(device.deps.db).created).toBe(0)
})

test('a locked database or a read-only folder answers busy, and works again afterwards', async () => {
  const other = new DatabaseSync(join(device.folder, 'parking.db'))
  other.exec('BEGIN EXCLUSIVE')
  const event = newEvent({ pictures: [{ kind: 'car', file: application.spool(jpeg) }] })
  expect(await application.report(event)).toMatchObject({ type: 'busy', uuid: event.uuid })
  expect(eventFiles()).toEqual([])
  other.exec('ROLLBACK')
  other.close()
  const root = join(device.folder, 'media', 'events')
  rmSync(root, { recursive: true, force: true })
  writeFileSync(root, '') // no folder can be created at this path
  const second = newEvent({ pictures: [{ kind: 'car', file: application.spool(jpeg) }] })
  expect(await application.report(second)).toMatchObject({ type: 'busy' })
  rmSync(root)
  for (const one of [event, second])
    expect(await application.report(one)).toMatchObject({ type: 'ack', result: 'stored' })
  expect(eventFiles()).toHaveLength(2)
  expect(spoolFiles()).toEqual([])
})

test.each<[string, (one: Application) => void]>([
  ['something other than hello first', (one) => one.say({ type: 'ping' })],
  ['another protocol', (one) => one.say({ ...hello, protocol: 2 })],
  ['no JSON', (one) => one.raw('GET / HTTP/1.1\r\n\r\n')],
  ['a line without end', (one) => one.raw(Buffer.alloc(1024 * 1024 + 2, 97))],
])('%s closes the connection and leaves the application in place', async (_, act) => {
  const stranger = await connectMore(null)
  act(stranger)
  await stranger.closed
  expect(await application.report(newEvent())).toMatchObject({ type: 'ack' })
})

test('a line of exactly the limit is read, in any number of pieces', async () => {
  const line = JSON.stringify({ type: 'log', level: 'INFO', content: '' })
  const long = line.replace('""', JSON.stringify('x'.repeat(1024 * 1024 - line.length)))
  for (let at = 0; at < long.length; at += 100_000) application.raw(long.slice(at, at + 100_000))
  application.raw(`\n${JSON.stringify({ type: 'ping' })}\n`)
  await until('a pong', () => application.heard.some(({ type }) => type === 'pong'))
  expect(device.logged()).not.toContain('broke the protocol')
})

test('a second hello replaces the first application; its log lines and lot states are stored', async () => {
  const second = await connectMore()
  await application.closed
  expect(device.deps.analysis.peer).toEqual({ name: 'test', version: '1.0' })
  second.say({ type: 'log', level: 'WARNING', content: 'lens is dirty\u001b[31m' })
  second.say({
    type: 'log',
    level: 'INFO',
    content: 'watching',
    what: 'app_watching',
    facts: { cameras: 4, lots: 24, log_type: 2, time: 7 },
  })
  second.say({ type: 'log', level: 'INFO', content: 'forged', what: 'call', facts: { who: 'admin' } })
  second.say({ type: 'unheard of' })
  expect(await second.report(newEvent())).toMatchObject({ type: 'ack' })
  expect(device.logged()).toContain('"msg":"lens is dirty [31m"')
  const logged = device.logged().split('\n')
  expect(JSON.parse(logged.find((line) => line.includes('"msg":"watching"')) ?? '')).toMatchObject({
    what: 'app_watching',
    cameras: 4,
    lots: 24,
    log_type: log_type.application,
  })
  expect(logged.find((line) => line.includes('"msg":"watching"'))).not.toContain('"time":7')
  expect(logged.find((line) => line.includes('"msg":"forged"'))).not.toMatch(/"what"|admin/)
  second.close()
  await until('the application to be gone', () => device.deps.analysis.peer === null)
})

test('the socket file of a killed server is replaced; one in use is not', async () => {
  const path = device.deps.socket
  const refused = createWorkers(device.deps)
  await expect(refused.start()).rejects.toThrow('Another server listens at')
  await refused.stop()
  await workers.stop()
  expect(existsSync(path)).toBe(false)
  writeFileSync(path, '')
  workers = await started(createWorkers(device.deps))
  application = await startApplication(path)
  expect(await application.report(newEvent())).toMatchObject({ type: 'ack' })
})

test('a path that is too long for a socket is explained in a sentence', async () => {
  const deps = { ...device.deps, socket: join(device.folder, 'x'.repeat(120), 'a.sock') }
  const refused = createWorkers(deps)
  await expect(refused.start()).rejects.toThrow(/cannot be made .* PARKING_SOCKET/)
  await refused.stop()
})

test('concurrent events are stored once each, the ledger balances, and orphans are deleted', async () => {
  const reports = await Promise.all(
    Array.from({ length: 300 }, async (_, at) =>
      application.report(
        newEvent({
          lot_no: at % 2 ? 'A01' : 'A02',
          pictures: [{ kind: 'car', file: application.spool(jpeg) }],
        }),
      ),
    ),
  )
  expect(reports.every(({ result }) => result === 'stored')).toBe(true)
  const { db } = device.deps
  expect(eventLedger(db).created).toBe(300)
  expect([...countByStatus(db).values()].reduce((sum, n) => sum + n, 0)).toBe(300)
  const day = readdirSync(join(device.folder, 'media', 'events'))[0]!
  const orphans = [`${newEvent().uuid}-0.jpg`, `${newEvent().uuid}-1.jpg.part`]
  for (const name of orphans)
    writeFileSync(join(device.folder, 'media', 'events', day, name), randomBytes(10))
  expect(await sweepOrphans(device.deps)).toBe(2)
  expect(eventFiles()).toHaveLength(300)
  for (const name of eventFiles())
    expect((await device.deps.media.files.read(`events/${name}`)).equals(jpeg)).toBe(true)
})
