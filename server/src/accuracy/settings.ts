/**
 * The percentage of decisions that are drawn, the promised error rate, and the times at which the promise was
 * changed.
 */
import { accuracy_factory, type AccuracySettings, type Body } from '@parking/contract'
import type { Db } from '../core/db.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

type Stored = AccuracySettings & { readonly promised_ms: readonly number[] }

/** How long a choice of the promise counts. */
export const promise_ms = 30 * 86_400_000

const stored = (db: Db): Stored =>
  readSetting<Stored>(db, 'accuracy', { ...accuracy_factory, promised_ms: [] })

export const accuracySettings = (db: Db): AccuracySettings => {
  const { sample_percent, max_wrong_percent } = stored(db)
  return { sample_percent, max_wrong_percent }
}

/** How often the promise was chosen in the last 30 days. */
const choicesOf = (db: Db, now: number): number =>
  stored(db).promised_ms.filter((at) => at > now - promise_ms).length

/** Number of changes of the promise that are kept. */
const max_choices = 100

/** The accepted probability of promising too much, before any change of the promise. */
const first_risk = 0.05

/**
 * Every further choice within 30 days halves the risk: trying often enough would find a threshold by chance.
 */
export const riskAfter = (choices: number): number => first_risk / 2 ** Math.max(0, choices - 1)
export const riskNow = (db: Db, now: number): number => riskAfter(choicesOf(db, now))

export function updateAccuracySettings(db: Db, change: Body<'update_accuracy_settings'>, now: number): void {
  const before = stored(db)
  const promises =
    change.max_wrong_percent !== undefined && change.max_wrong_percent !== before.max_wrong_percent
  // None is dropped by its time: the clock may be ahead just now.
  const recent = before.promised_ms.slice(-max_choices)
  writeSetting<Stored>(
    db,
    'accuracy',
    { ...before, ...change, promised_ms: promises ? [...recent, now] : recent },
    now,
  )
}
