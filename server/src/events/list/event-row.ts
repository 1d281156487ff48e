/** An event in its wire format (spec §3, parking event). */
import { confidenceOf, standingOf, type Answer } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import { shownPictures } from '../record/evidence.store.ts'
import type { Media } from '#src/core/media.ts'
import { stampOf } from '#src/core/stamp.ts'
import { wholeRows, type WholeRow } from './event-search.store.ts'
import { lengthOfStay } from '../record/session.store.ts'
import { drawnPath, picturePath } from '../record/event-paths.ts'

export type ShownEvent = Answer<'parking_event'>['list'][number]
/**
 * These events in their wire format, in this order. The signed picture addresses are valid for a limited time
 * from `now`.
 */
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
  const stay_ms = lengthOfStay(db, row)
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
    standing: standingOf(row),
    confidence: confidenceOf(row),
    next_try_str: row.status === 0 && row.count_tried > 0 ? stampOf(row.next_try_ms) : '',
    ...(stay_ms === undefined ? {} : { stay_ms }),
    ...(plate !== row.plate_number ? { plate_read: row.plate_number } : {}),
    ...(row.to_check === 1 ? { to_check: true as const } : {}),
    ...(row.media_gone_ms !== null ? { media_gone: true as const } : {}),
  }
}
