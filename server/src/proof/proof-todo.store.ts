/** The events that the evidence log has yet to record (migrations/0024), and the facts that it records. */
import type { Db } from '#src/core/db.ts'
import type { CheckVerdict, EventReason } from '@parking/contract'

export const todo = { added: 0, changed: 1, deleted: 2 } as const
export type Todo = { what: (typeof todo)[keyof typeof todo]; event_id: number; uuid: string }

/** New and deleted events first; changes only if `changes` is set, because they often come in bursts. */
export const nextTodo = (db: Db, changes: boolean, limit: number): Todo[] =>
  db.all<Todo>(
    `SELECT what, event_id, uuid FROM proof_todo WHERE what IN (0, 2, ${changes ? 1 : 0})
      ORDER BY what, event_id LIMIT ?`,
    [limit],
  )

export const hasTodo = (db: Db): boolean => db.get('SELECT 1 FROM proof_todo LIMIT 1') !== undefined

export function dropTodo(db: Db, done: readonly Todo[]): void {
  db.transaction(() => {
    for (const { what, event_id, uuid } of done)
      db.run('DELETE FROM proof_todo WHERE what = ? AND event_id = ? AND uuid = ?', [what, event_id, uuid])
  })
}

/** Lists again what happened to events since a time: its entries were in a part of the log that is gone. */
export function todoSince(db: Db, since_ms: number): void {
  db.run(
    `INSERT OR IGNORE INTO proof_todo SELECT 1, event_id, uuid FROM event
      WHERE since_ms >= :since_ms OR media_gone_ms >= :since_ms
        OR event_id IN (SELECT event_id FROM event_check WHERE at_ms >= :since_ms)`,
    { since_ms },
  )
  db.run(
    `INSERT OR IGNORE INTO proof_todo SELECT 2, -row_number() OVER (), uuid FROM event_tombstone
      WHERE deleted_ms >= :since_ms`,
    { since_ms },
  )
}

export type ProvenEvent = {
  event_id: number
  uuid: string
  event_ms: number
  create_ms: number
  event_type: number
  plate_number: string
  plate_color: string
  confidence: number
  status: number
  reason: EventReason
  comment: string
  checked_plate: string | null
  correction: number
  media_gone_ms: number | null
  /** 1 if a user added it, with its time. */
  typed: 0 | 1
  parking_no: string
  camera_sn: string
  camera_name: string
  scene_id: string
  lot_no: string
  /** 1 if it has drawn pictures, a clip, checks or objects: most events have none of them. */
  has_drawn: 0 | 1
  has_clip: 0 | 1
  has_checks: 0 | 1
  has_objects: 0 | 1
}
const exists = (table: string): string =>
  `EXISTS (SELECT 1 FROM ${table} x WHERE x.event_id = event.event_id)`
export const provenEvent = (db: Db, uuid: string): ProvenEvent | undefined =>
  db.get<ProvenEvent>(
    `SELECT event_id, uuid, event_ms, create_ms, event_type, plate_number, plate_color, confidence, status,
       reason, comment, checked_plate, correction, media_gone_ms, typed, parking_no, camera_sn, camera_name,
       scene_id, lot_no, ${exists('drawn_picture')} AS has_drawn, ${exists('event_clip')} AS has_clip,
       ${exists('event_check')} AS has_checks, ${exists('event_object')} AS has_objects
     FROM event JOIN place USING (place_id) WHERE uuid = ?`,
    [uuid],
  )

/** The text of its looks, byte for byte. */
export const looksText = (db: Db, event_id: number): string | undefined =>
  db.get<{ looks: string }>('SELECT looks FROM event_looks WHERE event_id = ?', [event_id])?.looks

export type RecordedCheck = {
  at_ms: number
  checked_by: string
  verdict: CheckVerdict
  plate_before: string
  plate_after: string
  reason: string
}
export const recordedChecks = (db: Db, event_id: number): RecordedCheck[] =>
  db.all<RecordedCheck>(
    `SELECT at_ms, checked_by, verdict, plate_before, plate_after, reason FROM event_check WHERE event_id = ?
      ORDER BY check_id`,
    [event_id],
  )

/** Which of these events exist, or can be restored by an undo. */
export const knownUuids = (db: Db, uuids: readonly string[]): Set<string> =>
  new Set(
    db
      .all<{ uuid: string }>(
        `SELECT uuid FROM json_each(:uuids) AS one JOIN event ON event.uuid = one.value
         UNION SELECT uuid FROM json_each(:uuids) AS one JOIN deleted_event ON uuid = one.value`,
        { uuids: JSON.stringify(uuids) },
      )
      .map(({ uuid }) => uuid),
  )
