/** A filter of events as SQL conditions over the index event_list (migration 0010). */
import { barePlate, event_status, lookAlikesOf, sameSignsOf, type Body } from '@parking/contract'
import type { Value } from '#src/core/db.ts'
import { momentOf } from '#src/core/stamp.ts'
import { manual_types } from '../record/event.store.ts'

/** What a list of events is filtered by; `manual`: only the manual log. */
export type EventFilter = Omit<Body<'parking_event'>, 'page' | 'page_size' | 'cursor'> & {
  manual?: boolean | undefined
}
export type Terms = { readonly sql: readonly string[]; readonly params: Readonly<Record<string, Value>> }

/** The WHERE clause of conditions that must all hold; empty without conditions. */
export const where = (sql: readonly string[]): string => (sql.length > 0 ? `WHERE ${sql.join(' AND ')}` : '')
export const both = (...terms: readonly Terms[]): Terms => ({
  sql: terms.flatMap(({ sql }) => sql),
  params: Object.assign({}, ...terms.map(({ params }) => params)) as Terms['params'],
})

/** Conditions that the tallies can answer too. */
export function kindTerms(filter: EventFilter): Terms {
  const sql: string[] = []
  const params: Record<string, Value> = {}
  if (filter.manual) sql.push(`event_type IN (${manual_types.join(', ')})`)
  for (const column of ['event_type', 'plate_color', 'status', 'response_status'] as const) {
    const wanted = filter[column]
    if (wanted === undefined) continue
    // Spec §4: any status that has no name is "manually discarded".
    if (column === 'status' && wanted === event_status.manually_discarded) {
      sql.push(`status NOT BETWEEN ${event_status.pending} AND ${event_status.skipped}`)
      continue
    }
    sql.push(`${column} = :${column}`)
    params[column] = wanted
  }
  return { sql, params }
}

/** Empty texts do not filter: forms send them for fields that were left empty. */
export function placeTerms(filter: EventFilter): Terms {
  const wanted = (['parking_no', 'camera_name', 'lot_no'] as const).filter((column) => filter[column])
  if (wanted.length === 0) return { sql: [], params: {} }
  return {
    sql: [
      `place_id IN (SELECT place_id FROM place
        WHERE ${wanted.map((column) => `${column} = :${column}`).join(' AND ')})`,
    ],
    params: Object.fromEntries(wanted.map((column) => [column, filter[column] ?? ''])),
  }
}

/** The time span of a filter, in milliseconds; `to` is exclusive. */
export const spanOf = (filter: EventFilter): { from: number; to: number } => ({
  from: filter.start_time === undefined ? 0 : Math.max(0, momentOf(filter.start_time)),
  // including the whole last second
  to: filter.end_time === undefined ? Number.MAX_SAFE_INTEGER : momentOf(filter.end_time) + 1000,
})
export const isTimed = (filter: EventFilter): boolean =>
  filter.start_time !== undefined || filter.end_time !== undefined

/** The text to find in the plates; empty if the filter has none. */
export const plateOf = (filter: EventFilter): string => barePlate(filter.plate_number ?? '')

/** The condition on the plate; none if the filter has no text to find. */
export function plateTerms(filter: EventFilter): Terms {
  const plate = plateOf(filter)
  if (plate === '') return { sql: [], params: {} }
  const alike = filter.plate_like ? lookAlikesOf : () => []
  return { sql: ['plate_key GLOB :plate'], params: { plate: platePattern(plate, alike) } }
}

/**
 * The pattern of SQLite's GLOB for a part of a plate: each character with the one that plates draw alike, and
 * with those of `alike`: `*[0O][1I]*`.
 */
export function platePattern(
  plate: string,
  alike: (character: string) => readonly string[] = () => [],
): string {
  const parts = [...plate].map((character) => {
    const all = new Set([character, ...sameSignsOf(character), ...alike(character)])
    return /[*?[]/.test(character) || all.size > 1 ? `[${[...all].join('')}]` : character
  })
  return `*${parts.join('')}*`
}
