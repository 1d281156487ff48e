/**
 * Reads what users did around a stay: decisions in the ledger, judgements of the sample, audit rows that name
 * its events, and changed settings.
 */
import type { LotAnswer, PlateAnswer } from '@parking/contract'
import type { Db } from '#src/core/db.ts'

export type LedgerAct = {
  uuid: string
  at_ms: number
  checked_by: string
  verdict: string
  plate_before: string
  plate_after: string
  reason: string
  review_of: number | null
  agreed: number | null
}
/** Oldest first, including entries of deleted events and undone entries. */
export const ledgerOf = (db: Db, uuids: readonly string[]): LedgerAct[] =>
  db.all<LedgerAct>(
    `SELECT uuid, at_ms, checked_by, verdict, plate_before, plate_after, reason, review_of, agreed
     FROM check_ledger WHERE uuid IN (SELECT value FROM json_each(?)) ORDER BY entry_id`,
    [JSON.stringify(uuids)],
  )

type Judged = { lot: LotAnswer; plate_answer: PlateAnswer | null; plate: string | null }
/** `correction`: it replaced an earlier judgement, for this reason. */
export type JudgementAct = { uuid: string; at_ms: number; judged_by: string; reason: string } & Judged & {
    correction: 0 | 1
  }
/** What users judged in the sample of decisions, and each correction of it, oldest first. */
export const judgementsOf = (db: Db, uuids: readonly string[]): JudgementAct[] =>
  db.all<JudgementAct>(
    `WITH sample AS (SELECT * FROM accuracy_sample
       WHERE uuid IN (SELECT value FROM json_each(?)) AND lot IS NOT NULL)
     SELECT uuid, judged_ms AS at_ms, judged_by, '' AS reason, 0 AS correction,
       ifnull(lot_before, lot) AS lot,
       iif(correction_id IS NULL, plate_answer, plate_answer_before) AS plate_answer,
       iif(correction_id IS NULL, plate_judged, plate_before) AS plate
     FROM sample LEFT JOIN accuracy_correction AS one ON correction_id =
       (SELECT min(correction_id) FROM accuracy_correction WHERE sample_id = sample.sample_id)
     UNION ALL SELECT uuid, at_ms, done_by, reason, 1, lot_after, plate_answer_after, plate_after
     FROM sample JOIN accuracy_correction USING (sample_id)
     ORDER BY at_ms`,
    [JSON.stringify(uuids)],
  )

export type AuditAct = { id: number; timestamp_ms: number; content: string; detail: string }

const rows_at_once = 5_000
const max_acts = 2_000

/** Calls that bear on the clocks and the signatures of every event of their time. */
const evidence_calls = ['set_time', 'set_ntp', 'set_camera_clock', 'set_clock_rule', 'rotate_device_key']

/**
 * The newest 2,000 user rows of the log, oldest first: those that name one of the events, those between the
 * times that changed a clock or the key, and those since `from_ms` that changed how long events are kept.
 * Reads in slices, so that other work can run in between. `cut`: there are more.
 */
export async function auditOf(
  db: Db,
  uuids: readonly string[],
  { from_ms, to_ms }: { from_ms: number; to_ms: number },
): Promise<{ rows: AuditAct[]; cut: boolean }> {
  const marks = evidence_calls.map((call) => `"call":"${call}"`)
  const found: AuditAct[] = []
  let before = (db.get<{ id: number | null }>('SELECT max(id) AS id FROM log')?.id ?? 0) + 1
  while (before > 1 && found.length <= max_acts) {
    const from = Math.max(1, before - rows_at_once)
    found.push(
      ...db.all<AuditAct>(
        `SELECT id, timestamp_ms, content, detail FROM log WHERE id >= ? AND id < ? AND +type = 2
           AND detail IS NOT NULL
           AND (EXISTS (SELECT 1 FROM json_each(?) AS one WHERE instr(detail, one.value) > 0)
             OR timestamp_ms BETWEEN ? AND ?
               AND EXISTS (SELECT 1 FROM json_each(?) AS one WHERE instr(detail, one.value) > 0)
             OR timestamp_ms >= ? AND instr(detail, '"call":"update_retention"') > 0)
         ORDER BY id DESC`,
        [from, before, JSON.stringify(uuids), from_ms, to_ms, JSON.stringify(marks), from_ms],
      ),
    )
    const oldest = db.get<{ ms: number }>(
      'SELECT timestamp_ms AS ms FROM log WHERE id >= ? ORDER BY id LIMIT 1',
      [from],
    )
    if (oldest && oldest.ms < from_ms) break
    before = from
    await new Promise(setImmediate)
  }
  return { rows: found.slice(0, max_acts).toReversed(), cut: found.length > max_acts }
}

export type SettingAct = { timestamp_ms: number; who: string; call: string; section: string; subject: string }

/** The newest 2,000 changes of parameters, plan and scenes between two times, oldest first. */
export function settingsBetween(
  db: Db,
  from_ms: number,
  to_ms: number,
): { rows: SettingAct[]; cut: boolean } {
  const found = db.all<SettingAct>(
    `SELECT at_ms AS timestamp_ms, done_by AS who, call, section, subject
     FROM changed_part JOIN change USING (change_id)
     WHERE at_ms BETWEEN ? AND ? AND section IN ('alg_param', 'event_param', 'schedule_param', 'scene')
     ORDER BY part_id DESC LIMIT ${max_acts + 1}`,
    [from_ms, to_ms],
  )
  return { rows: found.slice(0, max_acts).toReversed(), cut: found.length > max_acts }
}
