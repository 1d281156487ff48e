/**
 * Messages queued for the broker: for which changes, in the same transaction, bounded, in order. Long because
 * each change has its test.
 */
import * as fc from 'fast-check'
import { event_status, event_type, mqtt_factory, type Params } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeAlarm, insertAlarm, openAlarms } from '#src/alarm/alarm.store.ts'
import type { NewEvent } from '#src/events/record/event.store.ts'
import { topicLevel } from '#src/mqtt/messages.ts'
import {
  countWaitingMessages,
  followChanges,
  forgetMessages,
  markSent,
  messageRange,
  mqttTally,
  sendAgain,
  waitingMessages,
} from '#src/mqtt/outbox.store.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeEvent } from '../events/event-device.ts'

let box: Device
const on = { ...mqtt_factory, enabled: true }
const follow = (over: Partial<Params['mqtt_param']> = {}) => followChanges(box.deps.db, { ...on, ...over })
const store = (over: Partial<NewEvent> = {}): string => storeEvent(box.deps.db, 1, { create_ms: 2, ...over })
type Body = { change: string; event: Record<string, unknown>; alarm: Record<string, unknown> }
const waiting = () => waitingMessages(box.deps.db, 1_000_000)
const bodies = () => waiting().map(({ body }) => JSON.parse(body) as Body)

beforeEach(async () => {
  box = await openDevice()
  plantLots(box.deps.db)
})
afterEach(() => box.close())

test('nothing is queued while MQTT is off, and only events or alarms if only these are sent', () => {
  store()
  follow({ send_events: false })
  store()
  expect(waiting()).toEqual([])
  follow({ send_alarms: false })
  store()
  expect(waiting()).toHaveLength(1)
  follow({ enabled: false })
  store()
  expect(waiting()).toHaveLength(1)
})

test('an event is queued in the transaction of its row, and a rollback leaves no gap', () => {
  follow()
  const { db } = box.deps
  store()
  expect(() =>
    db.transaction(() => {
      store()
      throw new Error('the disk is full')
    }),
  ).toThrow('the disk is full')
  const uuid = store({ plate_number: '' })
  expect(waiting().map(({ seq }) => seq)).toEqual([1, 2])
  expect(bodies()[1]).toEqual({
    change: 'stored',
    event: {
      uuid,
      event_time: 1,
      parking_no: 'P-1',
      camera_sn: 'SN-0001',
      camera_name: '东门 1',
      lot_no: 'A01',
      event_type: event_type.entry,
      plate_number: '',
      plate_read: '',
      plate_color: 'blue',
      confidence: 90,
      standing: 'observed',
      status: event_status.pending,
      counts: true,
      comment: '',
    },
  })
})

test('no program read the plate of a typed event', () => {
  follow()
  const uuid = store()
  box.deps.db.run("UPDATE event SET typed = 1, comment = 'x' WHERE uuid = ?", [uuid])
  box.deps.db.run('UPDATE event SET status = 2, moved_ms = 5 WHERE uuid = ?', [uuid])
  box.deps.db.run("UPDATE event SET checked_plate = '粤B54321' WHERE uuid = ?", [uuid])
  expect(bodies().at(-1)).toMatchObject({ event: { uuid, plate_read: '', confidence: null } })
})

test('timer pictures are not queued, and neither are changes that do not matter to a receiver', () => {
  follow()
  const { db } = box.deps
  for (const type of [event_type.smart_timer_image, event_type.timer_image, event_type.timed_resign])
    store({ event_type: type })
  expect(waiting()).toEqual([])
  const uuid = store()
  db.run('UPDATE event SET status = 2, moved_ms = 5 WHERE uuid = ?', [uuid])
  db.run("UPDATE event SET response_info = 'thank you' WHERE uuid = ?", [uuid])
  expect(waiting()).toHaveLength(1)
})

test('a checked plate, a discarded event and a deletion are queued; retention is not', async () => {
  follow()
  const { db } = box.deps
  const [first, second, third] = [store(), store(), store()]
  db.run("UPDATE event SET checked_plate = '粤B54321' WHERE uuid = ?", [first])
  db.run(`UPDATE event SET status = ${event_status.manually_discarded}, moved_ms = 5 WHERE uuid = ?`, [
    second,
  ])
  const admin = await box.tokenOf('admin')
  await box.call('delete_parking_event', { list: [third] }, admin)
  db.run('DELETE FROM event WHERE uuid = ?', [first])
  expect(bodies().slice(3)).toMatchObject([
    {
      change: 'changed',
      event: { uuid: first, plate_number: '粤B54321', plate_read: '粤B12345', counts: true },
    },
    { change: 'changed', event: { uuid: second, counts: false } },
    { change: 'deleted', event: { uuid: third, counts: false } },
  ])
})

test('alarms are queued when they are raised and when they end', () => {
  follow({ send_events: false })
  const { db } = box.deps
  const about = { kind: 'disk', subject: '', name: '', severity: 'critical' } as const
  insertAlarm(db, {
    ...about,
    facts: { free: 1, by: '"quoted"' },
    since_ms: 1,
    raised_ms: 2,
    raised_notice: 0,
  })
  closeAlarm(db, openAlarms(db)[0]!.alarm_id, 9, 0)
  expect(bodies()).toMatchObject([
    { change: 'raised', alarm: { ...about, facts: { free: 1, by: '"quoted"' }, recovered: null } },
    { change: 'recovered', alarm: { kind: 'disk', raised: 2, recovered: 9 } },
  ])
})

test('if there are too many messages, the newest stay, and lost unsent ones are counted', () => {
  follow({ max_messages: 5 })
  for (let at = 0; at < 4; at++) store()
  markSent(box.deps.db, [1, 2], 100)
  for (let at = 0; at < 4; at++) store()
  expect(waiting().map(({ seq }) => seq)).toEqual([4, 5, 6, 7, 8])
  expect(mqttTally(box.deps.db)).toEqual({ sent: 2, dropped: 1, sent_ms: 100 })
  expect(messageRange(box.deps.db)).toEqual({ first_seq: 4, last_seq: 8 })
})

test('sent messages are sent again on request, and deleted after their retention', () => {
  const { db } = box.deps
  follow()
  for (let at = 0; at < 4; at++) store()
  markSent(db, [1, 2, 3], 100)
  expect(sendAgain(db, { from_seq: 2, to_seq: 9 }, 1)).toBe(1)
  expect(waiting().map(({ seq }) => seq)).toEqual([2, 4])
  expect(forgetMessages(db, 101, 0)).toBe(0)
  expect(messageRange(db)).toEqual({ first_seq: 2, last_seq: 4 })
  expect(forgetMessages(db, 101, Number.MAX_SAFE_INTEGER)).toBe(2)
  expect(countWaitingMessages(db)).toEqual({ waiting: 0, oldest_ms: null })
  store()
  expect(messageRange(db)).toEqual({ first_seq: 5, last_seq: 5 })
  markSent(db, [5], 200)
  // A message that was sent is deleted with the others of its age, and is not counted as dropped.
  expect(forgetMessages(db, 101, Number.MAX_SAFE_INTEGER)).toBe(0)
  expect(messageRange(db)).toEqual({ first_seq: 0, last_seq: 5 })
  expect(mqttTally(db).dropped).toBe(2)
})

test('any lot number is one level of a topic, and two lots never share one', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(topicLevel(one)).not.toMatch(/[/+#\u0000]/)
      expect(topicLevel(one) === topicLevel(other)).toBe(one === other)
    }),
  )
  expect(topicLevel('A-01/2+#%')).toBe('A-01%2F2%2B%23%25')
})
