/** Sample values for the key template, from the newest event or, before the first event, invented. */
import { event_type, type Answer } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { newestEvent } from '../events/record/event.store.ts'
import { stampOf } from '../core/stamp.ts'

export async function storageKeyFacts({
  db,
  host,
  now,
}: Pick<Deps, 'db' | 'host' | 'now'>): Promise<Answer<'storage_key_facts'>> {
  const { host_sn: device_sn } = await host.identity()
  const last = newestEvent(db)
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
