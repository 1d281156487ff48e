/**
 * Translates the filters of the event list between the address and the call. Invalid values are dropped,
 * never sent.
 */
import { event_status, event_type, plate_color, response_status } from '@parking/contract/core/codes.ts'
import type { BodyAt } from '#src/core/api.ts'

export const filter_names = [
  'start_time',
  'end_time',
  'parking_no',
  'camera_name',
  'lot_no',
  'event_type',
  'plate_number',
  'plate_like',
  'plate_color',
  'status',
  'response_status',
] as const
export type FilterName = (typeof filter_names)[number]
export type EventFilter = Pick<BodyAt<'/api/parking/parking_event'>, FilterName>

/** The filter in an address. */
export function filterIn(search: URLSearchParams): EventFilter {
  const filter: EventFilter = {
    start_time: stampIn(search, 'start_time'),
    end_time: stampIn(search, 'end_time'),
    parking_no: textIn(search, 'parking_no', 64),
    camera_name: textIn(search, 'camera_name', 64),
    lot_no: textIn(search, 'lot_no', 32),
    event_type: codeIn(search, 'event_type', event_type),
    plate_number: textIn(search, 'plate_number', 32),
    plate_like: search.get('plate_like') === '1' && search.get('plate_number')?.trim() ? true : undefined,
    plate_color: plate_color.find((color) => color === search.get('plate_color')),
    status: codeIn(search, 'status', event_status),
    response_status: codeIn(search, 'response_status', response_status),
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

/** Removes every filter. */
export const no_filter: Record<FilterName, undefined> = {
  start_time: undefined,
  end_time: undefined,
  parking_no: undefined,
  camera_name: undefined,
  lot_no: undefined,
  event_type: undefined,
  plate_number: undefined,
  plate_like: undefined,
  plate_color: undefined,
  status: undefined,
  response_status: undefined,
}

const textIn = (search: URLSearchParams, name: FilterName, max_length: number): string | undefined =>
  search.get(name)?.trim().slice(0, max_length) || undefined

function stampIn(search: URLSearchParams, name: FilterName): string | undefined {
  const text = search.get(name) ?? ''
  if (!/^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text)) return undefined
  const moment = new Date(`${text.replace(' ', 'T')}Z`)
  // Date parses 2026-02-30 as a day in March
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text.slice(0, 10)
    ? undefined
    : text
}

function codeIn<T extends Record<string, number>>(
  search: URLSearchParams,
  name: FilterName,
  table: T,
): T[keyof T] | undefined {
  const text = search.get(name)
  return (Object.values(table) as T[keyof T][]).find((number) => String(number) === text)
}
