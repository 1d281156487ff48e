/** One event as the wire shows it (spec §3, parking event). */
import type { Answer } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import { shownPictures } from '../record/evidence.store.ts'
import type { Media } from '#src/core/media.ts'
import { stampOf } from '#src/core/stamp.ts'
import type { EventRow } from '../record/event.store.ts'
import { drawnPath, picturePath } from '../record/event-paths.ts'

export type ShownEvent = Answer<'parking_event'>['list'][number]
export type WholeRow = EventRow & {
  parking_no: string
  camera_name: string
  lot_no: string
  checked_plate: string | null
  to_check: number
  media_gone_ms: number | null
}

/** These events with their places, in this order; one that is gone meanwhile is left out. */
export function wholeRows(db: Db, event_ids: readonly number[]): WholeRow[] {
  const found = new Map(
    db
      .all<WholeRow>(
        'SELECT event.*, parking_no, camera_name, lot_no FROM json_each(?) AS wanted JOIN event ON event_id = wanted.value JOIN place USING (place_id)',
        [JSON.stringify(event_ids)],
      )
      .map((row) => [row.event_id, row]),
  )
  return event_ids.flatMap((event_id) => found.get(event_id) ?? [])
}

/** The same as the wire has them, with addresses of their pictures that are good for a while from `now`. */
export const eventRows = (db: Db, media: Media, event_ids: readonly number[], now: number): ShownEvent[] =>
  wholeRows(db, event_ids).map((row) => shown(db, media, row, now))

function shown(db: Db, media: Media, row: WholeRow, now: number): ShownEvent {
  const pictures =
    row.media_gone_ms !== null
      ? []
      : shownPictures(db, row.event_id).map(({ position, kind, width, height, bytes, drawn }) => ({
          kind,
          url: media.address((drawn ? drawnPath : picturePath)(row.create_ms, row.uuid, position), now),
          width,
          height,
          bytes,
        }))
  const plate = row.checked_plate ?? row.plate_number
  return {
    uuid: row.uuid,
    event_time_str: stampOf(row.event_ms),
    create_time_str: stampOf(row.create_ms),
    parking_no: row.parking_no,
    camera_name: row.camera_name,
    lot_no: row.lot_no,
    event_type: row.event_type,
    plate_number: plate,
    pic_plates: pictures.filter(({ kind }) => kind === 'plate').map(({ url }) => url),
    plate_color: row.plate_color,
    send_time_str: stampOf(row.send_ms),
    count_tried: row.count_tried,
    response_time_str: stampOf(row.response_ms),
    response_status: row.response_status,
    response_info: row.response_info,
    status: row.status,
    comment: row.comment,
    pictures,
    confidence: row.confidence,
    next_try_str: row.status === 0 && row.count_tried > 0 ? stampOf(row.next_try_ms) : '',
    ...(plate !== row.plate_number ? { plate_read: row.plate_number } : {}),
    ...(row.to_check === 1 ? { to_check: true as const } : {}),
    ...(row.media_gone_ms !== null ? { media_gone: true as const } : {}),
  }
}
