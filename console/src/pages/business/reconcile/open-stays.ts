/** Entries that a lot cannot have held beside a later one, because no exit came between them. Pure. */
import { event_type } from '@parking/contract/core/codes.ts'
import { barePlate } from '@parking/contract/plate/plate-grammar.ts'
import { dayReader } from './file-time.ts'
import { groupsOf, type DeviceEvent, type Pair } from './pair.ts'
import type { FileRecord, RowFault } from './records.ts'

/** The fields that identify an entry or exit on either side. */
type StayRow = {
  readonly lot_no: string
  readonly event_type: number | null
  readonly plate_number: string | null
  /** Not null if a part of the plate is hidden. */
  readonly shown?: readonly string[] | null
}

export const arrivals: readonly (number | null)[] = [
  event_type.initial_entry,
  event_type.entry,
  event_type.scheduled_entry,
]
export const departures: readonly (number | null)[] = [event_type.exit, event_type.scheduled_exit]

/**
 * The entries that were followed by more entries than their lot has room for, without an exit. `rows` must be
 * in the order in which they happened; `roomOf` says how many vehicles fitted on the lot of a row then.
 */
export function neverClosed<Row extends StayRow>(rows: readonly Row[], roomOf: (row: Row) => number): Row[] {
  const open_by_lot = new Map<string, Row[]>()
  const found: Row[] = []
  for (const row of rows) {
    const [open, room] = [open_by_lot.get(row.lot_no) ?? [], roomOf(row)]
    const plateOf = (one: Row) => barePlate(one.plate_number ?? '')
    const same = open.findIndex((one) => plateOf(one) !== '' && plateOf(one) === plateOf(row))
    if (departures.includes(row.event_type)) {
      // Any exit empties a lot with room for one; otherwise the vehicle with that plate leaves, else the
      // first.
      open.splice(Math.max(0, same), 1)
    } else if (arrivals.includes(row.event_type)) {
      // Two vehicles may show the same part of their plates.
      if (same >= 0 && !row.shown) found.push(...open.splice(same, 1))
      else found.push(...open.splice(0, Math.max(0, open.length - room + 1)))
      open.push(row)
    }
    open_by_lot.set(row.lot_no, open)
  }
  return found
}

type Open = {
  /** The device's events of the period, in the order in which they happened. */
  readonly own: readonly DeviceEvent[]
  readonly rows: readonly FileRecord[]
  readonly pairs: ReadonlyMap<DeviceEvent, Pair>
  readonly faults: readonly RowFault[]
  readonly days: readonly string[]
  /** The days of which the file has rows. */
  readonly of_days: ReadonlySet<string>
}

/**
 * Entries that were never closed, on each side. On the file's side, lots with unreadable rows are not judged,
 * nothing is concluded across a day that the file lacks, and a file without exits shows nothing at all.
 */
export function openStays({ own, rows, pairs, faults, days, of_days }: Open): {
  ours: DeviceEvent[]
  theirs: FileRecord[]
} {
  const roomOfRow = roomReader(own, pairs)
  const seen_ms = new Map([...pairs.values()].map(({ ours, theirs }) => [theirs, ours.event_ms]))
  const unsure = new Set(faults.map(({ lot_no }) => lot_no))
  const judged = rows
    .filter(({ time_ms, lot_no }) => time_ms !== null && lot_no !== '' && !unsure.has(lot_no))
    // Within a second the order of the file says nothing: the device's order decides.
    .toSorted(
      (a, b) =>
        a.time_ms! - b.time_ms! ||
        (seen_ms.get(a) ?? 0) - (seen_ms.get(b) ?? 0) ||
        Number(arrivals.includes(a.event_type)) - Number(arrivals.includes(b.event_type)),
    )
  const dayAt = dayReader()
  let part = 0
  const part_of_day = new Map(days.map((day) => [day, of_days.has(day) ? part : ++part]))
  const parts = groupsOf(judged, ({ time_ms }) => part_of_day.get(dayAt(time_ms!)))
  const has_exits = judged.some(({ event_type: type }) => departures.includes(type))
  return {
    ours: neverClosed(
      own.filter(({ state }) => state !== 'withdrawn'),
      ({ room }) => room,
    ),
    theirs: has_exits ? [...parts.values()].flatMap((of_part) => neverClosed(of_part, roomOfRow)) : [],
  }
}

/** The room of a row's event, else that of the lot's last event until then, else of its first. */
function roomReader(
  own: readonly DeviceEvent[],
  pairs: ReadonlyMap<DeviceEvent, Pair>,
): (row: FileRecord) => number {
  const paired = new Map([...pairs.values()].map(({ ours, theirs }) => [theirs, ours]))
  const by_lot = groupsOf(own, ({ lot_no }) => lot_no)
  return (row) => {
    const of_lot = by_lot.get(row.lot_no) ?? []
    const before = of_lot.findLast(({ event_ms }) => event_ms <= row.time_ms!)
    return (paired.get(row) ?? before ?? of_lot[0])?.room ?? 1
  }
}
