/**
 * The messages that wait for the broker. Triggers write them in the transaction of the event or alarm that
 * they report. The triggers are temporary, so that a device without MQTT has no overhead.
 */
import { event_status, event_type, type Params } from '@parking/contract'
import { standingSql } from '../events/record/event.store.ts'
import type { Db } from '../core/db.ts'

export type OutboxRow = { seq: number; id: string; kind: 'event' | 'alarm'; at_ms: number; body: string }
export type Tally = { sent: number; dropped: number; sent_ms: number | null }

/** Timer pictures are only pictures, so they are not published. */
const timer_types = [event_type.smart_timer_image, event_type.timer_image, event_type.timed_resign]
const not_counted = [
  event_status.skipped,
  event_status.discarded,
  event_status.manually_discarded,
  event_status.validation_failed,
]

/** SQL over `row` (`new` or `old`) and its place: an event in the format of mqtt_event of the contract. */
const eventJson = (row: 'new' | 'old', change: string, counts: string): string => `json_object(
  'change', '${change}', 'event', json_object(
    'uuid', ${row}.uuid, 'event_time', ${row}.event_ms, 'parking_no', place.parking_no,
    'camera_sn', place.camera_sn, 'camera_name', place.camera_name, 'lot_no', place.lot_no,
    'event_type', ${row}.event_type, 'plate_number', ifnull(${row}.checked_plate, ${row}.plate_number),
    'plate_read', iif(${row}.typed = 1, '', ${row}.plate_number), 'plate_color', ${row}.plate_color,
    'confidence', iif(${row}.typed = 1, NULL, ${row}.confidence), 'standing', ${standingSql(row)},
    'status', ${row}.status, 'counts', json(${counts}), 'comment', ${row}.comment))`

const counts = (row: 'new' | 'old'): string =>
  `iif(${row}.status IN (${not_counted.join(', ')}) OR ${standingSql(row)} = 'withdrawn', 'false', 'true')`

const alarmJson = (change: string): string => `json_object(
  'change', '${change}', 'alarm', json_object(
    'alarm_id', new.alarm_id, 'kind', new.kind, 'subject', new.subject, 'name', new.name,
    'severity', new.severity, 'facts', json(new.facts), 'since', new.since_ms, 'raised', new.raised_ms,
    'recovered', new.recovered_ms))`

/**
 * SQL that queues a message and keeps the newest `max` messages. Sequence numbers have no gaps, so the excess
 * is known without counting.
 */
const queueing = (kind: string, json: string, from: string, max: number): string => `
  INSERT INTO mqtt_outbox (id, kind, at_ms, body)
    SELECT lower(hex(randomblob(12))), '${kind}', CAST(unixepoch('subsec') * 1000 AS INTEGER), ${json}
    ${from};
  UPDATE mqtt_tally SET dropped = dropped + (SELECT count(*) FROM mqtt_outbox
    WHERE sent_ms IS NULL AND seq <= (SELECT max(seq) FROM mqtt_outbox) - ${max});
  DELETE FROM mqtt_outbox WHERE seq <= (SELECT max(seq) FROM mqtt_outbox) - ${max};`

const of_place = (row: 'new' | 'old'): string => `FROM place WHERE place_id = ${row}.place_id`
const is_reported = (row: 'new' | 'old'): string => `${row}.event_type NOT IN (${timer_types.join(', ')})`

const trigger_names = [
  'mqtt_event_stored',
  'mqtt_event_changed',
  'mqtt_event_deleted',
  'mqtt_alarm_raised',
  'mqtt_alarm_recovered',
]

/**
 * Creates the triggers that the settings require, before the first event of this process. A device that does
 * not send events queues none.
 */
export function followChanges(
  db: Db,
  {
    enabled,
    send_events,
    send_alarms,
    max_messages: max,
  }: Pick<Params['mqtt_param'], 'enabled' | 'send_events' | 'send_alarms' | 'max_messages'>,
): void {
  for (const name of trigger_names) db.run(`DROP TRIGGER IF EXISTS temp.${name}`)
  const make = (name: string, when: string, kind: string, json: string, from = '') =>
    db.run(`CREATE TEMP TRIGGER ${name} ${when} BEGIN ${queueing(kind, json, from, max)} END`)
  if (enabled && send_events) {
    make(
      'mqtt_event_stored',
      `AFTER INSERT ON main.event WHEN ${is_reported('new')}`,
      'event',
      eventJson('new', 'stored', counts('new')),
      of_place('new'),
    )
    make(
      'mqtt_event_changed',
      `AFTER UPDATE OF status, checked_plate ON main.event WHEN ${is_reported('new')} AND (
         ifnull(new.checked_plate, new.plate_number) <> ifnull(old.checked_plate, old.plate_number)
         OR ${counts('new')} <> ${counts('old')} OR new.correction <> old.correction)`,
      'event',
      eventJson('new', 'changed', counts('new')),
      of_place('new'),
    )
    // Retention also deletes rows, but its tombstones have no user name.
    make(
      'mqtt_event_deleted',
      `BEFORE DELETE ON main.event WHEN ${is_reported('old')} AND EXISTS
         (SELECT 1 FROM event_tombstone WHERE uuid = old.uuid AND deleted_by <> '')`,
      'event',
      eventJson('old', 'deleted', "'false'"),
      of_place('old'),
    )
  }
  if (enabled && send_alarms) {
    make('mqtt_alarm_raised', 'AFTER INSERT ON main.alarm', 'alarm', alarmJson('raised'))
    make(
      'mqtt_alarm_recovered',
      `AFTER UPDATE OF recovered_ms ON main.alarm
       WHEN old.recovered_ms IS NULL AND new.recovered_ms IS NOT NULL`,
      'alarm',
      alarmJson('recovered'),
    )
  }
}

/** The next waiting messages, oldest first. */
export const waitingMessages = (db: Db, limit: number): OutboxRow[] =>
  db.all<OutboxRow>(
    'SELECT seq, id, kind, at_ms, body FROM mqtt_outbox WHERE sent_ms IS NULL ORDER BY seq LIMIT ?',
    [limit],
  )

export const countWaitingMessages = (db: Db): { waiting: number; oldest_ms: number | null } => ({
  waiting: db.get<{ n: number }>('SELECT count(*) AS n FROM mqtt_outbox WHERE sent_ms IS NULL')?.n ?? 0,
  oldest_ms:
    db.get<{ at_ms: number }>('SELECT at_ms FROM mqtt_outbox WHERE sent_ms IS NULL ORDER BY seq LIMIT 1')
      ?.at_ms ?? null,
})

/** The sequence number of the oldest kept message, and the newest number that was assigned. */
export function messageRange(db: Db): { first_seq: number; last_seq: number } {
  const kept = db.get<{ first: number | null }>('SELECT min(seq) AS first FROM mqtt_outbox')
  const given = db.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'mqtt_outbox'")
  return { first_seq: kept?.first ?? 0, last_seq: given?.seq ?? 0 }
}

/** Marks messages that the broker has confirmed. */
export function markSent(db: Db, seqs: readonly number[], now: number): void {
  db.transaction(() => {
    const { changes } = db.run(
      'UPDATE mqtt_outbox SET sent_ms = ? WHERE sent_ms IS NULL AND seq IN (SELECT value FROM json_each(?))',
      [now, JSON.stringify(seqs)],
    )
    db.run('UPDATE mqtt_tally SET sent = sent + ?, sent_ms = ?', [changes, now])
  })
}

/**
 * Queues sent messages again for a receiver that missed them: at most `limit`, oldest first. Returns their
 * number.
 */
export const sendAgain = (
  db: Db,
  { from_seq, to_seq }: { from_seq: number; to_seq: number },
  limit: number,
): number =>
  db.run(
    `UPDATE mqtt_outbox SET sent_ms = NULL WHERE seq IN (SELECT seq FROM mqtt_outbox
       WHERE seq BETWEEN ? AND ? AND sent_ms IS NOT NULL ORDER BY seq LIMIT ?)`,
    [from_seq, to_seq, limit],
  ).changes

/**
 * Deletes messages sent before `sent_before` or stored before `stored_before`, because plates must not be
 * kept longer than needed. Returns how many of them were never sent.
 */
export function forgetMessages(db: Db, sent_before: number, stored_before: number): number {
  return db.transaction(() => {
    db.run('DELETE FROM mqtt_outbox WHERE sent_ms < ?', [sent_before])
    const { changes } = db.run('DELETE FROM mqtt_outbox WHERE at_ms < ? AND sent_ms IS NULL', [stored_before])
    db.run('DELETE FROM mqtt_outbox WHERE at_ms < ?', [stored_before])
    if (changes > 0) db.run('UPDATE mqtt_tally SET dropped = dropped + ?', [changes])
    return changes
  })
}

export const mqttTally = (db: Db): Tally =>
  db.get<Tally>('SELECT sent, dropped, sent_ms FROM mqtt_tally') ?? { sent: 0, dropped: 0, sent_ms: null }

export const retainedTopics = (db: Db): string[] =>
  db.all<{ topic: string }>('SELECT topic FROM mqtt_retained ORDER BY topic').map(({ topic }) => topic)

export const noteRetained = (db: Db, topics: readonly string[]): void =>
  void db.run('INSERT OR IGNORE INTO mqtt_retained SELECT value FROM json_each(?)', [JSON.stringify(topics)])

export const forgetRetained = (db: Db, topics: readonly string[]): void =>
  void db.run('DELETE FROM mqtt_retained WHERE topic IN (SELECT value FROM json_each(?))', [
    JSON.stringify(topics),
  ])
