/**
 * The differences between two states of a group of parameters, for users: secrets are named and never shown.
 */
import { maskedUrl, type Answer, type ParamGroup, type Params } from '@parking/contract'
import type { Secrets } from '../core/secrets.ts'
import { masked } from './extra-info.ts'
import type { Document } from './param-history.store.ts'
import { sealed_fields, write_only } from './param.store.ts'

export type FieldChange = Answer<'param_history'>['list'][number]['changes'][number]

/** Between two documents as stored. */
export function differenceOfStored(
  group: ParamGroup,
  before: Document,
  after: Document,
  secrets: Secrets,
): FieldChange[] {
  return differing(before, after).map((field) => {
    if (write_only[group].includes(field)) return { field, secret: secretChange(before[field], after[field]) }
    if (!sealed_fields[group].includes(field)) return changeOf(field, before[field], after[field])
    const [was, is] = [readable(before[field], secrets), readable(after[field], secrets)]
    if (was === undefined || is === undefined)
      return { field, secret: secretChange(before[field], after[field]) }
    // Where both read the same, the difference is a secret in the text.
    return masked(was) === masked(is)
      ? { field, secret: 'changed' }
      : { field, before: masked(was), after: masked(is) }
  })
}

/** What differs from the factory values; both are decrypted. */
export function driftOf<Group extends ParamGroup>(
  group: Group,
  factory: Params[Group],
  now: Params[Group],
): FieldChange[] {
  const [came, is]: [Document, Document] = [{ ...factory }, { ...now }]
  return differing(came, is).map((field) => {
    if (write_only[group].includes(field)) return { field, secret: 'set' }
    const value = is[field]
    return {
      field,
      before: came[field],
      after: field === 'extra_info' && typeof value === 'string' ? masked(value) : worded(value),
    }
  })
}

/** Between two states of anything else. */
export const plainDifference = (before: Document, after: Document): FieldChange[] =>
  differing(before, after).map((field) => changeOf(field, before[field], after[field]))

const differing = (before: Document, after: Document): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )

/** A token in the query of an address is a secret too. */
const worded = (value: unknown): unknown => (typeof value === 'string' ? maskedUrl(value) : value)

function changeOf(field: string, before: unknown, after: unknown): FieldChange {
  const [was, is] = [worded(before), worded(after)]
  // Where both read the same, the difference is a secret in the address.
  if (typeof was === 'string' && was === is) return { field, secret: 'changed' }
  return { field, ...(before !== undefined && { before: was }), ...(after !== undefined && { after: is }) }
}

const secretChange = (before: unknown, after: unknown): 'set' | 'changed' | 'removed' =>
  !before ? 'set' : after ? 'changed' : 'removed'

/** Undefined if it was encrypted under a key that is gone. */
export function readable(sealed: unknown, secrets: Secrets): string | undefined {
  if (typeof sealed !== 'string') return undefined
  try {
    return secrets.open(sealed)
  } catch {
    return undefined
  }
}
