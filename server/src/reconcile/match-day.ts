/**
 * Pairs the device's events with rows of the platform's export: by uuid, then by lot, type, plate and time,
 * then by look-alike plates. One to one; near ties are reported, not guessed. Pure. Long because each step
 * works on the rows that the previous step left over.
 */
import { event_type, plateFold, type FoundBy, type PlatformRow, type RowField } from '@parking/contract'
import { plateKey } from '../events/record/event.store.ts'

export type OurRow = {
  readonly uuid: string
  readonly event_ms: number
  readonly event_type: number
  readonly lot_no: string
  readonly plate_number: string
}
export type Pair<Ours extends OurRow> = {
  readonly ours: Ours
  readonly theirs: PlatformRow
  readonly by: FoundBy
  readonly fields: readonly RowField[]
}
export type MatchedDay<Ours extends OurRow> = {
  readonly pairs: readonly Pair<Ours>[]
  /** Additional rows of an event that already has its pair. */
  readonly doubles: ReadonlyMap<Ours, readonly PlatformRow[]>
  readonly unclear: readonly { readonly theirs: PlatformRow; readonly candidates: readonly Ours[] }[]
  readonly only_ours: readonly Ours[]
  readonly only_theirs: readonly PlatformRow[]
}

/** Times within this are equal, because exports round to seconds. */
const same_ms = 1_500
/** Rows without a uuid can match events whose times differ by at most this. */
const near_ms = 120_000
/** Candidates whose times differ by less than this are a tie. */
const tie_ms = 1_000

export function matchDay<Ours extends OurRow>(
  ours: readonly Ours[],
  theirs: readonly PlatformRow[],
): MatchedDay<Ours> {
  const by_uuid = new Map(ours.map((one) => [one.uuid.toLowerCase(), one]))
  const pairs = new Map<Ours, Pair<Ours>>()
  const doubles = new Map<Ours, PlatformRow[]>()
  const unclear: { theirs: PlatformRow; candidates: Ours[] }[] = []
  const pair = (one: Ours, row: PlatformRow, by: FoundBy) =>
    pairs.set(one, { ours: one, theirs: row, by, fields: differencesOf(one, row) })

  const without_uuid: PlatformRow[] = []
  const only_theirs: PlatformRow[] = []
  for (const row of theirs) {
    const one = by_uuid.get(row.uuid.toLowerCase())
    if (one === undefined) (row.uuid === '' ? without_uuid : only_theirs).push(row)
    else if (pairs.has(one)) doubles.set(one, [...(doubles.get(one) ?? []), row])
    else pair(one, row, 'uuid')
  }

  let rest = without_uuid
  for (const by of ['plate', 'look_alike'] as const) {
    const keyOf = by === 'plate' ? plateKey : (plate: string) => plateFold(plateKey(plate))
    const free = groupsOf(
      ours.filter((one) => !pairs.has(one)),
      ({ lot_no, event_type: type, plate_number }) => groupKey(lot_no, type, keyOf(plate_number)),
    )
    const wanted = new Map(
      rest.map((row) => {
        const group = free.get(groupKey(row.lot_no, row.event_type, keyOf(row.plate_number))) ?? []
        const candidates = group.map((one) => ({ row, one, apart: Math.abs(one.event_ms - row.time_ms) }))
        return [row, candidates.filter(({ apart }) => apart <= near_ms)] as const
      }),
    )
    const taken = new Set<PlatformRow>()
    // The nearest pair first, at equal distance the earlier event, so that the order of the file does not
    // matter.
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
      else pair(one, row, by)
    }
    rest = rest.filter((row) => !taken.has(row))
  }

  // A remaining row may be a second row of an event that already has its pair.
  const paired = groupsOf([...pairs.keys()], (one) =>
    groupKey(one.lot_no, one.event_type, plateKey(one.plate_number)),
  )
  for (const row of rest) {
    const group = paired.get(groupKey(row.lot_no, row.event_type, plateKey(row.plate_number))) ?? []
    const one = group.find(({ event_ms }) => Math.abs(event_ms - row.time_ms) <= same_ms)
    if (one) doubles.set(one, [...(doubles.get(one) ?? []), row])
    else only_theirs.push(row)
  }
  const tied = new Set(unclear.flatMap(({ candidates }) => candidates))
  return {
    pairs: [...pairs.values()],
    doubles,
    unclear,
    only_ours: ours.filter((one) => !pairs.has(one) && !tied.has(one)),
    only_theirs: only_theirs.toSorted((a, b) => a.line - b.line),
  }
}

/** The fields in which the two sides differ. A type or lot that the export omits is not compared. */
function differencesOf(one: OurRow, row: PlatformRow): RowField[] {
  const fields: RowField[] = []
  if (Math.abs(one.event_ms - row.time_ms) > same_ms) fields.push('time')
  if (row.event_type !== null && row.event_type !== one.event_type) fields.push('event_type')
  if (row.lot_no !== '' && row.lot_no !== one.lot_no) fields.push('lot_no')
  if (plateKey(one.plate_number) !== plateKey(row.plate_number)) fields.push('plate_number')
  return fields
}

const groupKey = (lot_no: string, type: number | null, plate: string): string =>
  JSON.stringify([lot_no, type, plate])

function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const [key, group] = [keyOf(item), groups.get(keyOf(item))]
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** The fields that identify an entry or exit on either side. */
type StayRow = { readonly lot_no: string; readonly event_type: number | null }

const arrivals: readonly (number | null)[] = [
  event_type.initial_entry,
  event_type.entry,
  event_type.scheduled_entry,
]
const departures: readonly (number | null)[] = [event_type.exit, event_type.scheduled_exit]

/**
 * The entries that are followed by another entry on the same lot without an exit in between. `rows` must be
 * sorted by time.
 */
export function neverClosed<Row extends StayRow>(rows: readonly Row[]): Row[] {
  const open = new Map<string, Row>()
  const found: Row[] = []
  for (const row of rows) {
    if (departures.includes(row.event_type)) open.delete(row.lot_no)
    if (!arrivals.includes(row.event_type)) continue
    const before = open.get(row.lot_no)
    if (before) found.push(before)
    open.set(row.lot_no, row)
  }
  return found
}
