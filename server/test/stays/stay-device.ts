/** Events on the lots of a device, for the tests of stays. */
import { randomUUID } from 'node:crypto'
import { event_status } from '@parking/contract'
import { updateStays } from '#src/stays/update-stays.ts'
import { dueLots } from '#src/stays/stay.store.ts'
import type { Db } from '#src/core/db.ts'
import type { Device } from '../device.ts'
import { storeEvent } from '../events/event-device.ts'

export type Seen = {
  at: number
  type: number
  plate?: string
  lot_no?: string
  status?: number
  camera_name?: string
  uuid?: string
}

/** Stores an event as a worker would have left it; returns its uuid. */
export function see(db: Db, { at, type, plate = '', lot_no = 'A01', status = 2, ...more }: Seen): string {
  const uuid = more.uuid ?? randomUUID()
  const { camera_name = '东门 1' } = more
  const at_once = [event_status.pending, event_status.delayed].some((one) => one === status)
  storeEvent(db, at, {
    uuid,
    event_type: type,
    plate_number: plate,
    status: at_once ? status : event_status.pending,
    place: { parking_no: 'P-1', camera_sn: 'SN-0001', camera_name, scene_id: 'scene-1', lot_no },
  })
  if (!at_once) db.run('UPDATE event SET status = ?, moved_ms = ? WHERE uuid = ?', [status, at, uuid])
  return uuid
}

/** Updates the stays of every lot with changes, as the worker does in the background. */
export function updateAllStays(db: Db): void {
  for (const { lot_no } of dueLots(db)) updateStays(db, lot_no)
}

/** The irregular stays, as an operator sees them. */
export async function irregular(device: Device, token: string) {
  updateAllStays(device.deps.db)
  return (await device.call('irregular_stays', { page_size: 50 }, token)).data
}
