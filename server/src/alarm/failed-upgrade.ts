/** The alarm about a failed upgrade, which is read from the state of the guard (docs/upgrades.md). */
import type { Reading } from './reading.ts'

export type FailedUpgrade = {
  /** The version that should run. */
  version: string
  /** The version that runs instead. */
  from: string
  /** One of `upgrade_reasons`. A newer guard may report others. */
  reason: string
  /** Tried and rolled back, or not begun. */
  result: 'went_back' | 'not_begun'
}

/**
 * The failed upgrade in the guard's state, if an upgrade has failed and none has been tried since. Undefined
 * in every other state.
 */
export function failedUpgradeIn(state: unknown): FailedUpgrade | undefined {
  const { phase, from, to, reason, result } = (state ?? {}) as Readonly<Record<string, unknown>>
  if (phase !== 'done' || (result !== 'went_back' && result !== 'not_begun')) return undefined
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '')
  return { version: text(to), from: text(from), reason: text(reason), result }
}

/** The version is the subject, so that the failure of another version is a separate alarm. */
export const upgradeReadings = (failed: FailedUpgrade | undefined): Reading[] =>
  failed
    ? [{ kind: 'upgrade', subject: failed.version, name: failed.version, level: 'bad', facts: failed }]
    : []
