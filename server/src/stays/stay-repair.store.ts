/** The repairs of irregular stays (migrations/0025): who did what, why, and who undid it. */
import type { StayRepair } from '@parking/contract'
import type { Db } from '../core/db.ts'

export type RepairRow = {
  repair_id: number
  at_ms: number
  done_by: string
  act: StayRepair
  reason: string
  lot_no: string
  entry_uuid: string
  exit_uuid: string
  /** The events that it added, discarded or corrected. */ uuids: string[]
  /** How many checks each of them had right after it; null for a repair of an earlier version. */
  checks: number[] | null
  accepted: number
  undone_ms: number | null
  undone_by: string
}
type Stored = Omit<RepairRow, 'uuids' | 'checks'> & { uuids: string; checks: string | null }
const read = ({ uuids, checks, ...row }: Stored): RepairRow => ({
  ...row,
  uuids: JSON.parse(uuids) as string[],
  checks: checks === null ? null : (JSON.parse(checks) as number[]),
})

export const insertRepair = (
  db: Db,
  { uuids, checks, ...row }: Omit<RepairRow, 'repair_id' | 'undone_ms' | 'undone_by'>,
): number =>
  Number(
    db.run(
      `INSERT INTO stay_repair (at_ms, done_by, act, reason, lot_no, entry_uuid, exit_uuid, uuids, checks,
         accepted)
       VALUES (:at_ms, :done_by, :act, :reason, :lot_no, :entry_uuid, :exit_uuid, :uuids, :checks,
         :accepted)`,
      { ...row, uuids: JSON.stringify(uuids), checks: JSON.stringify(checks) },
    ).lastInsertRowid,
  )

export const repairById = (db: Db, repair_id: number): RepairRow | undefined => {
  const row = db.get<Stored>('SELECT * FROM stay_repair WHERE repair_id = ?', [repair_id])
  return row && read(row)
}

/** The repairs of stays that began or ended with one of these events, oldest first. */
export const repairsOf = (db: Db, uuids: readonly string[]): RepairRow[] =>
  db
    .all<Stored>(
      `SELECT * FROM stay_repair
       WHERE entry_uuid <> '' AND entry_uuid IN (SELECT value FROM json_each(:uuids))
       UNION SELECT * FROM stay_repair
       WHERE exit_uuid <> '' AND exit_uuid IN (SELECT value FROM json_each(:uuids)) ORDER BY repair_id`,
      { uuids: JSON.stringify(uuids) },
    )
    .map(read)

/** The repairs of stays with one of these events, and those that changed one, oldest first. */
export const repairsAround = (db: Db, uuids: readonly string[]): RepairRow[] =>
  db
    .all<Stored>(
      `SELECT * FROM stay_repair, (SELECT ? AS wanted)
       WHERE entry_uuid IN (SELECT value FROM json_each(wanted))
         OR exit_uuid IN (SELECT value FROM json_each(wanted))
         OR EXISTS (SELECT 1 FROM json_each(uuids) AS one
           WHERE one.value IN (SELECT value FROM json_each(wanted)))
       ORDER BY repair_id`,
      [JSON.stringify(uuids)],
    )
    .map(read)

export const markRepairUndone = (db: Db, repair_id: number, undone_ms: number, undone_by: string): void =>
  void db.run('UPDATE stay_repair SET undone_ms = ?, undone_by = ? WHERE repair_id = ?', [
    undone_ms,
    undone_by,
    repair_id,
  ])

/** The irregularities that users accepted for a stay with one of these first and last events, as bits. */
export const acceptedOf = (db: Db, uuids: readonly string[]): number =>
  uuids
    .flatMap((uuid) =>
      db.all<{ accepted: number }>(
        `SELECT accepted FROM stay_repair WHERE entry_uuid = :uuid AND entry_uuid <> '' AND undone_ms IS NULL
         UNION ALL
         SELECT accepted FROM stay_repair WHERE exit_uuid = :uuid AND exit_uuid <> '' AND undone_ms IS NULL`,
        { uuid },
      ),
    )
    .reduce((bits, { accepted }) => bits | accepted, 0)
