/** The table of alarms. */
import type { AlarmKind, AlarmSeverity } from '@parking/contract'
import type { Db } from '../core/db.ts'
import type { Facts } from './reading.ts'

/**
 * Mail state of a notice. 0: not to be mailed. 1: waiting. 2: mailed. 3: mailed to some; others are retried.
 */
export const notice = { none: 0, waits: 1, mailed: 2, partly: 3 } as const

export type AlarmRow = {
  alarm_id: number
  kind: AlarmKind
  subject: string
  name: string
  severity: AlarmSeverity
  facts: Facts
  since_ms: number
  raised_ms: number
  recovered_ms: number | null
  raised_notice: number
  recovered_notice: number
}
type Stored = Omit<AlarmRow, 'facts'> & { facts: string }

/** Maximum number of recovered alarms that are stored. */
const max_kept = 2_000

const read = ({ facts, ...row }: Stored): AlarmRow => ({ ...row, facts: JSON.parse(facts) as Facts })

export function insertAlarm(
  db: Db,
  { facts, ...row }: Omit<AlarmRow, 'alarm_id' | 'recovered_ms' | 'recovered_notice'>,
): void {
  db.run(
    `INSERT INTO alarm (kind, subject, name, severity, facts, since_ms, raised_ms, raised_notice)
     VALUES (:kind, :subject, :name, :severity, :facts, :since_ms, :raised_ms, :raised_notice)`,
    { ...row, facts: JSON.stringify(facts) },
  )
  db.run(
    `DELETE FROM alarm
     WHERE recovered_ms IS NOT NULL AND raised_notice NOT IN (1, 3) AND recovered_notice NOT IN (1, 3)
       AND alarm_id <= (SELECT alarm_id FROM alarm WHERE recovered_ms IS NOT NULL
                        ORDER BY alarm_id DESC LIMIT 1 OFFSET ?)`,
    [max_kept],
  )
}

/** The alarms that have not recovered, oldest first. */
export const openAlarms = (db: Db): AlarmRow[] =>
  db.all<Stored>('SELECT * FROM alarm WHERE recovered_ms IS NULL ORDER BY alarm_id').map(read)

/** `recovered_notice`: whether the recovery is to be mailed. */
export const closeAlarm = (db: Db, alarm_id: number, recovered_ms: number, recovered_notice: number): void =>
  void db.run(
    'UPDATE alarm SET recovered_ms = ?, recovered_notice = ? WHERE alarm_id = ? AND recovered_ms IS NULL',
    [recovered_ms, recovered_notice, alarm_id],
  )

export const renewFacts = (db: Db, alarm_id: number, facts: Facts): void =>
  void db.run('UPDATE alarm SET facts = ? WHERE alarm_id = ?', [JSON.stringify(facts), alarm_id])

/** Open alarms first, then the newest. */
export function listAlarms(
  db: Db,
  { page, page_size, open }: { page: number; page_size: number; open?: boolean | undefined },
): { total: number; list: AlarmRow[] } {
  const where =
    open === undefined ? '' : open ? 'WHERE recovered_ms IS NULL' : 'WHERE recovered_ms IS NOT NULL'
  const total = db.get<{ n: number }>(`SELECT count(*) AS n FROM alarm ${where}`)?.n ?? 0
  const list = db.all<Stored>(
    `SELECT * FROM alarm ${where}
     ORDER BY recovered_ms IS NOT NULL, ifnull(recovered_ms, raised_ms) DESC, alarm_id DESC
     LIMIT ? OFFSET ?`,
    [page_size, (page - 1) * page_size],
  )
  return { total, list: list.map(read) }
}

export const countOpen = (db: Db): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM alarm WHERE recovered_ms IS NULL')?.n ?? 0

const has = (state: number) => `(raised_notice = ${state} OR recovered_notice = ${state})`

/**
 * Alarms with a notice that waits for a mail (`waits`) or
 * has reached only some recipients (`partly`), oldest first.
 */
export const noticesOf = (db: Db, state: 1 | 3): AlarmRow[] =>
  db
    .all<Stored>(
      `SELECT * FROM alarm
       WHERE (raised_notice IN (1, 3) OR recovered_notice IN (1, 3)) AND ${has(state)}
       ORDER BY alarm_id`,
    )
    .map(read)

export const countNotices = (db: Db): number =>
  db.get<{ n: number }>(
    'SELECT count(*) AS n FROM alarm WHERE raised_notice IN (1, 3) OR recovered_notice IN (1, 3)',
  )?.n ?? 0

/**
 * Changes the state of only those notices that the mail contained. Later changes of the alarms keep waiting.
 */
export function moveNotices(
  db: Db,
  rows: readonly Pick<AlarmRow, 'alarm_id' | 'raised_notice' | 'recovered_notice'>[],
  from: number,
  to: number,
): void {
  for (const { alarm_id, raised_notice, recovered_notice } of rows) {
    if (raised_notice === from)
      db.run('UPDATE alarm SET raised_notice = ? WHERE alarm_id = ? AND raised_notice = ?', [
        to,
        alarm_id,
        from,
      ])
    if (recovered_notice === from)
      db.run('UPDATE alarm SET recovered_notice = ? WHERE alarm_id = ? AND recovered_notice = ?', [
        to,
        alarm_id,
        from,
      ])
  }
}
