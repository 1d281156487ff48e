/**
 * Alarms that users acknowledge or silence: by whom, until when, and what stays quiet. Long because all tests
 * share one device, mail server and clock.
 */
import { alarm_costs, alarm_kinds, alarmCost, log_type } from '@parking/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startMail, type MailPeer } from '@parking/sim/peers/mail/mail.ts'
import { smtpMail } from '#src/adapters/http/smtp-mail.ts'
import type { Reading } from '#src/alarm/reading.ts'
import { createAlarmMail, type AlarmMailer } from '#src/workers/alarm-mail.ts'
import { createAlarmWatch, type AlarmWatch } from '#src/workers/alarm-watch.ts'
import { openDevice, type Device } from '../device.ts'

let peer: MailPeer
beforeAll(async () => void (peer = await startMail()))
afterAll(() => peer.stop())

let device: Device
let [admin, operator] = ['', '']
let [watch, mailer]: [AlarmWatch, AlarmMailer] = [undefined!, undefined!]
let steady = 0
let free = 50

const begin = () => {
  mailer = createAlarmMail(device.deps, { random: () => 1 })
  watch = createAlarmWatch(device.deps, {
    every_ms: 1e9,
    clock_every_ms: 1e12,
    steady: () => steady,
    space: async () => ({ total: 1000, free: free * 10, inodes: null }),
  })
  for (const part of [mailer, watch]) void part.start()
}
const pass = async (seconds: number) => {
  device.wait(seconds * 1000)
  steady += seconds * 1000
  await watch.runNow()
  await mailer.runNow()
}
const report = (kind: Reading['kind'], level: Reading['level']) =>
  device.deps.readings.report({ kind, subject: '', name: '', level, facts: { said: '' }, at_once: true })
const list = async (body = {}) =>
  (await device.call('alarms', { page: 1, page_size: 50, ...body }, admin)).data
const subjects = () => peer.mails.map(({ subject }) => subject)
/** Raises the alarm about the disk, which is mailed. */
const fillDisk = async () => {
  free = 1
  await pass(1)
  await pass(61)
  await pass(10)
}
const emptyDisk = async () => {
  free = 50
  await pass(1)
  await pass(61)
}

beforeEach(async () => {
  await peer.setBehaviour('accepts')
  peer.mails.length = 0
  ;[steady, free] = [0, 50]
  device = await openDevice({
    ports: { mail: smtpMail({ allow_loopback: true, ca: peer.ca, timeout_ms: 3_000 }) },
  })
  admin = await device.tokenOf('admin')
  operator = await device.tokenOf('operator')
  begin()
  const mail = { email_server: peer.address, from_user: 'box', from_auth: 'Mail#2026' }
  await device.call(
    'update_alarm_param',
    { ...mail, from_email: 'box@street.test', to_email: ['duty@street.test'] },
    admin,
  )
})
afterEach(async () => {
  await Promise.all([watch.stop(), mailer.stop()])
  await device.close()
})

test('what costs bills comes first, then the severe, then the longest', async () => {
  report('mqtt', 'bad')
  await pass(1)
  report('storage', 'bad')
  await pass(1)
  report('analysis', 'bad')
  await pass(1)
  free = 1
  await pass(1)
  await pass(61)
  report('clock', 'bad') // after the watch has read the clock itself
  await pass(1)
  const open = (await list({ open: true })).list
  expect(open.map(({ kind, cost }) => `${kind} ${cost}`)).toEqual([
    'analysis missing',
    'clock wrong',
    'storage late',
    'disk proof',
    'mqtt none',
  ])
  // Every page of the whole list continues the one before.
  await emptyDisk()
  const all = (await list()).list.map(({ kind }) => kind)
  expect(all.at(-1)).toBe('disk')
  const pages = await Promise.all([1, 2, 3].map((page) => list({ page, page_size: 2 })))
  expect(pages.flatMap((page) => page.list.map(({ kind }) => kind))).toEqual(all)
  expect((await list({ kind: 'disk' })).list.map(({ kind }) => kind)).toEqual(['disk'])
  expect((await list({ subject: 'SN-0001' })).total).toBe(0)
  expect((await list({ kind: 'mqtt', open: false })).total).toBe(0)
})

test('every kind has a cost, and events that wait for a user cost bills', () => {
  for (const kind of alarm_kinds) expect(alarm_costs).toContain(alarmCost({ kind, subject: '' }))
  expect(alarmCost({ kind: 'queue', subject: 'refused' })).toBe('missing')
  expect(alarmCost({ kind: 'disk', subject: 'unsent' })).toBe('missing')
})

test('of two users who acknowledge at once the first counts, and both learn who it was', async () => {
  await fillDisk()
  const [{ alarm_id } = { alarm_id: 0 }] = (await list()).list
  const replies = await Promise.all(
    [operator, admin].map((token) => device.call('acknowledge_alarm', { alarm_id }, token)),
  )
  const by = replies.map(({ code, data }) => [code, data.acknowledged_by, data.acknowledged_ms])
  expect(by[0]?.[0]).toBe(0)
  expect(by[1]).toEqual(by[0])
  expect(replies.map(({ data }) => data.yours).toSorted()).toEqual([false, true])
  expect(await list()).toMatchObject({
    open: 1,
    loud: 0,
    list: [{ recovered_ms: null, acknowledged_by: by[0]?.[1] }],
  })
  device.deps.log_writer.flush()
  const { data } = await device.call('log', { type: log_type.user, page: 1, page_size: 50 }, admin)
  const rows = data.list.filter(({ audit }) => audit?.call === 'acknowledge_alarm')
  expect(rows).toHaveLength(2)
  expect(rows.map(({ audit }) => audit?.after?.['alarm']).filter(Boolean)).toEqual([
    expect.objectContaining({ kind: 'disk', acknowledged_by: by[0]?.[1] }),
  ])
})

test('only users who operate the device acknowledge and silence', async () => {
  await fillDisk()
  const [{ alarm_id } = { alarm_id: 0 }] = (await list()).list
  for (const role of ['viewer', 'checker'] as const) {
    const token = await device.tokenOf(role)
    expect((await device.call('acknowledge_alarm', { alarm_id }, token)).code).toBe(4030)
    const silence = { kind: 'disk', subject: '', minutes: 60 } as const
    expect((await device.call('silence_alarm', silence, token)).code).toBe(4030)
  }
  expect(await list()).toMatchObject({ loud: 1, silences: [] })
})

test('an acknowledgement and a silence survive a restart; a new alarm is loud again', async () => {
  await fillDisk()
  const [{ alarm_id } = { alarm_id: 0 }] = (await list()).list
  expect((await device.call('acknowledge_alarm', { alarm_id: alarm_id + 1 }, operator)).code).toBe(3000)
  await device.call('acknowledge_alarm', { alarm_id }, operator)
  report('mqtt', 'bad')
  await pass(1)
  // The acknowledged one is quiet, and comes after the loud.
  expect((await list({ open: true })).list.map(({ kind }) => kind)).toEqual(['mqtt', 'disk'])
  await device.call('silence_alarm', { kind: 'mqtt', subject: '', minutes: 60 }, operator)
  const before = await list()
  await Promise.all([watch.stop(), mailer.stop()])
  device = await device.restart('killed')
  begin()
  await pass(1)
  const after = await list()
  expect(after).toMatchObject({ open: 2, loud: 0, silences: before.silences })
  expect(after.list.find(({ kind }) => kind === 'disk')).toMatchObject({ acknowledged_by: 'operator' })
  await emptyDisk()
  expect((await device.call('acknowledge_alarm', { alarm_id }, operator)).data).toMatchObject({
    acknowledged_by: 'operator',
  })
  await fillDisk()
  expect(await list()).toMatchObject({ loud: 1, list: [{ kind: 'disk', acknowledged_by: '' }, {}, {}] })
})

test('an alarm that has recovered is no longer acknowledged', async () => {
  await fillDisk()
  const [{ alarm_id } = { alarm_id: 0 }] = (await list()).list
  await emptyDisk()
  expect((await device.call('acknowledge_alarm', { alarm_id }, operator)).code).toBe(7000)
})

test('a silence holds mails back until it ends; what began and ended within it is never mailed', async () => {
  const silence = (minutes: number) =>
    device.call('silence_alarm', { kind: 'disk', subject: '', minutes }, operator)
  expect((await silence(60)).code).toBe(3000) // there has been no such alarm
  await fillDisk()
  expect(subjects()).toHaveLength(1)
  const { data } = await silence(240)
  expect(data.until_ms).toBe(device.deps.now() + 240 * 60_000)
  await emptyDisk()
  await pass(20 * 60)
  await fillDisk()
  await pass(20 * 60)
  await emptyDisk()
  await pass(20 * 60)
  expect(subjects()).toHaveLength(1)
  expect((await list()).mail.waiting).toBe(0)
  await fillDisk()
  await pass(60 * 60)
  expect(await list()).toMatchObject({
    open: 1,
    loud: 0,
    silences: [{ kind: 'disk', subject: '', by: 'operator', until_ms: data.until_ms }],
  })
  await pass(240 * 60)
  expect(await list()).toMatchObject({ open: 1, loud: 1, silences: [] })
  // The end of the first alarm, and the one that is open.
  expect(subjects().slice(1)).toEqual([expect.stringContaining('1 条告警，1 条恢复')])
  // Ended by a user before its time.
  await silence(240)
  expect((await list()).loud).toBe(0)
  expect((await silence(0)).data.until_ms).toBeNull()
  expect((await list()).loud).toBe(1)
})
