/**
 * Computes what an undo writes to one part: each field that the change set gets its earlier value, unless
 * another change has set it since. Pure.
 */
import { isDeepStrictEqual } from 'node:util'
import { differingFields, kindOfKey, type ChangedPart } from '../parts.ts'
import type { Part } from '../configuration-rows.store.ts'

export type Merged = {
  /** The part as it should be; null: it should not exist; undefined: it is not changed. */
  next: Part | null | undefined
  /** The fields that have been changed since. */
  changed: string[]
  /** Whether a part with this key has been created or removed since. */
  present?: boolean
}

/**
 * Parts with a secret are undone completely or not at all, because an earlier secret must not be combined
 * with a later address.
 */
const whole_keys: readonly string[] = [
  'setting/storage_param',
  'setting/platform_param',
  'setting/alarm_param',
  'setting/mqtt_param',
]
const isWhole = (key: string): boolean => kindOfKey(key) === 'camera' || whole_keys.includes(key)

export function mergePart(part: ChangedPart, now: Part | null, on_conflict: 'keep' | 'replace'): Merged {
  const { key, before, after } = part
  if (before === null || after === null || now === null) return mergeExistence(part, now, on_conflict)
  const wanted = differingFields(key, before, after)
  const open = wanted.filter((field) => !isDeepStrictEqual(now[field], before[field]))
  const changed = open.filter((field) => !isDeepStrictEqual(now[field], after[field]))
  const writes =
    on_conflict === 'replace'
      ? open
      : isWhole(key) && changed.length > 0
        ? []
        : open.filter((field) => !changed.includes(field))
  return { next: writes.length === 0 ? undefined : withFields(now, before, writes), changed }
}

/** Merges a part that the change created or removed, or that has been created or removed since. */
function mergeExistence(
  { key, before, after }: ChangedPart,
  now: Part | null,
  on_conflict: 'keep' | 'replace',
): Merged {
  const same = (one: Part | null, other: Part | null) =>
    one === null || other === null ? one === other : differingFields(key, one, other).length === 0
  if (same(now, before)) return { next: undefined, changed: [] }
  if (same(now, after)) return { next: before, changed: [] }
  return { next: on_conflict === 'replace' ? before : undefined, changed: [], present: true }
}

/**
 * Gives the fields their earlier values; fields that did not exist are removed, restored fields keep their
 * earlier order.
 */
function withFields(now: Part, before: Part, fields: readonly string[]): Part {
  const gone = new Set(fields.filter((field) => !(field in before)))
  const back = Object.fromEntries(
    fields.filter((field) => field in before).map((field) => [field, before[field]]),
  )
  return Object.fromEntries(Object.entries({ ...now, ...back }).filter(([field]) => !gone.has(field)))
}
