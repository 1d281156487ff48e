/** Reads the device's events of a time span, for a comparison with the platform's export. */
import type { Db } from '../core/db.ts'

export type EventOfDay = {
  uuid: string
  event_ms: number
  event_type: number
  camera_name: string
  lot_no: string
  plate_number: string
  status: number
  count_tried: number
  send_ms: number | null
  response_info: string
}

/** Returns the plate as it is sent, after corrections. `to_ms` is exclusive. */
export const eventsBetween = (db: Db, from_ms: number, to_ms: number): EventOfDay[] =>
  db.all<EventOfDay>(
    `SELECT uuid, event_ms, event_type, camera_name, lot_no,
       ifnull(checked_plate, plate_number) AS plate_number, status, count_tried, send_ms, response_info
     FROM event JOIN place USING (place_id)
     WHERE event_ms >= ? AND event_ms < ? ORDER BY event_ms, event_id`,
    [from_ms, to_ms],
  )
