/** Converts stored stays to their wire format, and reads the events of a stay. */
import { irregularities, marksIn, type Irregularity, type StayRow as Shown } from '@parking/contract'
import type { Db } from '../core/db.ts'
import { stampOf } from '../core/stamp.ts'
import { placesById, uuidsById, type StayRow } from './stay.store.ts'

export function shownStays(db: Db, rows: readonly StayRow[]): Shown[] {
  const places = placesById(
    db,
    rows.map(({ place_id }) => place_id),
  )
  const uuids = uuidsById(
    db,
    rows.flatMap(({ entry_id, exit_id }) => [entry_id ?? [], exit_id ?? []].flat()),
  )
  return rows.map((row) => {
    const place = places.get(row.place_id)
    return {
      stay: row.stay_id,
      identity: {
        camera_sn: place?.camera_sn ?? '',
        scene_id: place?.scene_id ?? '',
        lot_no: row.lot_no,
        entry_uuid: uuids.get(row.entry_id ?? 0) ?? '',
        exit_uuid: uuids.get(row.exit_id ?? 0) ?? '',
      },
      parking_no: place?.parking_no ?? '',
      camera_name: place?.camera_name ?? '',
      plate_number: row.plate_number,
      begin_ms: row.begin_ms,
      begin_str: stampOf(row.begin_ms),
      end_ms: row.end_ms,
      end_str: stampOf(row.end_ms),
      marks: marksIn(row.marks),
      irregular: irregularIn(row.irregular),
    }
  })
}

export const irregularIn = (bits: number): Irregularity[] =>
  irregularities.filter((one) => (marksIn(bits) as readonly string[]).includes(one))
