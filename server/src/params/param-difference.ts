/** The differences between two states of a parameter group, for users. Secrets are named but never shown. */
import { maskedUrl, type Answer, type ParamGroup, type Params } from '@parking/contract'
import type { Secrets } from '../core/secrets.ts'
import { masked } from './extra-info.ts'
import { sealed_fields, write_only } from './param.store.ts'

type Document = Readonly<Record<string, unknown>>
export type FieldChange = Answer<'param_history'>['list'][number]['changes'][number]

/** The differences between two documents as stored. */
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
    // If both look the same when masked, the difference is a secret in the text.
    return masked(was) === masked(is)
      ? { field, secret: 'changed' }
      : { field, before: masked(was), after: masked(is) }
  })
}

/** The differences from the factory values. Both documents are decrypted. */
export function driftOf<Group extends ParamGroup>(
  group: Group,
  factory: Params[Group],
  now: Params[Group],
): FieldChange[] {
  const [original, is]: [Document, Document] = [{ ...factory }, { ...now }]
  return differing(original, is).map((field) => {
    if (write_only[group].includes(field)) return { field, secret: 'set' }
    const value = is[field]
    return {
      field,
      before: original[field],
      after: field === 'extra_info' && typeof value === 'string' ? masked(value) : maskedIfUrl(value),
    }
  })
}

/** The differences between two states of anything else. */
export const plainDifference = (before: Document, after: Document): FieldChange[] =>
  differing(before, after).map((field) => changeOf(field, before[field], after[field]))

const differing = (before: Document, after: Document): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )

/** Masks addresses, because a token in the query of an address is a secret too. */
const maskedIfUrl = (value: unknown): unknown => (typeof value === 'string' ? maskedUrl(value) : value)

function changeOf(field: string, before: unknown, after: unknown): FieldChange {
  const [was, is] = [maskedIfUrl(before), maskedIfUrl(after)]
  // If both look the same when masked, the difference is a secret in the address.
  if (typeof was === 'string' && was === is) return { field, secret: 'changed' }
  return { field, ...(before !== undefined && { before: was }), ...(after !== undefined && { after: is }) }
}

const secretChange = (before: unknown, after: unknown): 'set' | 'changed' | 'removed' =>
  !before ? 'set' : after ? 'changed' : 'removed'

/** The decrypted text. Undefined if it was encrypted with a key that no longer exists. */
export function readable(sealed: unknown, secrets: Secrets): string | undefined {
  if (typeof sealed !== 'string') return undefined
  try {
    return secrets.open(sealed)
  } catch {
    return undefined
  }
}
