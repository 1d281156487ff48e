/**
 * The event list (spec §7 parking_event), newest first. Rows are found inside one narrow index and only a page of them is
 * read whole; totals come from the tally wherever a filter allows it, so that a million events cost what a page costs.
 */
import { event_type, type Answer, type Body } from '@parking/contract'
import type { Db, Value } from '../db.ts'
import { shownPictures } from '../evidence/evidence.store.ts'
import type { Media } from '../media.ts'
import { momentOf, stampOf } from '../stamp.ts'
import { plateKey, type EventRow } from './event.store.ts'
import { drawnPath, picturePath } from './picture.ts'

/** What somebody looked at and judged: the manual log (DESIGN §5). */
export const manual_types: readonly number[] = [event_type.manual_vacancy_check, event_type.manual_occupied_check]

/** `manual`: only those. */
export type EventFilter = Body<'parking_event'> & { manual?: boolean }
type Row = Answer<'parking_event'>['list'][number]
type Terms = { sql: string[]; params: Record<string, Value> }

export function listEvents(db: Db, media: Media, filter: EventFilter, now: number): Answer<'parking_event'> {
  const total = countEvents(db, filter)
  const offset = (filter.page - 1) * filter.page_size
  const list = offset >= total ? [] : pageOf(db, filter, offset, total).map((row) => shown(db, media, row, now))
  return { total, list }
}

/** By the tally where no more is asked than it knows: no time, no plate, no uuid. */
export function countEvents(db: Db, filter: EventFilter): number {
  const { sql, params } = kindTerms(filter)
  if (filter.start_time === undefined && filter.end_time === undefined && !plateOf(filter) && filter.uuid === undefined) {
    return db.get<{ n: number }>(`SELECT ifnull(sum(n), 0) AS n FROM event_tally ${where([...sql, ...placeTerms(filter, params)])}`, params)?.n ?? 0
  }
  const terms = allTerms(filter)
  return db.get<{ n: number }>(`SELECT count(*) AS n FROM event ${indexOf(filter)} ${where(terms.sql)}`, terms.params)?.n ?? 0
}

type Found = EventRow & { parking_no: string; camera_name: string; lot_no: string }

/** The nearer end of the list is where the counting of rows begins. */
function pageOf(db: Db, filter: EventFilter, offset: number, total: number): Found[] {
  const fromEnd = offset > total / 2
  const limit = Math.min(filter.page_size, total - offset)
  const skip = fromEnd ? total - offset - limit : offset
  const order = fromEnd ? 'ASC' : 'DESC'
  const { sql, params } = allTerms(filter)
  return db.all<Found>(
    `SELECT event.*, parking_no, camera_name, lot_no
     FROM (SELECT event_id FROM event ${indexOf(filter)} ${where(sql)} ORDER BY event_ms ${order}, event_id ${order} LIMIT :limit OFFSET :skip) AS page
     JOIN event USING (event_id) JOIN place USING (place_id) ORDER BY event_ms DESC, event_id DESC`,
    { ...params, limit, skip },
  )
}

const where = (sql: readonly string[]) => (sql.length > 0 ? `WHERE ${sql.join(' AND ')}` : '')

/** The planner has no statistics and would go by the queue's index, which has to read each row. */
const indexOf = (filter: EventFilter) => (filter.uuid === undefined ? 'INDEXED BY event_list' : '')

/** What the tally knows of an event too. */
function kindTerms(filter: EventFilter): Terms {
  const terms: Terms = { sql: [], params: {} }
  if (filter.manual) terms.sql.push(`event_type IN (${manual_types.join(', ')})`)
  for (const column of ['event_type', 'plate_color', 'status', 'response_status'] as const) {
    const wanted = filter[column]
    if (wanted === undefined) continue
    terms.sql.push(`${column} = :${column}`)
    terms.params[column] = wanted
  }
  return terms
}

/** Empty texts filter nothing: a form sends them for what was left open. */
function placeTerms(filter: EventFilter, params: Record<string, Value>): string[] {
  const wanted = (['parking_no', 'camera_name', 'lot_no'] as const).filter((column) => filter[column])
  if (wanted.length === 0) return []
  for (const column of wanted) params[column] = filter[column]!
  return [`place_id IN (SELECT place_id FROM place WHERE ${wanted.map((column) => `${column} = :${column}`).join(' AND ')})`]
}

function allTerms(filter: EventFilter): Terms {
  const { sql, params } = kindTerms(filter)
  sql.push(...placeTerms(filter, params))
  if (filter.start_time !== undefined) {
    sql.push('event_ms >= :start')
    params['start'] = momentOf(filter.start_time)
  }
  if (filter.end_time !== undefined) {
    sql.push('event_ms < :end') // the whole of the last second is meant
    params['end'] = momentOf(filter.end_time) + 1000
  }
  const plate = plateOf(filter)
  if (plate) {
    sql.push('instr(plate_key, :plate) > 0')
    params['plate'] = plate
  }
  if (filter.uuid !== undefined) {
    sql.push('uuid = :uuid')
    params['uuid'] = filter.uuid.toLowerCase()
  }
  return { sql, params }
}

const plateOf = (filter: EventFilter): string => plateKey(filter.plate_number ?? '')

function shown(db: Db, media: Media, row: Found, now: number): Row {
  const pictures = shownPictures(db, row.event_id).map(({ position, kind, width, height, bytes, drawn }) =>
    ({ kind, url: media.address((drawn ? drawnPath : picturePath)(row.create_ms, row.uuid, position), now), width, height, bytes }))
  return {
    uuid: row.uuid, event_time_str: stampOf(row.event_ms), create_time_str: stampOf(row.create_ms), parking_no: row.parking_no, camera_name: row.camera_name,
    lot_no: row.lot_no, event_type: row.event_type, plate_number: row.plate_number, pic_plates: pictures.filter(({ kind }) => kind === 'plate').map(({ url }) => url),
    plate_color: row.plate_color, send_time_str: stampOf(row.send_ms), count_tried: row.count_tried, response_time_str: stampOf(row.response_ms),
    response_status: row.response_status, response_info: row.response_info, status: row.status, comment: row.comment, pictures, confidence: row.confidence,
    next_try_str: row.status === 0 && row.count_tried > 0 ? stampOf(row.next_try_ms) : '',
  }
}
