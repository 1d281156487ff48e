/** Exports a daily statement as signed JSON for `parking-verify`, or as a table for a spreadsheet. */
import { gunzipSync } from 'node:zlib'
import type { Body } from '@parking/contract'
import type { Db } from '../core/db.ts'
import { stampOf } from '../core/stamp.ts'
import { byte_order_mark, csvLine } from '../events/export/event-csv.ts'
import { knownKeys } from '../proof/proof-log.store.ts'
import type { StatementChange, StatementEvent } from './statement-rows.ts'
import { signedDays, type StoredStatement } from './statement.store.ts'

const payloadOf = ({ packed }: StoredStatement): string => gunzipSync(packed).toString()

/**
 * The statement with its signature, the signed day of the log that it names, the day before that, and the
 * device's public keys.
 */
export function statementJson(proof: Db, stored: StoredStatement): string {
  const { key_id, signature, last_day } = stored
  const file = {
    v: 1,
    type: 'statement',
    key_id,
    signature,
    payload: payloadOf(stored),
    days: signedDays(proof, last_day - 1, last_day),
    keys: knownKeys(proof),
  }
  return `${JSON.stringify(file, undefined, 2)}\n`
}

type Words = Body<'export_statement'>['words']
type Payload = {
  day: string
  root: string
  counts: { event_type: number | null; status: number | null; n: number }[]
  events: StatementEvent[]
  changes: StatementChange[]
}

export const csv_columns = [
  'row',
  'day',
  'event_type',
  'status',
  'was',
  'n',
  'uuid',
  'event_time',
  'seq',
] as const

/** The table of a statement: the counts first, then the events, then the changes of earlier days. */
export function statementCsv(stored: StoredStatement, words: Words): string {
  const { day, root, counts, events, changes } = JSON.parse(payloadOf(stored)) as Payload
  const rowWord = (row: string) => words?.row?.[row] ?? row
  const typeWord = (value: number | null) =>
    value === null ? '' : (words?.event_type?.[value] ?? `${value}`)
  const statusWord = (value: number | null) =>
    value === null ? (words?.row?.['gone'] ?? 'gone') : (words?.status?.[value] ?? `${value}`)
  const lines = [
    csvLine(csv_columns.map((column) => words?.columns?.[column] ?? column)),
    csvLine([rowWord('root'), day, '', '', '', `${events.length}`, root, '', `${stored.last_seq}`]),
    ...counts.map(({ event_type, status, n }) =>
      csvLine([rowWord('count'), day, typeWord(event_type), statusWord(status), '', `${n}`, '', '', '']),
    ),
    ...events.map(({ n, uuid, event_type, event_ms, status, seq }) =>
      csvLine([
        rowWord('event'),
        day,
        typeWord(event_type),
        statusWord(status),
        '',
        `${n}`,
        uuid,
        stampOf(event_ms),
        `${seq}`,
      ]),
    ),
    ...changes.map((one) =>
      csvLine([
        rowWord('change'),
        one.day,
        typeWord(one.event_type),
        statusWord(one.status),
        one.was === null ? '' : statusWord(one.was),
        '',
        one.uuid,
        '',
        `${one.seq}`,
      ]),
    ),
  ]
  return byte_order_mark + lines.join('')
}
