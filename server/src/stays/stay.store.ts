/**
 * The table of stays (migrations/0025): written only by update-stays.ts, read by day, plate, lot and
 * irregularity. Long because it has every statement over that table.
 */
import { barePlate } from '@parking/contract'
import type { Db } from '../core/db.ts'

export type StoredStay = {
  /** `event_id` of its first event. */ stay_id: number
  lot_no: string
  place_id: number
  entry_id: number | null
  exit_id: number | null
  begin_ms: number
  /** The time of its last event. */ seen_ms: number
  /** null while it is open. */ end_ms: number | null
  plate_number: string
  /** Bits of `stay_marks`. */ marks: number
  accepted: number
}
/** A stay as it is read, with the irregularities that no user has accepted. */
export type StayRow = StoredStay & { irregular: number }

const columns = `stay_id, lot_no, place_id, entry_id, exit_id, begin_ms, seen_ms, end_ms, plate_number, marks,
  accepted, irregular`

/** The lots whose events changed, with the time span of the changes. */
export const dueLots = (db: Db): { lot_no: string; since_ms: number; until_ms: number }[] =>
  db.all(
    `SELECT lot_no, min(since_ms) AS since_ms, max(until_ms) AS until_ms
      FROM stay_due JOIN place USING (place_id) GROUP BY lot_no ORDER BY until_ms DESC`,
  )
export const dueOfLot = (db: Db, lot_no: string): { since_ms: number; until_ms: number } | undefined => {
  const due = db.get<{ since_ms: number | null; until_ms: number }>(
    `SELECT min(since_ms) AS since_ms, max(until_ms) AS until_ms
      FROM place CROSS JOIN stay_due USING (place_id) WHERE lot_no = ?`,
    [lot_no],
  )
  return !due || due.since_ms === null ? undefined : { since_ms: due.since_ms, until_ms: due.until_ms }
}
export const countDue = (db: Db): number =>
  db.get<{ n: number }>('SELECT count(DISTINCT lot_no) AS n FROM stay_due JOIN place USING (place_id)')?.n ??
  0
export const clearDue = (db: Db, lot_no: string): void =>
  void db.run('DELETE FROM stay_due WHERE place_id IN (SELECT place_id FROM place WHERE lot_no = ?)', [
    lot_no,
  ])

/** When the last stay before a time began; undefined if there is none. */
export const lastBegin = (db: Db, lot_no: string, before_ms: number): number | undefined =>
  db.get<{ begin_ms: number }>(
    'SELECT begin_ms FROM stay WHERE lot_no = ? AND begin_ms < ? ORDER BY begin_ms DESC LIMIT 1',
    [lot_no, before_ms],
  )?.begin_ms

/** The first of the stays that began at a time; undefined if there is none. */
export const firstStayAt = (db: Db, lot_no: string, begin_ms: number): number | undefined =>
  db.get<{ stay_id: number | null }>(
    'SELECT min(stay_id) AS stay_id FROM stay WHERE lot_no = ? AND begin_ms = ?',
    [lot_no, begin_ms],
  )?.stay_id ?? undefined

/** The earliest begin among the stays that overlap a time and began before it. */
export const firstBeginOverlapping = (db: Db, lot_no: string, at_ms: number): number | undefined =>
  db.get<{ begin_ms: number | null }>(
    `SELECT min(begin_ms) AS begin_ms FROM stay INDEXED BY stay_of_lot
      WHERE lot_no = ? AND begin_ms < ? AND ifnull(end_ms, ?) >= ?`,
    [lot_no, at_ms, at_ms, at_ms],
  )?.begin_ms ?? undefined

export const isStay = (db: Db, stay_id: number): boolean =>
  db.get('SELECT 1 FROM stay WHERE stay_id = ?', [stay_id]) !== undefined

/** The stays of a lot that begin in a span; `to` is exclusive, by time and number. */
export const staysOfLot = (
  db: Db,
  lot_no: string,
  from_ms: number,
  to: { begin_ms: number; stay_id: number },
): StayRow[] =>
  db.all<StayRow>(
    `SELECT ${columns} FROM stay WHERE lot_no = ? AND begin_ms >= ? AND (begin_ms, stay_id) < (?, ?)`,
    [lot_no, from_ms, to.begin_ms, to.stay_id],
  )

export const deleteStay = (db: Db, stay_id: number): void =>
  void db.run('DELETE FROM stay WHERE stay_id = ?', [stay_id])

export const insertStay = (db: Db, stay: StoredStay): void =>
  void db.run(
    `INSERT INTO stay (stay_id, lot_no, place_id, entry_id, exit_id, begin_ms, seen_ms, end_ms, plate_number,
       plate_key, marks, accepted)
     VALUES (:stay_id, :lot_no, :place_id, :entry_id, :exit_id, :begin_ms, :seen_ms, :end_ms, :plate_number,
       :plate_key, :marks, :accepted)`,
    { ...stay, plate_key: barePlate(stay.plate_number) },
  )

export const setAccepted = (db: Db, stay_id: number, accepted: number): void =>
  void db.run('UPDATE stay SET accepted = ? WHERE stay_id = ?', [accepted, stay_id])

export const setMarks = (db: Db, stay_id: number, marks: number): void =>
  void db.run('UPDATE stay SET marks = ? WHERE stay_id = ?', [marks, stay_id])

/** All stays of a complete plate, in the order in which they began. */
export const staysOfPlate = (db: Db, plate_number: string): StayRow[] =>
  db.all<StayRow>(
    `SELECT ${columns} FROM stay INDEXED BY stay_of_plate WHERE plate_key = ? AND plate_key <> ''
      ORDER BY begin_ms, stay_id`,
    [barePlate(plate_number)],
  )

/** The stays of a complete plate that overlap or touch a time span, in the order in which they began. */
export const staysOfPlateBetween = (
  db: Db,
  plate_number: string,
  from_ms: number,
  to_ms: number,
): StayRow[] =>
  db.all<StayRow>(
    `SELECT ${columns} FROM stay INDEXED BY stay_long
      WHERE (end_ms IS NULL OR end_ms - begin_ms > 86400000) AND begin_ms < :begin
        AND (end_ms IS NULL OR end_ms >= :from) AND plate_key = :key
     UNION ALL
     SELECT ${columns} FROM stay INDEXED BY stay_of_plate
      WHERE plate_key = :key AND plate_key <> '' AND begin_ms >= :begin AND begin_ms <= :to
        AND (end_ms IS NULL OR end_ms >= :from)
     ORDER BY begin_ms, stay_id`,
    { key: barePlate(plate_number), begin: from_ms - day_ms, from: from_ms, to: to_ms },
  )

export const stayById = (db: Db, stay_id: number): StayRow | undefined =>
  db.get<StayRow>(`SELECT ${columns} FROM stay WHERE stay_id = ?`, [stay_id])

/** The last stay of a lot that began at or before a time, whether it had ended by then or not. */
export const stayBefore = (db: Db, lot_no: string, at_ms: number): StayRow | undefined =>
  db.get<StayRow>(
    `SELECT ${columns} FROM stay WHERE lot_no = ? AND begin_ms <= ?
      ORDER BY begin_ms DESC, stay_id DESC LIMIT 1`,
    [lot_no, at_ms],
  )
export const stayAfter = (db: Db, lot_no: string, at_ms: number): StayRow | undefined =>
  db.get<StayRow>(
    `SELECT ${columns} FROM stay WHERE lot_no = ? AND begin_ms > ? ORDER BY begin_ms, stay_id LIMIT 1`,
    [lot_no, at_ms],
  )
/** The newest stays of a lot that overlap a time span, newest first. */
export const staysOfLotWithin = (
  db: Db,
  lot_no: string,
  { from_ms, to_ms }: { from_ms: number; to_ms: number },
  limit: number,
): StayRow[] =>
  db.all<StayRow>(
    `SELECT ${columns} FROM stay WHERE lot_no = ? AND begin_ms < ? AND ifnull(end_ms, ?) >= ?
      ORDER BY begin_ms DESC, stay_id DESC LIMIT ?`,
    [lot_no, to_ms, to_ms, from_ms, limit],
  )

const day_ms = 86_400_000
export type DayStay = Pick<
  StayRow,
  'stay_id' | 'lot_no' | 'place_id' | 'begin_ms' | 'end_ms' | 'plate_number' | 'marks' | 'irregular'
>

/** Every stay that overlaps a time span; those that began more than a day before it come first. */
export function staysBetween(db: Db, from_ms: number, to_ms: number): DayStay[] {
  const some = 'stay_id, lot_no, place_id, begin_ms, end_ms, plate_number, marks, irregular'
  return db.all<DayStay>(
    `SELECT ${some} FROM stay INDEXED BY stay_long
      WHERE (end_ms IS NULL OR end_ms - begin_ms > 86400000) AND begin_ms < :begin
        AND (end_ms IS NULL OR end_ms >= :from)
     UNION ALL
     SELECT ${some} FROM stay INDEXED BY stay_begin
      WHERE begin_ms >= :begin AND begin_ms < :to AND (end_ms IS NULL OR end_ms >= :from)`,
    { begin: from_ms - day_ms, from: from_ms, to: to_ms },
  )
}

export type IrregularSpot = { begin_ms: number; stay_id: number }
/** Stays with any of the irregularities `bits`, newest first, starting after `after`. */
export const irregularPage = (
  db: Db,
  bits: number,
  after: IrregularSpot | undefined,
  limit: number,
): StayRow[] =>
  db.all<StayRow>(
    `SELECT ${columns} FROM stay INDEXED BY stay_irregular WHERE irregular <> 0 AND irregular & ?
       ${after ? 'AND (begin_ms, stay_id) < (?, ?)' : ''} ORDER BY begin_ms DESC, stay_id DESC LIMIT ?`,
    [bits, ...(after ? [after.begin_ms, after.stay_id] : []), limit],
  )

/**
 * Number of stays with each combination of irregularities; triggers maintain these counts (migration 0031).
 */
export const countIrregular = (db: Db): { irregular: number; n: number }[] =>
  db.all('SELECT irregular, n FROM stay_tally WHERE n > 0')

/** Camera, scene and car park of places, under the names they had at the time. */
export type StayPlace = {
  place_id: number
  parking_no: string
  camera_sn: string
  camera_name: string
  scene_id: string
  lot_no: string
}
export const placesById = (db: Db, ids: readonly number[]): Map<number, StayPlace> =>
  new Map(
    db
      .all<StayPlace>('SELECT * FROM place WHERE place_id IN (SELECT value FROM json_each(?))', [
        JSON.stringify([...new Set(ids)]),
      ])
      .map((place) => [place.place_id, place]),
  )

/** The uuids of events, by event id. */
export const uuidsById = (db: Db, ids: readonly number[]): Map<number, string> =>
  new Map(
    db
      .all<{ event_id: number; uuid: string }>(
        'SELECT event_id, uuid FROM event WHERE event_id IN (SELECT value FROM json_each(?))',
        [JSON.stringify(ids)],
      )
      .map(({ event_id, uuid }) => [event_id, uuid]),
  )

/** The times of the scheduled events of a lot between two moments, without discarded ones. */
export const scheduledEventTimes = (
  db: Db,
  places: readonly number[],
  from_ms: number,
  to_ms: number,
): number[] =>
  places.flatMap((place_id) =>
    db
      .all<{ event_ms: number }>(
        `SELECT event_ms FROM event INDEXED BY event_of_lot
          WHERE place_id = ? AND event_ms >= ? AND event_ms <= ? AND event_type IN (9, 10) AND status <> 9`,
        [place_id, from_ms, to_ms],
      )
      .map(({ event_ms }) => event_ms),
  )

/** The stay that begins with this entry; without an entry, the stay that consists of this exit only. */
export const stayOfEvents = (db: Db, { entry_uuid, exit_uuid }: { entry_uuid: string; exit_uuid: string }) =>
  db.get<StayRow>(`SELECT ${columns} FROM stay WHERE stay_id = (SELECT event_id FROM event WHERE uuid = ?)`, [
    entry_uuid === '' ? exit_uuid : entry_uuid,
  ])

/** Facts about an event that the rows of a stay do not contain. */
export const eventFacts = (db: Db, event_id: number): { confidence: number; comment: string } =>
  db.get<{ confidence: number; comment: string }>(
    'SELECT confidence, comment FROM event WHERE event_id = ?',
    [event_id],
  ) ?? { confidence: 0, comment: '' }
