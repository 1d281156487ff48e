/**
 * Pairs the device's events with records of the platform's export: by uuid, then by lot, type, plate and
 * time. One to one; near ties are reported, not guessed. Pure. Long because each step takes what the step
 * before it left over.
 */
import { barePlate } from '@parking/contract/plate/plate-grammar.ts'
import { inOneScript, plateFold } from '@parking/contract/plate/plate-look-alikes.ts'
import type { AnswerAt } from '#src/core/api.ts'
import type { FileRecord } from './records.ts'
import { fitsShown } from './cells/shown-plate.ts'

export type DeviceEvent = AnswerAt<'/api/parking/list_reconcile_events'>['list'][number]

export const row_fields = ['time', 'event_type', 'lot_no', 'plate_number'] as const
export type RowField = (typeof row_fields)[number]
/**
 * plate, shown, look_alike: by lot, type, plate (what is shown of it) and a time within two minutes. moment:
 * by two of these and the time.
 */
export type FoundBy = 'uuid' | 'plate' | 'shown' | 'look_alike' | 'moment'

export type Pair = {
  readonly ours: DeviceEvent
  readonly theirs: FileRecord
  readonly by: FoundBy
  readonly fields: readonly RowField[]
}
export type Paired = {
  readonly pairs: ReadonlyMap<DeviceEvent, Pair>
  /** Further records of an event that already has its pair. */
  readonly doubles: ReadonlyMap<DeviceEvent, readonly FileRecord[]>
  readonly unclear: readonly { readonly theirs: FileRecord; readonly candidates: readonly DeviceEvent[] }[]
  readonly only_theirs: readonly FileRecord[]
}

/** Times within this are equal, because exports round to seconds. */
const same_ms = 1_500
/** Records without a uuid can be events whose times differ by at most this. */
export const near_ms = 120_000
/** Candidates whose times differ by less than this are a tie. */
const tie_ms = 1_000

/** How far an event is from the time of a row; 0 wherever a time that is not exact may be. */
function apartOf(event_ms: number, { time_ms, early_ms, late_ms }: FileRecord): number {
  if (time_ms === null) return Infinity
  const after = event_ms - time_ms
  return Math.max(0, after > 0 ? after - late_ms : -after - early_ms)
}

/** `typeOf`: the type that the file uses for an event; null if the file has no such events. */
export function pairAll(
  events: readonly DeviceEvent[],
  records: readonly FileRecord[],
  typeOf: (event: DeviceEvent) => number | null,
): Paired {
  const pairs = new Map<DeviceEvent, Pair>()
  const doubles = new Map<DeviceEvent, FileRecord[]>()
  const unclear: { theirs: FileRecord; candidates: DeviceEvent[] }[] = []
  const pairUp = (ours: DeviceEvent, theirs: FileRecord, by: FoundBy) =>
    pairs.set(ours, { ours, theirs, by, fields: differencesOf(ours, theirs, typeOf) })

  const only_theirs: FileRecord[] = []
  const by_uuid = new Map(events.map((one) => [one.uuid.toLowerCase(), one]))
  const of_event = groupsOf(records, ({ uuid }) => by_uuid.get(uuid))
  for (const [ours, all] of of_event) {
    if (ours === undefined) continue
    // The record that says the same as the event is its pair; the others are double.
    const wrong = (one: FileRecord) => differencesOf(ours, one, typeOf).length
    const [theirs, ...further] = all.toSorted((a, b) => wrong(a) - wrong(b) || a.line - b.line)
    pairUp(ours, theirs!, 'uuid')
    if (further.length > 0) doubles.set(ours, further)
  }
  let rest: Timed[] = []
  for (const one of of_event.get(undefined) ?? []) {
    if (one.uuid === '' && isTimed(one)) rest.push(one)
    else only_theirs.push(one)
  }
  // A file without plates is compared by lot, type and time alone.
  const has_plates = records.some(({ plate_number }) => plate_number !== null)
  const plateIn = (plate: string | null) => (has_plates ? samePlate(plate ?? '') : '')
  // The nearest pair first, at equal distance the earlier event: the order of the file does not matter.
  for (const by of ['plate', 'shown', 'look_alike'] as const) {
    const plateOf = (plate: string | null) =>
      by === 'plate' ? plateIn(plate) : by === 'shown' ? '' : plateFold(plateIn(plate))
    const wanted = candidatesOf(
      rest.filter(({ shown }) => (shown !== null) === (by === 'shown')),
      events.filter((one) => !pairs.has(one)),
      near_ms,
      ({ lot_no, event_type, plate_number }) => keyOf(lot_no, event_type, plateOf(plate_number)),
      (one) => keyOf(one.lot_no, typeOf(one), plateOf(one.plate_number)),
      ({ shown }, { plate_number }) => shown === null || fitsShown(shown, plate_number),
    )
    const taken = new Set<FileRecord>()
    const nearest = [...wanted.values()]
      .flat()
      .toSorted((a, b) => a.apart - b.apart || a.one.event_ms - b.one.event_ms)
    for (const { row, one, apart } of nearest) {
      if (taken.has(row) || pairs.has(one)) continue
      const rivals = (wanted.get(row) ?? []).filter(
        (other) => other.one !== one && !pairs.has(other.one) && other.apart - apart < tie_ms,
      )
      taken.add(row)
      if (rivals.length > 0 && apart > same_ms)
        unclear.push({ theirs: row, candidates: [one, ...rivals.map((rival) => rival.one)] })
      else pairUp(one, row, by)
    }
    rest = rest.filter((row) => !taken.has(row))
  }
  takeDoubles()
  for (const keys of moment_keys) {
    const wanted = candidatesOf(
      rest,
      events.filter((one) => !pairs.has(one)),
      same_ms,
      (row) => keys(row.lot_no, row.event_type, row.shown ? '' : plateIn(row.plate_number)),
      (one) => keys(one.lot_no, typeOf(one), plateIn(one.plate_number)),
    )
    const rows_of = groupsOf([...wanted.values()].flat(), ({ one }) => one)
    // Only if neither side has another candidate.
    rest = rest.filter((row) => {
      const [first, ...others] = wanted.get(row) ?? []
      const sure = first && others.length === 0 && rows_of.get(first.one)?.length === 1
      if (sure) pairUp(first.one, row, 'moment')
      return !sure
    })
  }
  takeDoubles()
  return {
    pairs,
    doubles,
    unclear,
    only_theirs: [...only_theirs, ...rest].toSorted((a, b) => a.line - b.line),
  }

  /** A record that says the same as a paired record is a second one of that event. */
  function takeDoubles(): void {
    const paired = groupsOf([...pairs.values()], ({ theirs }) => contentOf(theirs))
    rest = rest.filter((row) => {
      const { ours } =
        (paired.get(contentOf(row)) ?? []).find(
          ({ ours: { event_ms }, theirs: { time_ms } }) =>
            apartOf(event_ms, row) <= same_ms ||
            (time_ms !== null && Math.abs(time_ms - row.time_ms) <= same_ms),
        ) ?? {}
      if (ours) doubles.set(ours, [...(doubles.get(ours) ?? []), row])
      return ours === undefined
    })
  }
}

/** A record with a time and a type, which can be paired by its facts. */
type Timed = FileRecord & { readonly time_ms: number; readonly event_type: number }
const isTimed = (one: FileRecord): one is Timed => one.time_ms !== null && one.event_type !== null

/** Two of lot, type and plate, which identify an event at its moment; undefined if they cannot. */
const moment_keys: readonly ((lot_no: string, type: number | null, plate: string) => string | undefined)[] = [
  (lot_no, type) => keyOf(lot_no, type, ''),
  (lot_no, _, plate) => (plate === '' ? undefined : keyOf(lot_no, 0, plate)),
  (_, type, plate) => (plate === '' ? undefined : keyOf('', type, plate)),
]

type Candidate = { readonly row: Timed; readonly one: DeviceEvent; readonly apart: number }

function candidatesOf(
  rows: readonly Timed[],
  events: readonly DeviceEvent[],
  within_ms: number,
  keyOfRow: (row: Timed) => string | undefined,
  keyOfEvent: (one: DeviceEvent) => string | undefined,
  fits: (row: Timed, one: DeviceEvent) => boolean = () => true,
): Map<Timed, Candidate[]> {
  const free = groupsOf(events, keyOfEvent)
  return new Map(
    rows.map((row) => {
      const key = keyOfRow(row)
      const group = key === undefined ? [] : (free.get(key) ?? [])
      return [
        row,
        group
          .map((one) => ({ row, one, apart: apartOf(one.event_ms, row) }))
          .filter(({ one, apart }) => apart <= within_ms && fits(row, one)),
      ]
    }),
  )
}

/** The fields in which the two sides differ. A type, lot or plate that the export omits is not compared. */
function differencesOf(
  one: DeviceEvent,
  row: FileRecord,
  typeOf: (event: DeviceEvent) => number | null,
): RowField[] {
  const fields: RowField[] = []
  if (apartOf(one.event_ms, row) > same_ms) fields.push('time')
  if (row.event_type !== null && row.event_type !== typeOf(one)) fields.push('event_type')
  if (row.lot_no !== '' && row.lot_no !== one.lot_no) fields.push('lot_no')
  if (row.plate_number !== null && !isSamePlate(one.plate_number, row.plate_number, row.shown))
    fields.push('plate_number')
  return fields
}

const isSamePlate = (ours: string, theirs: string, shown: FileRecord['shown']): boolean =>
  shown ? fitsShown(shown, ours) : samePlate(ours) === samePlate(theirs)
/** Platforms of either side of the strait export a province in their own script. */
const samePlate = (plate: string): string => inOneScript(barePlate(plate))
const keyOf = (lot_no: string, type: number | null, plate: string): string =>
  JSON.stringify([lot_no, type, plate])
const contentOf = ({ lot_no, event_type, plate_number }: FileRecord): string =>
  keyOf(lot_no, event_type, samePlate(plate_number ?? ''))

export function groupsOf<Item, Key>(
  items: readonly Item[],
  keyOfItem: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOfItem(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
