/**
 * Compares a file with the device's events of a period. Every record of the file and every event of the
 * period is counted in exactly one term of a sum. Pure. Long because both sums are built from one pairing.
 */
import { event_status } from '@parking/contract/core/codes.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { dayReader, daysBetween } from './file-time.ts'
import { arrivals, departures, openStays } from './open-stays.ts'
import { groupsOf, pairAll, type DeviceEvent, type FoundBy, type Pair, type RowField } from './pair.ts'
import type { FileRecord, FileRecords, RowFault } from './records.ts'
import { withLotsOf } from './same-lot.ts'

export type Deleted = AnswerAt<'/api/parking/find_reconcile_events'>['deleted'][number]

/** The kinds of findings, in the order in which they are shown. */
export const kinds = [
  'missing',
  'unsent',
  'unknown',
  'deleted',
  'double',
  'different',
  'withdrawn',
  'unexpected',
  'unclear',
  'absent_day',
] as const
export type Kind = (typeof kinds)[number]

/** How the records of the file are counted; together they are all of them. */
export const file_terms = [
  'equal',
  'as_shown',
  'different',
  'double',
  'unknown',
  'deleted',
  'withdrawn',
  'unexpected',
  'unclear',
  'outside',
  'without_exit',
  'not_compared',
  'unreadable',
] as const
export type FileTerm = (typeof file_terms)[number]

/** How the events of the period are counted; together they are all of them. */
export const device_terms = [
  'equal',
  'as_shown',
  'different',
  'missing',
  'unsent',
  'absent_day',
  'withdrawn',
  'unexpected',
  'unclear',
  'absent_both',
  'not_compared',
] as const
export type DeviceTerm = (typeof device_terms)[number]

export type Finding = {
  readonly kind: Kind
  readonly day: string
  readonly ours?: DeviceEvent | undefined
  readonly rows: readonly FileRecord[]
  readonly fields?: readonly RowField[]
  readonly by?: FoundBy
  readonly candidates?: readonly DeviceEvent[]
  readonly deleted?: Deleted | undefined
}
export type DayResult = {
  readonly day: string
  /** The device's events that the platform should have, and the file's records, both of this day. */
  readonly ours: number
  readonly theirs: number
  readonly equal: number
  /** Events whose plate is the same as far as the file shows it. */
  readonly as_shown: number
  /** Entries and exits that were not compared, because the file has none. */
  readonly not_compared: number
  readonly findings: readonly Finding[]
  readonly open_ours: readonly DeviceEvent[]
  readonly open_theirs: readonly FileRecord[]
  readonly verdict: 'agrees' | 'differs' | 'partly' | 'nothing' | 'absent'
}
export type Sum<Term extends string> = {
  readonly total: number
  readonly terms: Readonly<Record<Term, number>>
  readonly closes: boolean
}
export type Reconciled = {
  readonly days: readonly DayResult[]
  readonly file: Sum<FileTerm>
  readonly device: Sum<DeviceTerm>
  readonly typed: number
  /** Rows whose times have no seconds: they are compared to the minute. */
  readonly to_minute: number
  /** Rows whose time was computed from the other time and the length of the stay. */
  readonly derived: number
  /** Rows whose uuids were not used, because the device knows none of them: the platform's own. */
  readonly foreign_uuids: number
  /** Rows whose plate a spreadsheet turned into a date or a number; it is not compared. */
  readonly overwritten_plates: number
  /** Nothing shows that the file is of this device; then nothing is sent again. */
  readonly foreign: boolean
  /** Events that were not compared, by type. */
  readonly types: ReadonlyMap<number, number>
  /** Exits, or entries, that the device has and the file lacks altogether. */
  readonly without: { readonly entries: number; readonly exits: number }
  readonly absent_days: readonly { readonly day: string; readonly n: number }[]
  readonly faults: readonly RowFault[]
}

export type Given = {
  readonly file: FileRecords
  /** Events of the period and near it, and those whose uuids are in the file. */
  readonly events: readonly DeviceEvent[]
  readonly deleted: readonly Deleted[]
  readonly from_ms: number
  /** Exclusive. */
  readonly to_ms: number
  /** The number of events of the period, as the device counts them. */
  readonly total: number
}

const never_sent: readonly number[] = [
  event_status.discarded,
  event_status.manually_discarded,
  event_status.skipped,
]

export function reconcile({ file: read, events, deleted, from_ms, to_ms, total }: Given): Reconciled {
  const { file, foreign_uuids } = withKnownUuids(withLotsOf(read, events), events, deleted)
  const dayAt = dayReader()
  const inPeriod = (ms: number | null): ms is number => ms !== null && ms >= from_ms && ms < to_ms
  const typeOf = typesOf(file.records, events)
  const { pairs, doubles, unclear, only_theirs } = pairAll(events, file.records, typeOf)
  const findings: Finding[] = []
  const of_record = new Map<FileRecord, FileTerm>()
  const of_event = new Map<DeviceEvent, DeviceTerm>()
  const faults: RowFault[] = [...file.faults]
  /** The day of the event, or of the record if the event is outside the period. */
  const dayOf = (ours: DeviceEvent | undefined, rows: readonly FileRecord[]) => {
    const row_ms = rows.find(({ time_ms }) => inPeriod(time_ms))?.time_ms
    return dayAt(ours && inPeriod(ours.event_ms) ? ours.event_ms : (row_ms ?? ours?.event_ms ?? from_ms))
  }
  const isOutside = (ours: DeviceEvent, { time_ms }: FileRecord) =>
    !inPeriod(ours.event_ms) && !inPeriod(time_ms)

  for (const pair of pairs.values()) {
    const { ours, theirs, fields, by } = pair
    const term = termOf(pair)
    of_record.set(theirs, isOutside(ours, theirs) ? 'outside' : term)
    of_event.set(ours, term)
    if (term !== 'equal' && term !== 'as_shown' && !isOutside(ours, theirs))
      findings.push({ kind: term, day: dayOf(ours, [theirs]), ours, rows: [theirs], fields, by })
    const further = doubles.get(ours) ?? []
    const counted = further.filter((row) => !isOutside(ours, row))
    for (const row of further) of_record.set(row, counted.includes(row) ? 'double' : 'outside')
    if (counted.length > 0)
      findings.push({ kind: 'double', day: dayOf(ours, counted), ours, rows: [theirs, ...counted] })
  }
  for (const { theirs, candidates } of unclear) {
    of_record.set(theirs, inPeriod(theirs.time_ms) ? 'unclear' : 'outside')
    for (const one of candidates) if (!of_event.has(one)) of_event.set(one, 'unclear')
    if (inPeriod(theirs.time_ms))
      findings.push({ kind: 'unclear', day: dayOf(undefined, [theirs]), rows: [theirs], candidates })
  }
  const deleted_by_uuid = new Map(deleted.map((one) => [one.uuid.toLowerCase(), one]))
  for (const row of only_theirs) {
    const gone = deleted_by_uuid.get(row.uuid)
    const kind = gone ? 'deleted' : 'unknown'
    if (row.time_ms === null && !gone) {
      of_record.set(row, 'unreadable')
      faults.push({ line: row.line, what: 'time', cell: row.time_text, lot_no: row.lot_no })
    } else if (row.time_ms !== null && !inPeriod(row.time_ms)) of_record.set(row, 'outside')
    else {
      of_record.set(row, kind)
      findings.push({ kind, day: dayOf(undefined, [row]), rows: [row], deleted: gone })
    }
  }

  const own = events.filter(({ event_ms }) => inPeriod(event_ms))
  const of_days = new Set([
    ...file.records.filter(({ time_ms }) => inPeriod(time_ms)).map(({ time_ms }) => dayAt(time_ms!)),
    ...own.filter((one) => pairs.has(one)).map(({ event_ms }) => dayAt(event_ms)),
  ])
  const days = daysBetween(from_ms, to_ms)
  const types = new Map<number, number>()
  for (const one of own) {
    if (of_event.has(one)) continue
    const term = unpairedTerm(one, typeOf(one) !== null, of_days.has(dayAt(one.event_ms)))
    of_event.set(one, term)
    if (term === 'not_compared') types.set(one.event_type, (types.get(one.event_type) ?? 0) + 1)
    if (term === 'missing' || term === 'unsent' || term === 'absent_day')
      findings.push({ kind: term, day: dayAt(one.event_ms), ours: one, rows: [] })
  }

  const lacks = (which: readonly (number | null)[]) =>
    own.filter((one) => of_event.get(one) === 'not_compared' && which.includes(one.event_type)).length
  const without = { entries: lacks(arrivals), exits: lacks(departures) }
  const counted = file.records.filter((row) => !['double', 'outside'].includes(of_record.get(row)!))
  const open = openStays({ own, rows: counted, pairs, faults, days, of_days })
  const by_day = groupsOf(findings, ({ day }) => day)
  const events_by_day = groupsOf(own, ({ event_ms }) => dayAt(event_ms))
  const rows_by_day = groupsOf(
    file.records.filter(({ time_ms }) => inPeriod(time_ms)),
    ({ time_ms }) => dayAt(time_ms!),
  )
  const device = sum(
    device_terms,
    own.map((one) => of_event.get(one)!),
    {},
    total,
  )
  return {
    days: days.map((day): DayResult => {
      const of_day = events_by_day.get(day) ?? []
      const found = by_day.get(day) ?? []
      const count = (term: DeviceTerm) => of_day.filter((one) => of_event.get(one) === term).length
      const stay_types = [...arrivals, ...departures]
      const not_compared = of_day.filter(
        (one) => of_event.get(one) === 'not_compared' && stay_types.includes(one.event_type),
      ).length
      const theirs = rows_by_day.get(day)?.length ?? 0
      const ours =
        of_day.length -
        count('not_compared') -
        count('absent_both') -
        count('withdrawn') -
        count('unexpected')
      return {
        day,
        ours,
        theirs,
        not_compared,
        findings: found,
        equal: count('equal'),
        as_shown: count('as_shown'),
        open_ours: open.ours.filter(({ event_ms }) => dayAt(event_ms) === day),
        open_theirs: open.theirs.filter(({ time_ms }) => dayAt(time_ms!) === day),
        verdict: verdictOf({ ours, theirs, partly: not_compared + count('as_shown'), findings: found }),
      }
    }),
    file: sum(
      file_terms,
      [...of_record.values()],
      {
        without_exit: file.without_exit,
        not_compared: [...file.not_compared.values()].reduce((all, n) => all + n, 0),
        unreadable: file.faults.length,
      },
      file.total,
    ),
    device,
    typed: own.filter(({ state }) => state === 'typed').length,
    to_minute: file.records.filter((one) => one.to_minute && !one.derived).length,
    derived: file.records.filter((one) => one.derived).length,
    foreign_uuids,
    overwritten_plates: file.overwritten_plates,
    foreign: !isOfDevice({ own, file, deleted, paired: [...pairs.values()], unclear }),
    types,
    without,
    absent_days: days
      .map((day) => ({
        day,
        n: (by_day.get(day) ?? []).filter(({ kind }) => kind === 'absent_day').length,
      }))
      .filter(({ n }) => n > 0),
    faults: faults.toSorted((a, b) => a.line - b.line),
  }
}

/**
 * The file without its uuids if the device knows none of them: they are the platform's own, and say nothing
 * about an event here. They stay if the rows cannot be compared by their facts.
 */
function withKnownUuids(
  file: FileRecords,
  events: readonly DeviceEvent[],
  deleted: readonly Deleted[],
): { file: FileRecords; foreign_uuids: number } {
  const known = new Set([...events, ...deleted].map(({ uuid }) => uuid.toLowerCase()))
  const { records } = file
  const n = records.filter(({ uuid }) => uuid !== '').length
  const has_facts = records.some(({ event_type, lot_no }) => event_type !== null && lot_no !== '')
  return n === 0 || !has_facts || records.some(({ uuid }) => known.has(uuid))
    ? { file, foreign_uuids: 0 }
    : { file: { ...file, records: records.map((row) => ({ ...row, uuid: '' })) }, foreign_uuids: n }
}

type OfDevice = Pick<Given, 'file' | 'deleted'> & {
  own: readonly DeviceEvent[]
  paired: readonly Pair[]
  unclear: readonly { readonly theirs: FileRecord }[]
}
/**
 * Whether a row shows that the file is of this device: by a uuid, or by a plate at its time. Lots and times
 * alone are alike on devices whose lots have the same names: then half of the rows or events must be paired.
 */
function isOfDevice({ own, file: { records }, deleted, paired, unclear }: OfDevice): boolean {
  const hasPlate = ({ plate_number, shown }: FileRecord) =>
    plate_number !== null && plate_number !== '' && shown === null
  if (deleted.length > 0 || paired.some(({ by }) => by === 'uuid')) return true
  if (records.every(({ uuid }) => uuid !== '')) return false
  if (records.some(hasPlate))
    return (
      paired.some(({ theirs, fields }) => hasPlate(theirs) && !fields.includes('plate_number')) ||
      paired.some(({ by }) => by === 'look_alike') ||
      unclear.some(({ theirs }) => hasPlate(theirs))
    )
  return paired.length > 0 && paired.length * 2 >= Math.min(own.length, records.length)
}

/** What a pair shows. An event that the platform should not have is never equal. */
function termOf({
  ours: { state, status },
  theirs: { shown },
  fields,
}: Pair): 'equal' | 'as_shown' | 'different' | 'withdrawn' | 'unexpected' {
  if (state === 'withdrawn') return 'withdrawn'
  if (never_sent.includes(status)) return 'unexpected'
  return fields.length > 0 ? 'different' : shown === null ? 'equal' : 'as_shown'
}

function unpairedTerm({ state, status }: DeviceEvent, in_file: boolean, has_rows: boolean): DeviceTerm {
  if (!in_file) return 'not_compared'
  // Withdrawn and removed, or never sent: both sides agree.
  if (state === 'withdrawn' || never_sent.includes(status)) return 'absent_both'
  if (!has_rows) return 'absent_day'
  return status === event_status.sent ? 'missing' : 'unsent'
}

function verdictOf({
  ours,
  theirs,
  partly,
  findings,
}: Pick<DayResult, 'ours' | 'theirs' | 'findings'> & { partly: number }): DayResult['verdict'] {
  if (findings.some(({ kind }) => kind === 'absent_day')) return 'absent'
  if (findings.length > 0) return 'differs'
  if (partly > 0) return 'partly'
  return ours === 0 && theirs === 0 ? 'nothing' : 'agrees'
}

/**
 * The type that the file uses for an event. A file with one word for all entries uses it for initial and
 * scheduled ones too. A file without types uses the types of the events that it names.
 */
function typesOf(
  records: readonly FileRecord[],
  events: readonly DeviceEvent[],
): (event: DeviceEvent) => number | null {
  const named = new Set(records.map(({ uuid }) => uuid))
  const written = new Set(records.flatMap(({ event_type }) => event_type ?? []))
  const used = new Set(
    events.filter(({ uuid }) => named.has(uuid.toLowerCase())).map(({ event_type }) => event_type),
  )
  const in_file = written.size > 0 ? written : used
  const first = (of: readonly (number | null)[]) =>
    [1, 3, ...of].find((type) => of.includes(type) && in_file.has(type!))
  return ({ event_type }) => {
    if (in_file.has(event_type)) return event_type
    const same = arrivals.includes(event_type) ? arrivals : departures.includes(event_type) ? departures : []
    return first(same) ?? null
  }
}

function sum<Term extends string>(
  names: readonly Term[],
  counted: readonly Term[],
  more: Partial<Record<Term, number>>,
  total: number,
): Sum<Term> {
  const terms = Object.fromEntries(names.map((name) => [name, more[name] ?? 0])) as Record<Term, number>
  for (const term of counted) terms[term] += 1
  return { total, terms, closes: names.reduce((all, name) => all + terms[name], 0) === total }
}
