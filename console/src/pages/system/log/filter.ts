/** Converts the filters of the log between the URL and the call. Invalid values are dropped, never sent. */
import { log_level, log_type } from '@parking/contract/core/codes.ts'
import type { AnswerAt, BodyAt } from '#src/core/api.ts'
import { momentOf } from '#src/time/time.ts'

export type LogBody = BodyAt<'/api/system/log'>
export type LogRow = AnswerAt<'/api/system/log'>['list'][number]
export type LogFilter = Omit<LogBody, 'page' | 'page_size'>

export const filter_names = ['type', 'level', 'since', 'start_ms', 'end_ms', 'text'] as const
export type FilterName = (typeof filter_names)[number]

/** Time spans up to now, in milliseconds. Their start is in the URL, so that it stays fixed. */
export const spans = { m15: 15 * 60_000, h1: 3_600_000, d1: 86_400_000, d7: 7 * 86_400_000 } as const
export type Since = keyof typeof spans

export const sinceIn = (search: URLSearchParams): Since | undefined =>
  (Object.keys(spans) as Since[]).find((since) => since === search.get('since'))

/** The filter in the URL. */
export function filterIn(search: URLSearchParams): LogFilter {
  const filter: LogFilter = {
    type: Object.values(log_type).find((type) => String(type) === search.get('type')) ?? log_type.all,
    level: log_level.find((level) => level === search.get('level')),
    start_ms: momentIn(search, 'start_ms'),
    end_ms: momentIn(search, 'end_ms'),
    text: search.get('text')?.trim().slice(0, 200) || undefined,
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as LogFilter
}

/** Removes every filter. */
export const no_filter: Record<FilterName, undefined> = {
  type: undefined,
  level: undefined,
  since: undefined,
  start_ms: undefined,
  end_ms: undefined,
  text: undefined,
}

/** The number of active filters; `since` is part of the start time. */
export const activeIn = (search: URLSearchParams): number =>
  filter_names.filter((name) => name !== 'since' && search.has(name)).length

function momentIn(search: URLSearchParams, name: 'start_ms' | 'end_ms'): number | undefined {
  const text = search.get(name) ?? ''
  return /^\d{1,13}$/.test(text) && Number(text) <= 4_102_444_800_000 ? Number(text) : undefined
}

/** A wall time of the device as a moment. An end includes its second. */
export function momentOfStamp(stamp: string | undefined, end = false): number | undefined {
  const ms = momentOf(stamp)?.getTime()
  return ms === undefined || ms < 0 ? undefined : ms + (end ? 999 : 0)
}
