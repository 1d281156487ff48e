/** A device with one camera and two lots that the analysis application reports. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach } from 'vitest'
import type { WallLot } from '@parking/contract'
import { setState } from '#src/camera/camera.store.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeEvent } from '../events/event-device.ts'

export let device: Device
let token: string

/** Registers the hooks of a test file: a device before each test. */
export function setUpDashboard(): void {
  beforeEach(async () => {
    device = await openDevice()
    token = await device.tokenOf('viewer')
    plantLots(device.deps.db)
    setState(device.deps.db, 'SN-0001', 1, '', device.deps.now())
    device.deps.analysis.peer = { name: 'street', version: '1' }
  })
  afterEach(() => device.close())
}

export const wall = async () => (await device.call('camera_wall', {}, token)).data
export const lot = async (lot_no = 'A01'): Promise<WallLot | undefined> =>
  (await wall()).lots.find((one) => one.lot_no === lot_no)
export const stateOf = async (lot_no = 'A01') => {
  const { state, why } = (await lot(lot_no))!
  return why === '' ? state : `${state} ${why}`
}

/** Sets the report of the application; the other lot is always free. */
export const report = (occupied: boolean) =>
  device.deps.lot_states.replace(
    ['A01', 'A02'].map((lot_no) => ({
      scene_id: 'scene-1',
      lot_no,
      occupied: lot_no === 'A01' && occupied,
      plate_number: '',
      cover: 0.5,
    })),
    device.deps.now(),
  )

type More = { plate?: string; lot_no?: string; camera_name?: string; color?: string; to_check?: 0 | 1 }
/** Adds an event now. Returns its uuid. */
export function add(
  event_type: number,
  { plate = '粤B12345', lot_no = 'A01', camera_name = '东门 1', color = 'blue', to_check = 0 }: More = {},
): string {
  const [uuid, event_ms] = [randomUUID(), device.deps.now()]
  const place = { parking_no: 'P-1', camera_sn: 'SN-0001', camera_name, scene_id: 'scene-1', lot_no }
  storeEvent(device.deps.db, event_ms, {
    uuid,
    event_type,
    plate_number: plate,
    plate_color: color,
    to_check,
    place,
  })
  return uuid
}
export const change = (uuid: string, what: string) =>
  device.deps.db.run(`UPDATE event SET ${what} WHERE uuid = ?`, [uuid])
export const minutes = (n: number) => device.wait(n * 60_000)
