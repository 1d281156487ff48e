/**
 * Reads an event and everything that refers to it as rows, and restores them after the event was deleted.
 * Counters that triggers maintain end up as if it had never been deleted.
 */
import { event_status } from '@parking/contract'
import type { Db, Row, Value } from '#src/core/db.ts'
import { setClipBytes } from '#src/events/record/clip.store.ts'
import { restoreStatus, markMediaGone } from '#src/events/record/event-state.store.ts'

/** Tables of an event, with the id columns that get a new value when a row is restored. */
const tables: Readonly<Record<string, readonly string[]>> = {
  event_picture: [],
  event_evidence: [],
  drawn_picture: [],
  event_move: [],
  event_attempt: ['attempt_id'],
  event_object: [],
  event_clip: [],
  event_looks: [],
  look_strip: [],
  event_rule: [],
  event_check: ['check_id'],
}
export type EventRows = {
  event: Row
  place: Row
  /** The tombstone it had before it was deleted; only a discarded event has one. */
  tombstone: Row | null
  rows: Readonly<Record<string, Row[]>>
}

/** Call before the event is deleted. */
export function eventRows(db: Db, event_id: number): EventRows | undefined {
  const event = db.get(`SELECT ${storedColumns(db, 'event').join(', ')} FROM event WHERE event_id = ?`, [
    event_id,
  ])
  if (!event) return undefined
  return {
    event,
    place: db.get('SELECT * FROM place WHERE place_id = ?', [event['place_id'] ?? 0]) ?? {},
    tombstone: db.get('SELECT * FROM event_tombstone WHERE uuid = ?', [event['uuid'] ?? '']) ?? null,
    rows: Object.fromEntries(
      Object.keys(tables).map((table) => [
        table,
        db.all(`SELECT * FROM ${table} WHERE event_id = ?`, [event_id]),
      ]),
    ),
  }
}

/** The columns of a table without generated columns. */
const storedColumns = (db: Db, table: string): string[] =>
  db
    .all<{ name: string; hidden: number }>(`SELECT name, hidden FROM pragma_table_xinfo('${table}')`)
    .flatMap(({ name, hidden }) => (hidden === 0 ? [name] : []))

/** Serialises rows as JSON; bytes become base64. */
export const packRows = (rows: EventRows): string =>
  JSON.stringify(rows, (_, value: unknown) =>
    value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value,
  )

export const unpackRows = (text: string): EventRows =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'bytes' in value && Object.keys(value).length === 1
      ? Uint8Array.from(Buffer.from(String(value.bytes), 'base64'))
      : value,
  ) as EventRows

/** Restores an event. False if it already exists. Call inside a transaction. */
export function writeEventRows(db: Db, { event, place, tombstone, rows }: EventRows): boolean {
  const uuid = event['uuid'] ?? ''
  if (db.get('SELECT 1 FROM event WHERE uuid = ?', [uuid])) return false
  const pace = db.all('SELECT * FROM event_pace')
  const { status, moved_ms, media_gone_ms, event_id, ...rest } = event
  const id_is_free = db.get('SELECT 1 FROM event WHERE event_id = ?', [event_id ?? 0]) === undefined
  insert(db, 'event', {
    ...rest,
    ...(id_is_free && { event_id: event_id ?? null }),
    place_id: placeIdOf(db, place),
    status: firstStatus(Number(status)),
    moved_ms: moved_ms ?? 0,
    media_gone_ms: null,
  })
  const id = db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [uuid])?.event_id ?? 0
  restoreStatus(db, id, Number(status))
  db.run('DELETE FROM event_move WHERE event_id = ?', [id])
  for (const [table, numbered] of Object.entries(tables))
    for (const row of rows[table] ?? []) {
      const { bytes } = row
      const own = Object.entries(row).filter(([column]) => !numbered.includes(column))
      insert(db, table, {
        ...Object.fromEntries(own),
        event_id: id,
        ...(table === 'event_clip' && { bytes: 0 }),
      })
      // The tally counts a clip when its size is set.
      if (table === 'event_clip') setClipBytes(db, id, Number(bytes))
    }
  if (media_gone_ms !== null && media_gone_ms !== undefined) markMediaGone(db, id, Number(media_gone_ms))
  db.run('DELETE FROM event_tombstone WHERE uuid = ?', [uuid])
  if (tombstone) insert(db, 'event_tombstone', tombstone)
  // The event was recorded only once, and is no longer deleted.
  db.run('UPDATE event_ledger SET created = created - 1, deleted = deleted - 1')
  db.run('DELETE FROM event_pace')
  for (const row of pace) insert(db, 'event_pace', row)
  return true
}

/** An event can start with only a few statuses (migrations/0009); this one can be followed by `status`. */
function firstStatus(status: number): number {
  const begins: readonly number[] = [
    event_status.awaiting_processing,
    event_status.awaiting_upload,
    event_status.pending,
    event_status.delayed,
    event_status.skipped,
  ]
  if (begins.includes(status)) return status
  return status === event_status.validation_failed ? event_status.awaiting_processing : event_status.pending
}

function placeIdOf(db: Db, { place_id: _, ...place }: Row): number {
  const names = Object.keys(place)
  const found = db.get<{ place_id: number }>(
    `SELECT place_id FROM place WHERE ${names.map((name) => `${name} = :${name}`).join(' AND ')}`,
    place,
  )
  return found?.place_id ?? insert(db, 'place', place)
}

function insert(db: Db, table: string, row: Readonly<Record<string, Value>>): number {
  const names = Object.keys(row)
  return Number(
    db.run(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`,
      row,
    ).lastInsertRowid,
  )
}
