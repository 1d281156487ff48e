/** What the key template is shown with: the last event, so that the example is one that could have been. */
import { event_type, type Answer } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { stampOf } from '../core/stamp.ts'

type Row = {
  parking_no: string
  lot_no: string
  camera_sn: string
  event_type: number
  uuid: string
  event_ms: number
  kind: string | null
}

export async function storageKeyFacts({
  db,
  host,
  now,
}: Pick<Deps, 'db' | 'host' | 'now'>): Promise<Answer<'storage_key_facts'>> {
  const { host_sn: device_sn } = await host.identity()
  const last = db.get<Row>(
    `SELECT parking_no, lot_no, camera_sn, event_type, uuid, event_ms,
       (SELECT kind FROM event_picture WHERE event_picture.event_id = event.event_id ORDER BY position LIMIT 1) AS kind
     FROM event JOIN place USING (place_id) ORDER BY event_id DESC LIMIT 1`,
  )
  if (!last) {
    return {
      real: false,
      device_sn,
      parking_no: 'P-0001',
      lot_no: 'A01',
      camera_sn: 'CAM-0001',
      event_type: event_type.entry,
      uuid: '0190a1b2-0000-7000-8000-000000000001',
      n: 1,
      kind: 'image',
      ext: 'jpg',
      event_time: stampOf(now()),
    }
  }
  const { event_ms, kind, ...rest } = last
  return {
    ...rest,
    real: true,
    device_sn,
    n: 1,
    kind: kind ?? 'image',
    ext: 'jpg',
    event_time: stampOf(event_ms),
  }
}
