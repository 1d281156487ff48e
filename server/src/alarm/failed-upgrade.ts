/** The alarm about an upgrade that did not succeed, which only the guard knows (docs/upgrades.md). */
import type { Reading } from './reading.ts'

export type FailedUpgrade = {
  /** The version that was to run. */
  version: string
  /** The version that runs instead. */
  from: string
  /** One of `upgrade_reasons`; a newer guard may know more. */
  reason: string
  /** Tried and left again, or not begun. */
  result: 'went_back' | 'not_begun'
}

/**
 * The failed upgrade in the guard's state, where an upgrade has failed and nothing has been tried since.
 * Undefined for anything else.
 */
export function failedUpgradeIn(state: unknown): FailedUpgrade | undefined {
  const { phase, from, to, reason, result } = (state ?? {}) as Readonly<Record<string, unknown>>
  if (phase !== 'done' || (result !== 'went_back' && result !== 'not_begun')) return undefined
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '')
  return { version: text(to), from: text(from), reason: text(reason), result }
}

/** The version is the subject: another version that fails is another alarm. */
export const upgradeReadings = (failed: FailedUpgrade | undefined): Reading[] =>
  failed
    ? [{ kind: 'upgrade', subject: failed.version, name: failed.version, level: 'bad', facts: failed }]
    : []
