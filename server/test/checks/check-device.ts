/** A device with events for the check desk, for its test files. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach } from 'vitest'
import { event_status, type Body, type EventReason, type EventStatus } from '@parking/contract'
import { isSampled } from '#src/checks/second-review.store.ts'
import { openSession } from '#src/user/session.store.ts'
import { addUser, userByName } from '#src/user/user.store.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeEvent, known_place } from '../events/event-device.ts'

export let device: Device
/** A session of an operator. */
export let token: string

/** Registers the hooks of a test file: a device with lots before each test. */
export function setUpChecks(): void {
  beforeEach(async () => {
    device = await openDevice()
    plantLots(device.deps.db)
    token = await device.tokenOf('operator')
  })
  afterEach(() => device.close())
}

type Plan = {
  status?: EventStatus
  reason?: EventReason
  event_type?: number
  plate?: string
  at?: number
  to_check?: 0 | 1
  pictures?: number
  tried?: number
  lot_no?: string
  /**
   * Whether it is in the sample of the second review; false by default, so that no test gets one by chance.
   */
  sampled?: boolean
}

export function uuidOf({ sampled }: { sampled: boolean }): string {
  for (;;) {
    const uuid = randomUUID()
    if ((isSampled(uuid) === 1) === sampled) return uuid
  }
}

/** An event as a worker would have left it. */
export function plant({
  status = 'pending',
  reason = 'taken_in',
  event_type = 1,
  plate = '粤B12345',
  at,
  to_check = 1,
  pictures = 0,
  tried = 0,
  lot_no = 'A01',
  sampled = false,
}: Plan = {}): string {
  const { db, now } = device.deps
  const [uuid, event_ms] = [uuidOf({ sampled }), now() + (at ?? 0)]
  const first: EventStatus = ['sent', 'send_failed', 'discarded'].includes(status)
    ? 'pending'
    : status === 'validation_failed'
      ? 'awaiting_processing'
      : status
  const kept = Array.from({ length: pictures }, () => ({
    kind: 'image' as const,
    width: 1,
    height: 1,
    bytes: 3,
    sha256: new Uint8Array(32),
  }))
  storeEvent(db, event_ms, {
    uuid,
    event_type,
    plate_number: plate,
    status: event_status[first],
    reason,
    place: { ...known_place, lot_no },
    pictures: kept,
  })
  db.run('UPDATE event SET to_check = ?, count_tried = ? WHERE uuid = ?', [to_check, tried, uuid])
  if (first !== status)
    db.run('UPDATE event SET status = ?, moved_ms = 1 WHERE uuid = ?', [event_status[status], uuid])
  return uuid
}

export const rowOf = (uuid: string) =>
  device.deps.db.get<{
    event_id: number
    status: number
    reason: string
    plate_number: string
    checked_plate: string | null
    to_check: number
    correction: number
    moved_by: string
  }>(
    `SELECT event_id, status, reason, plate_number, checked_plate, to_check, correction, moved_by
      FROM event WHERE uuid = ?`,
    [uuid],
  )!
export const queue = async (body: Partial<Body<'event_check_queue'>> = {}, who = token) =>
  (await device.call('event_check_queue', { limit: 8, ...body }, who)).data
export const submitCheck = (
  uuid: string,
  verdict: Body<'check_parking_event'>['verdict'],
  more: Partial<Body<'check_parking_event'>> = {},
  who = token,
) => device.call('check_parking_event', { uuid, verdict, seen_checks: 0, ...more }, who)
export const withPlatform = () =>
  device
    .tokenOf('admin')
    .then((admin) => device.call('update_platform_param', { data_url: 'http://127.0.0.1:9/data' }, admin))

/** Adds a second operator; returns the token of their session. */
export async function another(username: string): Promise<string> {
  const { db, now } = device.deps
  addUser(
    db,
    { username, name: username, role: 'operator', password_hash: 'none', must_change_password: false },
    now(),
  )
  return openSession(db, userByName(db, username)!.id, '127.0.0.1', now())
}
