/** A device with a camera, a scene, lots and events in its database, for tests of events. */
import { randomUUID } from 'node:crypto'
import { event_status } from '@parking/contract'
import { insertCamera } from '#src/camera/camera.store.ts'
import { saveScene } from '#src/camera/scene.store.ts'
import type { Db } from '#src/core/db.ts'
import { settleDelivery } from '#src/events/record/event-state.store.ts'
import { insertEvent, type NewEvent } from '#src/events/record/event.store.ts'
import { cameraRow } from '../camera/camera-row.ts'

/** A triangle that begins at `x`. */
export const triangleAt = (x: number): [number, number][] => [
  [x, 0.1],
  [x + 0.2, 0.1],
  [x + 0.1, 0.4],
]
const triangle: [number, number][] = [
  [0.1, 0.1],
  [0.3, 0.1],
  [0.2, 0.4],
]

export const planted_camera = cameraRow({
  camera_sn: 'SN-0001',
  camera_name: '东门 1',
  ipv4: '127.0.0.1',
  onvif_port: 80,
  onvif_supported: 1,
  width: 64,
  height: 48,
  state: 2,
  state_reason: 'picture',
})

/**
 * Inserts one camera `SN-0001` without a picture address and one scene `scene-1` with these lots, all at the
 * same place.
 */
export function plantLots(
  db: Db,
  lot_nos: readonly string[] = ['A01', 'A02'],
  polygon: readonly [number, number][] = triangle,
): void {
  insertCamera(db, planted_camera)
  plantScene(db, lot_nos, polygon)
}

/** The scene of `plantLots` alone. */
export function plantScene(
  db: Db,
  lot_nos: readonly string[] = ['A01', 'A02'],
  polygon: readonly [number, number][] = triangle,
): void {
  saveScene(
    db,
    {
      scene_id: 'scene-1',
      camera_sn: 'SN-0001',
      scene_type: 0,
      enabled: 1,
      parking_no: 'P-1',
      direction: 5,
      ref_width: 64,
      ref_height: 48,
      feature: null,
      focus: null,
      ref_picture: '',
      update_ms: 0,
    },
    lot_nos.map((lot_no) => knownLot(lot_no, polygon)),
  )
}

/** A lot for one car as it is stored and sent. */
export const knownLot = (lot_no: string, polygon: readonly (readonly [number, number])[] = triangle) => ({
  lot_no,
  lot_type: 1 as const,
  lot_posture: 0 as const,
  motor_num: 1,
  difficult: 0 as const,
  polygon: polygon.map(([x, y]): [number, number] => [x, y]),
})

/** The lot A01 of `plantLots`. */
export const known_place = {
  parking_no: 'P-1',
  camera_sn: 'SN-0001',
  camera_name: '东门 1',
  scene_id: 'scene-1',
  lot_no: 'A01',
}

/**
 * Inserts an event that happened and was stored then: a pending entry of one plate on the lot A01, without
 * pictures; `more` replaces and adds. Returns its uuid.
 */
export function storeEvent(db: Db, event_ms: number, more: Partial<NewEvent> = {}): string {
  const uuid = more.uuid ?? randomUUID()
  insertEvent(db, {
    uuid,
    event_ms,
    create_ms: event_ms,
    event_type: 1,
    plate_number: '粤B12345',
    plate_color: 'blue',
    confidence: 90,
    status: event_status.pending,
    place: known_place,
    pictures: [],
    ...more,
  })
  return uuid
}

type Settled = Parameters<typeof settleDelivery>[2]

/** Records an answer of the platform at that time; `more` replaces and adds. */
export const storeAnswer = (
  db: Db,
  event_id: number,
  at_ms: number,
  more: Partial<Settled> & Pick<Settled, 'status' | 'reason'>,
): void =>
  settleDelivery(db, event_id, {
    response_status: 0,
    response_info: '',
    next_try_ms: at_ms,
    send_ms: at_ms,
    response_ms: at_ms,
    moved_ms: at_ms,
    correction: 0,
    ...more,
  })
