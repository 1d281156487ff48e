/** The values of a form as a body, and what the contract's schema finds wrong with it. */
import type { Issue } from '@parking/contract/core/rules.ts'
import { issuesOf } from '@parking/contract/core/envelope.ts'
import * as z from 'zod/mini'
import type { Kind } from './kinds.ts'
import { valueOf, type Raw } from './values.ts'

export type Values = Readonly<Record<string, unknown>>
export type Raws = Readonly<Record<string, Raw>>

/** The body to send: untouched fields return as they were read, typed ones are parsed by their kind. */
export function bodyOf(
  kinds: Record<string, Kind>,
  values: Values,
  base: Raws,
  raws: Raws,
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(kinds)) {
    const untouched = values[name] !== undefined && raws[name] === base[name]
    const value = untouched ? values[name] : valueOf(kind, raws[name] ?? '')
    if (value !== undefined) body[name] = value
  }
  return body
}

/** At most one issue for each field, in the order of the schema's fields. */
export function check(
  schema: z.ZodMiniObject,
  kinds: Record<string, Kind>,
  body: Record<string, unknown>,
): Issue[] {
  const result = z.safeParse(schema, body)
  if (result.success) return []
  const issues = issuesOf(result.error, body).map((issue) => asRequired(kinds, body, issue))
  const names = Object.keys(kinds)
  const order = (issue: Issue) => names.indexOf(topOf(issue.field))
  return issues
    .filter((issue, at) => issues.findIndex((other) => other.field === issue.field) === at)
    .sort((a, b) => order(a) - order(b))
}

/** The field of the form that an issue is about: `lots.0.lot_no` is about `lots`. */
export const topOf = (field: string): string => field.split('.')[0] ?? field

/** The schema reads an empty address as "no address"; in a form it means that the field was left empty. */
function asRequired(kinds: Record<string, Kind>, body: Record<string, unknown>, issue: Issue): Issue {
  return kinds[issue.field]?.required && body[issue.field] === ''
    ? { field: issue.field, issue: 'required' }
    : issue
}
