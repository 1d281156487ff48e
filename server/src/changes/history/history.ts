/** The history of the configuration: the parts of the change log as users see them. */
import { param_groups, secret_mask, type Answer, type Body } from '@parking/contract'
import type { Values } from '#src/core/audit-values.ts'
import type { CallContext } from '#src/core/call-context.ts'
import type { Deps } from '#src/core/deps.ts'
import { stampOf } from '#src/core/stamp.ts'
import { differenceOfStored, plainDifference, type FieldChange } from '#src/params/param-difference.ts'
import { changeIdOf, entriesOf, listEntries, type Entry } from '../change.store.ts'
import { lastingForm } from '../parts.ts'

export function paramHistory(
  body: Body<'param_history'>,
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
): Answer<'param_history'> {
  const { total, list } = listEntries(db, body)
  return {
    total,
    list: list.map((entry) => ({
      id: entry.part_id,
      time_str: stampOf(entry.at_ms),
      who: entry.done_by,
      address: entry.address,
      call: entry.call,
      section: entry.section,
      subject: entry.subject,
      changes: fieldChanges(entry, secrets),
      ...(entry.restored_from !== null && { restored_from: entry.restored_from }),
    })),
  }
}

/** The fields that differ in an entry. Secrets are named but never shown. */
function fieldChanges(entry: Entry, secrets: Deps['secrets']): FieldChange[] {
  const { before, after } = lastingForm(entry)
  const group = param_groups.find((known) => known === entry.section)
  if (group) return differenceOfStored(group, before ?? {}, after ?? {}, secrets)
  // The way back from a switch of the business mode is the snapshot made before it.
  const snapshot = entry.section === 'business_mode' && entry.snapshot !== '' && { snapshot: entry.snapshot }
  return plainDifference(before ?? {}, { ...after, ...snapshot })
}

/**
 * The change that a request made, for its audit row. Fields are named with their part if there are several.
 * Undefined if the request made no change.
 */
export function changeOfRequest({
  request_id,
  db,
  secrets,
}: Pick<CallContext, 'request_id' | 'db' | 'secrets'>):
  | { change_id: number; before: Values; after: Values }
  | undefined {
  const change_id = changeIdOf(db, request_id)
  if (change_id === undefined) return undefined
  const entries = entriesOf(db, change_id)
  const [before, after]: [Values, Values] = [{}, {}]
  for (const entry of entries)
    for (const change of fieldChanges(entry, secrets)) {
      const name = entries.length === 1 ? change.field : `${entry.subject || entry.section}.${change.field}`
      if (change.secret) (change.secret === 'removed' ? before : after)[name] = secret_mask
      if (change.before !== undefined) before[name] = change.before
      if (change.after !== undefined) after[name] = change.after
    }
  return { change_id, before, after }
}
