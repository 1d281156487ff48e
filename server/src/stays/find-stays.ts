/** Finds stays by plate, or by lot and time, and lists the irregular stays page by page. */
import {
  barePlate,
  irregular_bits,
  irregularities,
  markBit,
  plateFold,
  type Answer,
  type Body,
} from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { momentOf } from '../core/stamp.ts'
import { listEvents } from '../events/list/event-list.ts'
import { checkedSpanOfDay } from './stay-day.ts'
import { shownStays } from './stay-rows.ts'
import {
  countIrregular,
  irregularPage,
  stayAfter,
  stayBefore,
  stayById,
  staysBetween,
  staysOfLotWithin,
  staysOfPlate,
  type StayRow,
} from './stay.store.ts'

type Needs = Pick<Deps, 'db' | 'media' | 'now'>
type Span = { from_ms: number; to_ms: number }

/** A typed plate may be incomplete: it is searched in this many of the newest events that contain it. */
const newest_events = 50

/** The stays that match, newest first; stays of a lot around a time are sorted by their distance from it. */
export function findStays(body: Body<'find_stays'>, deps: Needs): Answer<'find_stays'> {
  return { list: shownStays(deps.db, found(body, deps).slice(0, body.limit)) }
}

function found(
  { plate_number = '', lot_no = '', day, time, limit }: Body<'find_stays'>,
  deps: Needs,
): StayRow[] {
  const { db } = deps
  const span: Span | undefined =
    time !== undefined ? spanAt(time) : day !== undefined ? checkedSpanOfDay(day) : undefined
  const key = barePlate(plate_number)
  if (key !== '') {
    const rows = span ? ofPlateWithin(deps, plateFold(key), span) : ofPlate(deps, plate_number)
    return rows
      .filter((row) => lot_no === '' || row.lot_no === lot_no)
      .sort((a, b) => b.begin_ms - a.begin_ms)
  }
  if (lot_no === '') return []
  if (time === undefined)
    return staysOfLotWithin(db, lot_no, span ?? { from_ms: 0, to_ms: Number.MAX_SAFE_INTEGER }, limit)
  const at = momentOf(time) + 999
  const around = [stayBefore(db, lot_no, at), stayAfter(db, lot_no, at)].flatMap((row) => row ?? [])
  // The vehicle that was parked there at that time comes first, then the nearest stay.
  return around.sort((a, b) => distance(a, at) - distance(b, at))
}

function ofPlate({ db, media, now }: Needs, plate_number: string): StayRow[] {
  const filter = { page: 1, page_size: newest_events, plate_number, plate_like: true }
  const plates = listEvents(db, media, filter, now()).list.map((event) => event.plate_number)
  return [...new Set(plates.map(barePlate))].flatMap((plate) => staysOfPlate(db, plate))
}

const ofPlateWithin = ({ db }: Needs, fold: string, { from_ms, to_ms }: Span): StayRow[] =>
  staysBetween(db, from_ms, to_ms)
    .filter(({ plate_number }) => plateFold(barePlate(plate_number)).includes(fold))
    .flatMap(({ stay_id }) => stayById(db, stay_id) ?? [])

const spanAt = (time: string): Span => ({ from_ms: momentOf(time), to_ms: momentOf(time) + 1000 })
const distance = ({ begin_ms, end_ms }: StayRow, at: number): number =>
  at < begin_ms ? begin_ms - at : Math.max(0, at - (end_ms ?? Infinity))

/** A page of the irregular stays, newest first. */
export function irregularStays(
  { page_size, cursor, kind }: Body<'irregular_stays'>,
  { db }: Pick<Needs, 'db'>,
): Answer<'irregular_stays'> {
  const bits = kind === undefined ? irregular_bits : markBit(kind)
  const [begin_ms, stay_id] = (cursor ?? '').split('-')
  const after = stay_id === undefined ? undefined : { begin_ms: Number(begin_ms), stay_id: Number(stay_id) }
  const rows = irregularPage(db, bits, after, page_size + 1)
  const counted = countIrregular(db)
  const count = (wanted: number) =>
    counted.reduce((sum, { irregular, n }) => sum + ((irregular & wanted) !== 0 ? n : 0), 0)
  const [shown, last] = [rows.slice(0, page_size), rows[page_size - 1]]
  return {
    total: count(bits),
    by_kind: Object.fromEntries(
      irregularities.map((one) => [one, count(markBit(one))]),
    ) as Answer<'irregular_stays'>['by_kind'],
    list: shownStays(db, shown),
    ...(rows.length > page_size && last && { next: `${last.begin_ms}-${last.stay_id}` }),
  }
}
