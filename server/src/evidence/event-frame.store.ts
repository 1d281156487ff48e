/**
 * Reads the facts about events that evidence needs: the newest events of a lot, and the number of events a
 * day.
 */
import { picture_kinds } from '@parking/contract'
import type { Db } from '../core/db.ts'

export type EvidenceEvent = {
  event_id: number
  uuid: string
  event_ms: number
  create_ms: number
  plate_number: string
  plate_color: string
}

/**
 * Number of newest events that are searched: a longer search for an event of the lot is not worth its cost.
 */
const looked_through = 20_000

/**
 * The three newest events of a lot with pictures, newest first; only those with a plate, if there are any.
 */
export const newestEvents = (db: Db, camera_sn: string, lot_no: string): EvidenceEvent[] =>
  db.all<EvidenceEvent>(
    `SELECT event_id, uuid, event_ms, create_ms, plate_number, plate_color
     FROM (SELECT event_id AS id, place_id AS place FROM event INDEXED BY event_list
     ORDER BY event_ms DESC LIMIT :looked_through) JOIN event ON event_id = id
     WHERE place IN (SELECT place_id FROM place WHERE camera_sn = :camera_sn AND lot_no = :lot_no)
       AND EXISTS (SELECT 1 FROM event_picture WHERE event_picture.event_id = event.event_id
       AND kind = 'image')
     ORDER BY plate_number = '', event_ms DESC LIMIT 3`,
    { looked_through, camera_sn, lot_no },
  )

/** The lot of the newest event with a plate and pictures, if that lot still exists. */
export const newestPlace = (db: Db): { camera_sn: string; lot_no: string } | undefined =>
  db.get<{ camera_sn: string; lot_no: string }>(
    `SELECT scene.camera_sn, lot.lot_no FROM (SELECT event_id, place_id, plate_key FROM event
      INDEXED BY event_list ORDER BY event_ms DESC LIMIT 200) AS newest
     JOIN place USING (place_id) JOIN lot ON lot.lot_no = place.lot_no
     JOIN scene ON scene.scene_id = lot.scene_id AND scene.camera_sn = place.camera_sn
     WHERE plate_key <> '' AND EXISTS (SELECT 1 FROM event_picture
     WHERE event_picture.event_id = newest.event_id AND kind = 'image') LIMIT 1`,
  )

const day_ms = 86_400_000
const max_days = 7

/** The number of events in each of the last whole days since the first event, seven at most. */
export function eventsPerDay(db: Db, now: number): { days: number; per_day: number } {
  const first = db.get<{ ms: number | null }>('SELECT min(event_ms) AS ms FROM event')?.ms ?? null
  const days = first === null ? 0 : Math.min(max_days, Math.floor((now - first) / day_ms))
  if (days < 1) return { days: 0, per_day: 0 }
  const n =
    db.get<{ n: number }>(
      'SELECT count(*) AS n FROM event INDEXED BY event_list WHERE event_ms >= ? AND event_ms < ?',
      [now - days * day_ms, now],
    )?.n ?? 0
  return { days, per_day: n / days }
}

/**
 * For each kind of picture from the analysis, its average size and the share of events that have one, over
 * the newest five hundred events.
 */
export function pictureAverages(db: Db): Map<string, { bytes: number; share: number }> {
  const newest = 'SELECT event_id FROM event ORDER BY event_id DESC LIMIT 500'
  const total = db.get<{ n: number }>(`SELECT count(*) AS n FROM (${newest})`)?.n ?? 0
  const rows = db.all<{ kind: string; bytes: number; n: number }>(
    `SELECT kind, avg(bytes) AS bytes, count(DISTINCT event_id) AS n FROM event_picture
      WHERE event_id IN (${newest}) GROUP BY kind`,
  )
  return new Map(
    picture_kinds.flatMap((kind) =>
      rows
        .filter((row) => row.kind === kind)
        .map(({ bytes, n }) => [kind, { bytes: Math.round(bytes), share: n / Math.max(1, total) }]),
    ),
  )
}
