/**
 * How a section that is not a parameter group is restored: its current state, the differences, and the
 * action.
 */
import { createHash } from 'node:crypto'
import type { Answer } from '@parking/contract'
import { failedBecause } from '#src/core/refusal.ts'
import type { FieldChange } from '#src/params/param-difference.ts'
import type { Db } from '#src/core/db.ts'
import { configurationRows, type Part } from '../configuration-rows.store.ts'
import { lastingForm } from '../parts.ts'

export type SectionRestore = {
  now: Part
  changes: FieldChange[]
  scene?: NonNullable<Answer<'preview_restore_param'>['scene']>
  /**
   * Restores the section under the rules of the call that makes the same change by hand, and passes on its
   * refusals.
   */
  apply: (restore: { restored_from: number }) => Promise<unknown>
}

/** A part as it is now, in the form of the history; empty if it does not exist. */
export const partNow = (key: string, { db }: { db: Db }): Part =>
  lastingForm({ key, before: configurationRows(db).get(key) ?? null, after: null }).before ?? {}

/** A number that identifies the state a preview was based on, because such a section has no revision. */
export const revisionOfValues = (values: Part): number =>
  parseInt(createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 12), 16)

/**
 * The identifying fields of the entry's subject. Throws 7000 `was_absent` if the subject did not exist, and
 * `not_kept` if an older version stored only the differences.
 */
export function restorable<Name extends string>(then: Part, ...names: readonly Name[]): Record<Name, string> {
  if (Object.keys(then).length === 0) throw failedBecause('was_absent', 'It was not there at that moment')
  const known = Object.fromEntries(names.map((name) => [name, then[name]]))
  if (Object.values(known).some((value) => typeof value !== 'string' || value === ''))
    throw failedBecause('not_kept', 'This entry does not contain what restoring it needs')
  return known as Record<Name, string>
}
