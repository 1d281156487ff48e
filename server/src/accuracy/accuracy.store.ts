/** Stores the sample of automatic decisions and its judgements (docs/accuracy.md). */
import { event_type, type LotAnswer, type PlateAnswer } from '@parking/contract'
import type { Db } from '../core/db.ts'

export type SampleRow = {
  sample_id: number
  uuid: string
  event_ms: number
  event_type: number
  camera_sn: string
  camera_name: string
  lot_no: string
  confidence: number
  plate_read: string
  automatic: 0 | 1
  draw: number
  share: number
  lot: LotAnswer | null
  judged_ms: number | null
  judged_by: string | null
  took_ms: number
  plate_answer: PlateAnswer | null
  plate_judged: string | null
  /** How often it was shown first or skipped: 0 until a user has seen it. */
  skips: number
}
export type NewSample = Omit<
  SampleRow,
  'sample_id' | 'lot' | 'judged_ms' | 'judged_by' | 'took_ms' | 'plate_answer' | 'plate_judged' | 'skips'
>

/** The event types that begin or end a stay. */
export const decision_types: readonly number[] = [event_type.initial_entry, event_type.entry, event_type.exit]

/** Number of samples that are kept, about 40 MB; older ones are deleted. */
const max_samples = 200_000
/** A sample that no user has judged within this time is no longer offered: its pictures may be gone. */
export const waits_ms = 14 * 86_400_000

/** Call inside the transaction that stores the event. */
export function insertSample(db: Db, row: NewSample): void {
  const { lastInsertRowid } = db.run(
    `INSERT INTO accuracy_sample (uuid, event_ms, event_type, camera_sn, camera_name, lot_no, confidence,
       plate_read, automatic, draw, share)
     VALUES (:uuid, :event_ms, :event_type, :camera_sn, :camera_name, :lot_no, :confidence,
       :plate_read, :automatic, :draw, :share)`,
    row,
  )
  db.run('DELETE FROM accuracy_sample WHERE sample_id <= ?', [Number(lastInsertRowid) - max_samples])
}

/** Number of decisions since a time, by camera and hour since 1970; answered from an index. */
export const countDecisions = (db: Db, from_ms: number) =>
  db.all<{ camera_sn: string; slot: number; n: number }>(
    `SELECT camera_sn, event_ms / 3600000 AS slot, count(*) AS n FROM event JOIN place USING (place_id)
      WHERE event_ms >= ? AND event_type IN (${decision_types.join()}) GROUP BY 1, 2`,
    [from_ms],
  )

const waiting = `lot IS NULL AND accuracy_sample.event_ms > :from_ms
  AND EXISTS (SELECT 1 FROM event WHERE event.uuid = accuracy_sample.uuid AND media_gone_ms IS NULL)`

/** Number of samples that wait for a judgement. */
export const countWaiting = (db: Db, now: number): number =>
  db.get<{ n: number }>(`SELECT count(*) AS n FROM accuracy_sample WHERE ${waiting}`, {
    from_ms: now - waits_ms,
  })?.n ?? 0

/** The next sample to judge, in a random order that is the same for every user. */
export const nextSample = (
  db: Db,
  now: number,
  { skip, leased }: { skip: readonly number[]; leased: readonly string[] },
): SampleRow | undefined =>
  db.get<SampleRow>(
    `SELECT * FROM accuracy_sample WHERE ${waiting}
       AND sample_id NOT IN (SELECT value FROM json_each(:skip))
       AND uuid NOT IN (SELECT value FROM json_each(:leased))
     ORDER BY draw / share LIMIT 1`,
    { from_ms: now - waits_ms, skip: JSON.stringify(skip), leased: JSON.stringify(leased) },
  )

export const sampleById = (db: Db, sample_id: number): SampleRow | undefined =>
  db.get<SampleRow>('SELECT * FROM accuracy_sample WHERE sample_id = ?', [sample_id])

export function judgeLot(
  db: Db,
  sample_id: number,
  { lot, by, at_ms, took_ms }: { lot: LotAnswer; by: string; at_ms: number; took_ms: number },
): void {
  db.run(
    'UPDATE accuracy_sample SET lot = ?, judged_by = ?, judged_ms = ?, took_ms = ? WHERE sample_id = ?',
    [lot, by, at_ms, took_ms, sample_id],
  )
}

export function judgePlate(
  db: Db,
  sample_id: number,
  { answer, plate, took_ms }: { answer: PlateAnswer; plate: string; took_ms: number },
): void {
  db.run(
    `UPDATE accuracy_sample SET plate_answer = ?, plate_judged = ?, took_ms = took_ms + ?
      WHERE sample_id = ?`,
    [answer, plate, took_ms, sample_id],
  )
}

export const countSkip = (db: Db, sample_id: number): void =>
  void db.run('UPDATE accuracy_sample SET skips = skips + 1 WHERE sample_id = ? AND lot IS NULL', [sample_id])

/** A sample that a user has seen and not judged is no longer one that waits: the user may have chosen. */
export const markShown = (db: Db, sample_id: number): void =>
  void db.run('UPDATE accuracy_sample SET skips = 1 WHERE sample_id = ? AND skips = 0 AND lot IS NULL', [
    sample_id,
  ])

export type Judgement = Pick<SampleRow, 'plate_answer' | 'plate_judged'> & { lot: LotAnswer }

/** Replaces a judgement and keeps the one before it. */
export function correctJudgement(
  db: Db,
  before: Judgement & Pick<SampleRow, 'sample_id'>,
  after: Judgement,
  { by, at_ms, reason }: { by: string; at_ms: number; reason: string },
): void {
  db.run(
    `INSERT INTO accuracy_correction (sample_id, at_ms, done_by, reason, lot_before, lot_after,
       plate_answer_before, plate_before, plate_answer_after, plate_after)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      before.sample_id,
      at_ms,
      by,
      reason,
      before.lot,
      after.lot,
      before.plate_answer,
      before.plate_judged,
      after.plate_answer,
      after.plate_judged,
    ],
  )
  db.run('UPDATE accuracy_sample SET lot = ?, plate_answer = ?, plate_judged = ? WHERE sample_id = ?', [
    after.lot,
    after.plate_answer,
    after.plate_judged,
    before.sample_id,
  ])
}

/** The last judgements of a user, newest first. */
export const lastJudgements = (db: Db, username: string, most: number) =>
  db.all<SampleRow & { lot: LotAnswer; judged_ms: number; corrections: number }>(
    `SELECT *, (SELECT count(*) FROM accuracy_correction AS one
        WHERE one.sample_id = accuracy_sample.sample_id) AS corrections
      FROM accuracy_sample WHERE judged_by = ? AND lot IS NOT NULL ORDER BY judged_ms DESC LIMIT ?`,
    [username, most],
  )

/** A sample with what became of it. `deleted`: its event or its pictures are gone. */
export type DrawnSample = SampleRow & { deleted: 0 | 1; corrected: 0 | 1 }

/**
 * The sample since a time, judged or not: everything that was drawn after the first decision of that time,
 * whatever time it has, so that nothing falls out of a report while the clock is set back or forward.
 */
export const samplesSince = (
  db: Db,
  { from_ms, camera_sn }: { from_ms: number; camera_sn?: string },
): DrawnSample[] =>
  db.all<DrawnSample>(
    `SELECT *,
       NOT EXISTS (SELECT 1 FROM event
         WHERE event.uuid = accuracy_sample.uuid AND media_gone_ms IS NULL) AS deleted,
       EXISTS (SELECT 1 FROM accuracy_correction AS one
         WHERE one.sample_id = accuracy_sample.sample_id) AS corrected
      FROM accuracy_sample
      WHERE sample_id >= (SELECT min(sample_id) FROM accuracy_sample WHERE event_ms >= :from_ms)
        AND (:camera_sn IS NULL OR camera_sn = :camera_sn) ORDER BY event_ms`,
    { from_ms, camera_sn: camera_sn ?? null },
  )
