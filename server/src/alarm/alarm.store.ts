/** The table of alarms. */
import { alarm_costs, alarmCost, type AlarmKind, type AlarmSeverity } from '@parking/contract'
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
  /** Empty and null until a user acknowledges it. */
  acknowledged_by: string
  acknowledged_ms: number | null
}
type Stored = Omit<AlarmRow, 'facts'> & { facts: string }

/** Maximum number of recovered alarms that are stored. */
const max_kept = 2_000

const read = ({ facts, ...row }: Stored): AlarmRow => ({ ...row, facts: JSON.parse(facts) as Facts })

export function insertAlarm(
  db: Db,
  {
    facts,
    ...row
  }: Omit<AlarmRow, 'alarm_id' | 'recovered_ms' | 'recovered_notice' | 'acknowledged_by' | 'acknowledged_ms'>,
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

/** What costs bills first; then the severe, then the longest. */
export const byCost = (a: AlarmRow, b: AlarmRow): number =>
  alarm_costs.indexOf(alarmCost(a)) - alarm_costs.indexOf(alarmCost(b)) ||
  Number(b.severity === 'critical') - Number(a.severity === 'critical') ||
  a.since_ms - b.since_ms ||
  a.alarm_id - b.alarm_id

export type AlarmFilter = {
  open?: boolean | undefined
  kind?: AlarmKind | undefined
  subject?: string | undefined
}

/** Open alarms first, the loud before the quiet and by what they cost; then the newest. */
export function listAlarms(
  db: Db,
  { page, page_size, open, kind, subject }: AlarmFilter & { page: number; page_size: number },
  isQuiet: (row: AlarmRow) => boolean,
): { total: number; list: AlarmRow[] } {
  const start = (page - 1) * page_size
  const current =
    open === false
      ? []
      : openAlarms(db)
          .filter((row) => (kind ?? row.kind) === row.kind && (subject ?? row.subject) === row.subject)
          .toSorted((a, b) => Number(isQuiet(a)) - Number(isQuiet(b)) || byCost(a, b))
  const shown = current.slice(start, start + page_size)
  if (open === true) return { total: current.length, list: shown }
  const where = `recovered_ms IS NOT NULL
    AND (:kind IS NULL OR kind = :kind) AND (:subject IS NULL OR subject = :subject)`
  const chosen = { kind: kind ?? null, subject: subject ?? null }
  const ended = db.get<{ n: number }>(`SELECT count(*) AS n FROM alarm WHERE ${where}`, chosen)?.n ?? 0
  const list = db.all<Stored>(
    `SELECT * FROM alarm WHERE ${where} ORDER BY recovered_ms DESC, alarm_id DESC LIMIT :rows OFFSET :from`,
    { ...chosen, rows: page_size - shown.length, from: Math.max(0, start - current.length) },
  )
  return { total: current.length + ended, list: [...shown, ...list.map(read)] }
}

export const alarmById = (db: Db, alarm_id: number): AlarmRow | undefined =>
  db.all<Stored>('SELECT * FROM alarm WHERE alarm_id = ?', [alarm_id]).map(read)[0]

/** Acknowledges an open alarm that no user has acknowledged; changes nothing otherwise. */
export const acknowledge = (db: Db, alarm_id: number, username: string, now: number): void =>
  void db.run(
    `UPDATE alarm SET acknowledged_by = ?, acknowledged_ms = ?
     WHERE alarm_id = ? AND acknowledged_ms IS NULL AND recovered_ms IS NULL`,
    [username, now, alarm_id],
  )

/** Ends the mail of an alarm that waits to be mailed. Returns whether it waited. */
export const dropNotice = (db: Db, alarm_id: number): boolean =>
  db.run('UPDATE alarm SET raised_notice = 0 WHERE alarm_id = ? AND raised_notice = 1', [alarm_id]).changes >
  0

export const countOpen = (db: Db): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM alarm WHERE recovered_ms IS NULL')?.n ?? 0

/** Alarms with a notice that is still to be mailed, to all or to some recipients, oldest first. */
export const pendingNotices = (db: Db): AlarmRow[] =>
  db
    .all<Stored>(
      'SELECT * FROM alarm WHERE raised_notice IN (1, 3) OR recovered_notice IN (1, 3) ORDER BY alarm_id',
    )
    .map(read)

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
