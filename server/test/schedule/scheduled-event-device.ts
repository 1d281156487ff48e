/** A device with plans, stays and a settable clock, for the tests of scheduled events. */
import { started } from '#src/core/part.ts'
import { afterEach, beforeEach, expect } from 'vitest'
import { event_status, type Plan } from '@parking/contract'
import { stampOf } from '#src/core/stamp.ts'
import { createScheduledEventWriter, type ScheduledEventWriter } from '#src/workers/scheduled-event-writer.ts'
import { openDevice, type Device } from '../device.ts'
import { known_place, plantLots, storeEvent } from '../events/event-device.ts'

export const monday = Date.UTC(2026, 10, 22, 16) // 00:00 in Shanghai
/** A time of day in Shanghai in milliseconds since 1970; `day` counts from the Monday. */
export const at = (time: string, day = 0) => monday + day * 86_400_000 + Date.parse(`1970-01-01T${time}Z`)
export const plan = (start: string, end: string, type: Plan['type'], days = [1, 2, 3, 4, 5, 6, 7]): Plan => ({
  days,
  range: { start, end },
  type,
})
export const free = [plan('10:00:00', '11:59:59', 2)]

export let device: Device
export let writer: ScheduledEventWriter
const parts: { stop(): unknown }[] = []
export const zone = process.env['TZ']

/** Registers the hooks of a test file: 08:00 of a Monday in Shanghai before each test. */
export function setUpScheduledEvents(): void {
  beforeEach(async () => {
    process.env['TZ'] = 'Asia/Shanghai'
    device = await openDevice({ now: at('08:00:00') })
    plantLots(device.deps.db)
    writer = await started(createScheduledEventWriter(device.deps))
    await writer.runNow()
  })
  afterEach(async () => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
    await writer.stop()
    for (const part of parts.splice(0).toReversed()) await part.stop()
    await device.close()
  })
}

/** Starts the worker again; it must be stopped before. */
export function startWriter(options?: Parameters<typeof createScheduledEventWriter>[1]): void {
  writer = createScheduledEventWriter(device.deps, options)
  void writer.start()
}
export async function restartDevice(how: Parameters<Device['restart']>[0]): Promise<void> {
  device = await device.restart(how)
}
/** Registers a part that is stopped after the test. */
export function stopLater<Part extends { stop(): unknown }>(part: Part): Part {
  parts.push(part)
  return part
}

export const setPlans = async (plans: Plan[]) => {
  expect((await device.call('update_schedule_param', { plans }, await device.tokenOf('admin'))).code).toBe(0)
  await writer.runNow()
}
export const goTo = async (ms: number) => {
  device.wait(ms - device.deps.now())
  await writer.runNow()
}
export type ReportOptions = {
  status?: number
  reason?: 'taken_in' | 'unsure' | 'free_time'
  lot_no?: string
  plate_color?: string
}
export const reportEvent = (
  event_type: number,
  event_ms: number,
  plate_number: string,
  {
    lot_no = 'A01',
    status = event_status.delayed,
    reason = 'taken_in',
    plate_color = 'blue',
  }: ReportOptions = {},
) => {
  storeEvent(device.deps.db, event_ms, {
    create_ms: device.deps.now(),
    event_type,
    plate_number,
    plate_color,
    status,
    reason,
    place: { ...known_place, lot_no },
  })
}
export type Row = {
  event_type: number
  event_ms: number
  lot_no: string
  plate_number: string
  comment: string
  event_id: number
}
/** The scheduled events that are stored, in order of time. */
export const made = (): Row[] =>
  device.deps.db.all<Row>(
    `SELECT event.*, lot_no FROM event JOIN place USING (place_id) WHERE event_type IN (9, 10)
      ORDER BY event_ms, event_id`,
  )
/** Each event as a line: type, time without the year, lot and plate. */
export const shown = (rows = made()) =>
  rows.map(
    ({ event_type, event_ms, lot_no, plate_number }) =>
      `${event_type} ${stampOf(event_ms).slice(5)} ${lot_no} ${plate_number}`,
  )
