/** Kinds of events: each combination of place, type, colour, status and response status has a number. */
import type { Db } from '#src/core/db.ts'
import { where, type Terms } from './event-terms.store.ts'
import type { Kind, TraitColumn } from './kind-index.ts'

/**
 * An array with 1 at the number of every kind that meets the conditions, which come from `kindTerms` and
 * `placeTerms`.
 */
export function wantedKinds(db: Db, terms: Terms): Uint8Array {
  const { highest } = db.get<{ highest: number | null }>('SELECT max(kind_id) AS highest FROM event_kind')!
  const wanted = new Uint8Array(1 + (highest ?? 0))
  for (const { kind_id } of db.all<{ kind_id: number }>(
    `SELECT kind_id FROM event_kind ${where(terms.sql)}`,
    terms.params,
  ))
    wanted[kind_id] = 1
  return wanted
}

/** The distinct values of a column among the kinds that meet the conditions. */
export const valuesOfKinds = (db: Db, column: TraitColumn, terms: Terms): (string | number)[] =>
  db
    .all<{ value: string | number }>(
      `SELECT DISTINCT ${column} AS value FROM event_kind ${where(terms.sql)}`,
      terms.params,
    )
    .map(({ value }) => value)

/** The kinds with these numbers. */
export const kindsNumbered = (db: Db, kind_ids: readonly number[]): Kind[] =>
  db.all<Kind>('SELECT * FROM event_kind WHERE kind_id IN (SELECT value FROM json_each(?))', [
    JSON.stringify(kind_ids),
  ])
