/** The recorded entries and exits on which a trial compares two models. */
import { event_type, type CheckVerdict } from '@parking/contract'
import type { Db } from '#src/core/db.ts'

/** An entry or an exit with the picture of its moment. */
export type RecordedEvent = {
  event_id: number
  uuid: string
  create_ms: number
  event_ms: number
  place_id: number
  comment: string
  event_type: number
  /** As corrected by a user, if it was. */
  plate_number: string
  camera_sn: string
  camera_name: string
  scene_id: string
  lot_no: string
  /** The number of the picture among those of the event. */
  position: number
  /** Of its last check; null if it was not checked, or if that check was undone. */
  verdict: CheckVerdict | null
}

/** The newest events of a camera after `from_ms`, newest first. */
export const eventsOfCamera = (
  db: Db,
  { camera_sn, from_ms, limit }: { camera_sn: string; from_ms: number; limit: number },
): RecordedEvent[] => select(db, 'p.camera_sn = ? AND e.event_ms > ?', [camera_sn, from_ms], limit)

/** The newest entries that a user confirmed, of any age, newest first. */
export const confirmedEntries = (db: Db, limit: number): RecordedEvent[] =>
  select(
    db,
    `e.event_type <> ${event_type.exit} AND verdict = 'confirmed'
       AND e.event_id IN (SELECT event_id FROM event_check WHERE verdict = 'confirmed')`,
    [],
    limit,
  )

/** Without the events that a user contradicted, and without those whose pictures are deleted. */
const select = (db: Db, where: string, values: (string | number)[], limit: number): RecordedEvent[] =>
  db.all<RecordedEvent>(
    `SELECT e.event_id, e.uuid, e.create_ms, e.event_ms, e.place_id, e.comment, e.event_type,
       ifnull(e.checked_plate, e.plate_number) AS plate_number,
       p.camera_sn, p.camera_name, p.scene_id, p.lot_no,
       (SELECT min(position) FROM event_picture i WHERE i.event_id = e.event_id AND kind = 'image')
         AS position,
       (SELECT CASE WHEN undoes IS NULL OR verdict NOT IN ('confirmed', 'corrected') THEN verdict END
         FROM event_check c
         WHERE c.event_id = e.event_id ORDER BY check_id DESC LIMIT 1) AS verdict
     FROM event e JOIN place p USING (place_id)
     WHERE e.event_type IN (${event_type.initial_entry}, ${event_type.entry}, ${event_type.exit})
       AND ${where} AND e.media_gone_ms IS NULL AND position IS NOT NULL
       AND ifnull(verdict NOT IN ('discarded',
         CASE e.event_type WHEN ${event_type.exit} THEN 'occupied' ELSE 'vacant' END), 1)
     ORDER BY e.event_ms DESC LIMIT ?`,
    [...values, limit],
  )
