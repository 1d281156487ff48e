/**
 * Stores, reads and counts parking events and their history (migrations/0003). Their queue is in
 * event-queue.store.ts. Long because it has the row types of all event stores.
 */
import {
  barePlate,
  checkEffect,
  event_status,
  event_type,
  type Answer,
  type EventLook,
  type EventReason,
} from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import type { LotPlace } from '#src/camera/scene.store.ts'
import { insertClip, type NewClip } from './clip.store.ts'
import { insertLooks } from './event-looks.store.ts'
import { insertStrip, type LookStrip } from './look-strip.store.ts'
import { insertRule, type RuleIds } from './rule-version.store.ts'
import { insertEvidence, type NewEvidence } from './evidence.store.ts'
import type { PictureKind } from './event-paths.ts'

export type EventRow = {
  event_id: number
  uuid: string
  event_ms: number
  create_ms: number
  place_id: number
  event_type: number
  plate_number: string
  plate_key: string
  plate_color: string
  confidence: number
  status: number
  comment: string
  count_tried: number
  next_try_ms: number
  send_ms: number | null
  response_ms: number | null
  response_status: number
  response_info: string
  /** 1 if a user added it, with its time (stays/repair.ts). */
  typed: 0 | 1
}
export type PictureRow = {
  event_id: number
  position: number
  kind: PictureKind
  width: number
  height: number
  bytes: number
  sha256: Uint8Array
}

export type NewEvent = Pick<
  EventRow,
  'uuid' | 'event_ms' | 'create_ms' | 'event_type' | 'plate_number' | 'plate_color' | 'confidence' | 'status'
> & {
  /**
   * One of the fixed comments of the contract, such as `camera_moved_comment`, the text of a user, or empty.
   */
  comment?: string
  place: LotPlace
  pictures: readonly Omit<PictureRow, 'event_id' | 'position'>[]
  /** The reason for its initial status; `taken_in` by default. */
  reason?: EventReason
  /** Set if its pictures are to be drawn before they are shown. */
  evidence?: NewEvidence | undefined
  /** A clip is wanted, or the reason why there will be none. */
  clip?: NewClip | undefined
  /** 1: a user should check it. */
  to_check?: 0 | 1
  typed?: 1
  /** The looks that led to it, if the analysis application reports them. */
  looks?: readonly EventLook[] | undefined
  look_strip?: LookStrip | undefined
  /** The parameters, plan and lots that decide it. */
  rule?: RuleIds | undefined
}

/** SQL over `event`: the verdict of its newest check; null without one. */
export const newest_verdict = `(SELECT verdict FROM event_check
  WHERE event_check.event_id = event.event_id ORDER BY check_id DESC LIMIT 1)`

/** The types whose event a verdict contradicts, as SQL. */
const contradictedBy = (verdict: 'vacant' | 'occupied'): string =>
  Object.values(event_type)
    .filter((type) => checkEffect(type, verdict) === 'discarded')
    .join(', ')

/** SQL over the event `row`: its standing (contract, `standingOf`). */
export const standingSql = (row: 'event' | 'new' | 'old'): string => `CASE
  WHEN ${row}.status = ${event_status.manually_discarded} OR EXISTS (
    SELECT 1 FROM event_check WHERE check_id =
      (SELECT max(check_id) FROM event_check WHERE event_id = ${row}.event_id) AND (verdict = 'discarded'
      OR verdict = 'vacant' AND ${row}.event_type IN (${contradictedBy('vacant')})
      OR verdict = 'occupied' AND ${row}.event_type IN (${contradictedBy('occupied')})))
  THEN 'withdrawn' WHEN ${row}.typed = 1 THEN 'typed' ELSE 'observed' END`

/** The manual log: events in which a person judged a picture. */
export const manual_types: readonly number[] = [
  event_type.manual_vacancy_check,
  event_type.manual_occupied_check,
]

/** Also true for a deleted event: it must not come back because an acknowledgement was lost. */
export const hasEvent = (db: Db, uuid: string): boolean =>
  db.get(
    'SELECT 1 FROM event WHERE uuid = :uuid UNION ALL SELECT 1 FROM event_tombstone WHERE uuid = :uuid',
    { uuid },
  ) !== undefined

/** Call inside a transaction. Stores the event with its pictures; it is queued by its creation time. */
export function insertEvent(db: Db, event: NewEvent): void {
  const { lastInsertRowid } = db.run(
    `INSERT INTO event (uuid, event_ms, create_ms, place_id, event_type, plate_number, plate_key,
      plate_color, confidence, status, reason, comment, next_try_ms, to_check, typed)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      event.uuid,
      event.event_ms,
      event.create_ms,
      placeId(db, event.place),
      event.event_type,
      event.plate_number,
      barePlate(event.plate_number),
      event.plate_color,
      event.confidence,
      event.status,
      event.reason ?? 'taken_in',
      event.comment ?? '',
      event.create_ms,
      event.to_check ?? 0,
      event.typed ?? 0,
    ],
  )
  for (const [position, { kind, width, height, bytes, sha256 }] of event.pictures.entries()) {
    db.run('INSERT INTO event_picture VALUES (?, ?, ?, ?, ?, ?, ?)', [
      lastInsertRowid,
      position,
      kind,
      width,
      height,
      bytes,
      sha256,
    ])
  }
  if (event.evidence) insertEvidence(db, lastInsertRowid, event.evidence)
  if (event.clip) insertClip(db, lastInsertRowid, event.clip)
  if (event.looks) insertLooks(db, lastInsertRowid, event.looks)
  if (event.look_strip) insertStrip(db, lastInsertRowid, event.look_strip)
  if (event.rule) insertRule(db, lastInsertRowid, event.rule)
}

/** The id of a place, which is added if it is new. */
export function placeId(db: Db, { parking_no, camera_sn, camera_name, scene_id, lot_no }: LotPlace): number {
  const key = [parking_no, camera_sn, camera_name, scene_id, lot_no]
  const known = db.get<{ place_id: number }>(
    `SELECT place_id FROM place WHERE parking_no = ? AND camera_sn = ? AND camera_name = ?
      AND scene_id = ? AND lot_no = ?`,
    key,
  )
  return (
    known?.place_id ??
    Number(
      db.run(
        'INSERT INTO place (parking_no, camera_sn, camera_name, scene_id, lot_no) VALUES (?, ?, ?, ?, ?)',
        key,
      ).lastInsertRowid,
    )
  )
}

/** The pictures of an event as they were received, in order, whether their files still exist or not. */
export const picturesOf = (db: Db, event_id: number): PictureRow[] =>
  db.all<PictureRow>('SELECT * FROM event_picture WHERE event_id = ? ORDER BY position', [event_id])

/** Whether the event came with pictures, even if they have since been deleted. */
export const hadPictures = (db: Db, event_id: number): boolean =>
  db.get('SELECT 1 FROM event_picture WHERE event_id = ?', [event_id]) !== undefined

/** The place of an event's lot at the time the event was recorded. */
export const placeById = (db: Db, place_id: number): PlaceKey | undefined =>
  db.get<PlaceKey>('SELECT camera_sn, scene_id, lot_no FROM place WHERE place_id = ?', [place_id])
type PlaceKey = Pick<LotPlace, 'camera_sn' | 'scene_id' | 'lot_no'>

/** Facts about an event that the list does not show. */
export type EventFacts = Pick<
  EventRow,
  | 'event_id'
  | 'uuid'
  | 'event_ms'
  | 'create_ms'
  | 'comment'
  | 'plate_number'
  | 'place_id'
  | 'event_type'
  | 'status'
  | 'typed'
> & { reason: EventReason; checked_plate: string | null; media_gone_ms: number | null }
export const eventByUuid = (db: Db, uuid: string): EventFacts | undefined =>
  db.get<EventFacts>(
    `SELECT event_id, uuid, event_ms, create_ms, reason, comment, plate_number, checked_plate,
      media_gone_ms, place_id, event_type, status, typed
     FROM event WHERE uuid = ?`,
    [uuid.toLowerCase()],
  )

/** Where and when an event was; undefined if it does not exist. */
export const eventById = (
  db: Db,
  event_id: number,
): { event_id: number; uuid: string; event_ms: number; lot_no: string } | undefined =>
  db.get(
    'SELECT event_id, uuid, event_ms, lot_no FROM event JOIN place USING (place_id) WHERE event_id = ?',
    [event_id],
  )

/** The newest event, with the kind of its first picture; undefined before the first event. */
export const newestEvent = (db: Db): NewestEvent | undefined =>
  db.get<NewestEvent>(
    `SELECT parking_no, lot_no, camera_sn, event_type, uuid, event_ms,
       (SELECT kind FROM event_picture WHERE event_picture.event_id = event.event_id ORDER BY position
       LIMIT 1) AS kind
     FROM event JOIN place USING (place_id) ORDER BY event_id DESC LIMIT 1`,
  )
type NewestEvent = Pick<EventRow, 'event_type' | 'uuid' | 'event_ms'> &
  Pick<LotPlace, 'parking_no' | 'lot_no' | 'camera_sn'> & { kind: PictureKind | null }

/** Whether the event's pictures and clip are expected on the disk. */
export const hasFiles = (db: Db, uuid: string): boolean =>
  db.get<{ bare: number }>('SELECT bare FROM event WHERE uuid = ?', [uuid])?.bare === 0

/** The transitions of an event, oldest first. */
export const transitionsOf = (db: Db, event_id: number): TransitionRow[] =>
  db.all<TransitionRow>(
    `SELECT at_ms, from_status, to_status, reason, moved_by FROM event_move WHERE event_id = ?
      ORDER BY rowid`,
    [event_id],
  )
export type TransitionRow = {
  at_ms: number
  from_status: number
  to_status: number
  reason: EventReason
  moved_by: string
}

/**
 * Number of events by status; a status without a name counts as "manually discarded" (spec §4). The sum is
 * the number of all events.
 */
export const countByStatus = (db: Db): Map<number, number> =>
  new Map(
    db
      .all<{ shown: number; n: number }>(
        `SELECT iif(status BETWEEN ${event_status.pending} AND ${event_status.skipped}, status,
           ${event_status.manually_discarded}) AS shown, sum(n) AS n FROM event_tally GROUP BY shown`,
      )
      .map(({ shown, n }) => [shown, n]),
  )

/**
 * Statuses of events that the platform should receive but does not have yet, whatever they are waiting for
 * (docs/decisions/0022).
 */
export const waiting_statuses: readonly number[] = [
  event_status.pending,
  event_status.delayed,
  event_status.send_failed,
  event_status.awaiting_upload,
  event_status.awaiting_processing,
]

/** Number of events in these statuses. */
export function countWaiting(db: Db): number {
  const counted = countByStatus(db)
  return waiting_statuses.reduce((sum, status) => sum + (counted.get(status) ?? 0), 0)
}

/**
 * How many events were ever recorded, and how many were deleted: `created` is the sum over all statuses plus
 * `deleted`.
 */
export const eventLedger = (db: Db): { created: number; deleted: number } =>
  db.get<{ created: number; deleted: number }>('SELECT created, deleted FROM event_ledger') ?? {
    created: 0,
    deleted: 0,
  }

/**
 * The values to filter by. Read from the tally, whose size depends on the number of lots, not on the history.
 */
export function searchCondition(db: Db): Answer<'parking_event_search_condition'> {
  const values = (column: string) =>
    db
      .all<{ value: string }>(
        `SELECT DISTINCT ${column} AS value FROM event_tally JOIN place USING (place_id) WHERE n > 0
          AND ${column} <> '' ORDER BY 1`,
      )
      .map((row) => row.value)
  return {
    parking_no: values('parking_no'),
    camera_name: values('camera_name'),
    lot_no: values('lot_no'),
    plate_color: values('plate_color'),
  }
}

const manual = [event_type.manual_vacancy_check, event_type.manual_occupied_check].join(', ')
const first_in_span = {
  events: 'SELECT 1 FROM event WHERE event_ms >= :from AND event_ms < :to LIMIT 1',
  checks: 'SELECT 1 FROM check_ledger WHERE at_ms >= :from AND at_ms < :to LIMIT 1',
  // Every manual check is in the ledger, which has few rows for each day.
  manual: `SELECT 1 FROM check_ledger CROSS JOIN event USING (uuid)
    WHERE at_ms >= :from AND at_ms < :to AND event.event_type IN (${manual}) LIMIT 1`,
}

/** Which of these time spans (milliseconds, `to` exclusive) have data; one index lookup for each. */
export const spansWithData = (
  db: Db,
  of: keyof typeof first_in_span,
  spans: readonly { from: number; to: number }[],
): readonly boolean[] => spans.map((span) => db.get(first_in_span[of], span) !== undefined)
