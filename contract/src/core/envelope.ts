/** The form of every answer: HTTP 200 with a code, a message and, if there is any, data (spec §7). */
import type * as z from 'zod/mini'
import type { code } from './codes.ts'
import { type Issue, type IssueKind, hasControl, issue_kinds } from './rules.ts'

export type Code = (typeof code)[keyof typeof code]

export type Envelope<Data = unknown> = {
  code: number
  message: string
  data?: Data
  /** Identifies this answer in the device's log. */
  request_id?: string
}

/**
 * Converts a schema's errors into our issues, one for each field. Client and server run the same function.
 */
export function issuesOf(error: z.core.$ZodError, value: unknown): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const field = issue.path.join('.')
    switch (issue.code) {
      case 'unrecognized_keys':
        return issue.keys.map((key) => ({ field: field ? `${field}.${key}` : key, issue: 'unknown_field' }))
      case 'invalid_type':
        return [
          {
            field,
            issue: isMissing(value, issue.path)
              ? 'required'
              : issue.expected === 'int'
                ? 'not_whole'
                : 'type',
          },
        ]
      case 'too_small':
        return [{ field, issue: tooSmall(issue), limit: Number(issue.minimum) }]
      case 'too_big':
        return [
          {
            field,
            issue: issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'too_big',
            limit: Number(issue.maximum),
          },
        ]
      case 'invalid_value':
        return [{ field, issue: 'choice' }]
      case 'invalid_key':
        return [
          {
            field: issue.path.slice(0, -1).join('.'),
            issue: formatIssue(issue.message, issue.path.at(-1)),
          },
        ]
      default:
        return [{ field, issue: formatIssue(issue.message, valueAt(value, issue.path)) }]
    }
  })
}

/**
 * zod does not distinguish a missing value from one of the wrong type, but a user needs to know which it is.
 */
const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean => {
  const found = valueAt(value, path)
  return found === undefined || found === null
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  )

/** An invisible character is the reason that a user cannot see, so it comes before "no valid address". */
function formatIssue(message: string, value: unknown): IssueKind {
  if (typeof value === 'string' && hasControl(value.replace(/[\t\n\r]/g, ''))) return 'control_character'
  return isKind(message) ? message : 'format'
}

/** An empty text in a field that must be filled is reported as `required`. */
function tooSmall(issue: { origin: string; minimum: unknown }): IssueKind {
  if (issue.origin === 'string' || issue.origin === 'array')
    return issue.minimum === 1 ? 'required' : 'too_short'
  return 'too_small'
}

const isKind = (text: string): text is IssueKind => (issue_kinds as readonly string[]).includes(text)
