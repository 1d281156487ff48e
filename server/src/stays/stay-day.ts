/**
 * A day of all lots for the time axis (contract, stay_day), in a compact form that allows a thousand stays an
 * hour.
 */
import type { Answer, Body } from '@parking/contract'
import { lotPlacesAt } from '../camera/past-lots.store.ts'
import { lotPlaces } from '../camera/scene.store.ts'
import type { Deps } from '../core/deps.ts'
import { momentOf, spanOfDay } from '../core/stamp.ts'
import { badField } from '../core/refusal.ts'
import { planBetween } from '../schedule/scheduled-event-stays.store.ts'
import { gapsBetween } from './gaps.ts'
import { countDue, countIrregular, placesById, staysBetween } from './stay.store.ts'

type Day = Answer<'stay_day'>
type Lot = Day['lots'][number]

/** Throws 1000 on `day` for a day that does not exist. */
export function stayDay({ day, parking_no }: Body<'stay_day'>, { db, now }: Pick<Deps, 'db' | 'now'>): Day {
  const { from_ms, to_ms } = checkedSpanOfDay(day)
  const rows = staysBetween(db, from_ms, to_ms)
  const places = placesById(
    db,
    rows.map(({ place_id }) => place_id),
  )
  const is_past = to_ms <= now()
  const lots_then = is_past ? lotPlacesAt(db, to_ms) : lotPlaces(db)
  const lots = new Map(lots_then.map((place) => [place.lot_no, lotAt(place)]))
  // On a past day a lot was seen by the camera of that day's last stay, which may have been replaced since.
  for (const { place_id } of rows) {
    const place = places.get(place_id)
    if (place && (is_past || !lots.has(place.lot_no))) lots.set(place.lot_no, lotAt(place))
  }
  const shown = [...lots.values()]
    .filter((lot) => parking_no === undefined || parking_no === '' || lot.parking_no === parking_no)
    .sort(byPlace())
  const position = new Map(shown.map(({ lot_no }, at) => [lot_no, at]))
  const stays: Day['stays'] = []
  for (const row of rows) {
    const at = position.get(row.lot_no)
    if (at === undefined) continue
    stays.push([
      at,
      secondsFrom(from_ms, row.begin_ms),
      row.end_ms === null ? null : secondsFrom(from_ms, row.end_ms),
      row.marks | (row.irregular << 16),
      row.stay_id,
      row.plate_number,
    ])
  }
  return {
    from_ms,
    to_ms,
    now_ms: now(),
    lots: shown,
    stays,
    ...planBetween(db, from_ms, to_ms),
    gaps: gapsBetween(db, from_ms, Math.min(to_ms, now())),
    irregular: countIrregular(db).reduce((sum, { n }) => sum + n, 0),
    behind: countDue(db),
  }
}

const lotAt = ({ lot_no, parking_no, camera_sn, camera_name }: Lot): Lot => ({
  lot_no,
  parking_no,
  camera_sn,
  camera_name,
})

/** The span of a day that a client sent. Throws 1000 on `day` for a day that does not exist. */
export function checkedSpanOfDay(day: string): { from_ms: number; to_ms: number } {
  if (Number.isNaN(momentOf(`${day} 00:00:00`))) throw badField('day', 'time')
  return spanOfDay(day)
}

/** The second that a stamp shows; the midnight `from_ms` is a whole second. */
const secondsFrom = (from_ms: number, at_ms: number): number => Math.floor((at_ms - from_ms) / 1000)

/** Created when needed, because a collator takes 3 MB of memory. */
function byPlace(): (a: Lot, b: Lot) => number {
  const { compare } = new Intl.Collator('en', { numeric: true })
  return (a, b) =>
    compare(a.parking_no, b.parking_no) ||
    compare(a.camera_name, b.camera_name) ||
    compare(a.lot_no, b.lot_no)
}
