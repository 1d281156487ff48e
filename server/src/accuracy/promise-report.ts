/**
 * Reports which thresholds the judged sample supports for the promised error rate, and how much work they
 * cost.
 */
import type { Answer } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { readParam } from '../params/param.store.ts'
import { type SampleRow, samplesIn } from './accuracy.store.ts'
import { isWrong } from './report.ts'
import { accuracySettings, choicesOf, promise_ms } from './settings.ts'
import { neededFor, tailOf } from './intervals.ts'

const day_ms = 86_400_000
/** Duration of a check if none was measured. */
const usual_check_ms = 5_000

export function promiseReport({
  db,
  secrets,
  now,
}: Pick<Deps, 'db' | 'secrets' | 'now'>): Answer<'accuracy_promise'> {
  const at_ms = now()
  const samples = samplesIn(db, { from_ms: at_ms - promise_ms, to_ms: at_ms + day_ms })
  const { max_wrong_percent } = accuracySettings(db)
  const rate = max_wrong_percent / 100
  const risk = riskAfter(choicesOf(db, at_ms))
  // The test supports no weights, so it uses a part of the sample that was drawn with equal probability.
  const share = samples.reduce((least, one) => Math.min(least, one.share), 1)
  const even = samples.filter(({ draw }) => draw < share)
  const decisions = even.flatMap((row) => {
    const wrong = isWrong(row)
    return wrong === undefined ? [] : [{ confidence: row.confidence, wrong }]
  })
  const steps = stepsFor(decisions, { rate, risk })
  const cost = costOf(samples, at_ms)
  const { auto_upload_th, event_th } = readParam({ db, secrets }, 'alg_param')
  return {
    max_wrong_percent,
    risk_percent: risk * 100,
    threshold_now: auto_upload_th,
    // Below `event_th` nothing is reported, so the upload threshold must not be lower.
    threshold: steps.findLast((step) => step.supported && step.threshold >= event_th)?.threshold ?? null,
    missing: missingFor(steps, { rate, risk }),
    steps: steps.map((step) => ({ ...step, ...cost(step.threshold) })),
  }
}

/**
 * The cost of checking everything below a threshold: each drawn decision represents as many decisions as its
 * weight.
 */
function costOf(samples: readonly SampleRow[], now: number) {
  const weight = (rows: readonly SampleRow[]) => rows.reduce((sum, { share }) => sum + 1 / share, 0)
  const took = samples
    .filter(({ lot }) => lot !== null)
    .map(({ took_ms }) => took_ms)
    .toSorted((a, b) => a - b)
  const check_ms = took[Math.floor(took.length / 2)] ?? usual_check_ms
  const first = samples[0]?.event_ms ?? now
  const days = Math.max(1, (now - first) / day_ms)
  const all = weight(samples)
  return (threshold: number) => {
    const under = weight(samples.filter(({ confidence }) => confidence < threshold * 100))
    const checks_a_day = under / days
    return {
      below: all === 0 ? 0 : under / all,
      checks_a_day,
      minutes_a_day: (checks_a_day * check_ms) / 60_000,
    }
  }
}

/** A judged decision. `confidence`: 0 to 100, as in an event. */
type JudgedDecision = { readonly confidence: number; readonly wrong: boolean }

type PromiseStep = {
  /** From 0 to 1, like `auto_upload_th`. */
  readonly threshold: number
  readonly checked: number
  readonly wrong: number
  /** The probability of at most this many errors if the rate were above the promise. */
  readonly p: number
  readonly supported: boolean
}

/** From strict to loose, fixed before any data is seen. */
export const promise_steps = [
  0.99, 0.98, 0.97, 0.95, 0.92, 0.9, 0.88, 0.85, 0.8, 0.75, 0.7, 0.6, 0.5,
] as const

/** The accepted probability of promising too much, before any change of the promise. */
const first_risk = 0.05

/**
 * Every further choice within 30 days halves the risk: trying often enough would find a threshold by chance.
 */
export const riskAfter = (choices: number): number => first_risk / 2 ** Math.max(0, choices - 1)

/**
 * Fixed-sequence testing (Learn then Test): thresholds are tested from strict to loose, and testing ends at
 * the first threshold that the data do not support. It begins at the first threshold with enough decisions to
 * support anything, which is valid because their number does not depend on their errors. `decisions` must be
 * drawn with equal probability.
 */
export function stepsFor(
  decisions: readonly JudgedDecision[],
  { rate, risk }: { readonly rate: number; readonly risk: number },
): PromiseStep[] {
  const enough = neededFor(0, rate, risk)
  let all_supported = true
  return promise_steps.map((threshold) => {
    const accepted = decisions.filter(({ confidence }) => confidence >= threshold * 100)
    const [checked, wrong] = [accepted.length, accepted.filter((one) => one.wrong).length]
    const p = checked === 0 ? 1 : tailOf(wrong, checked, rate)
    if (checked < enough) return { threshold, checked, wrong, p, supported: false }
    all_supported &&= p <= risk
    return { threshold, checked, wrong, p, supported: all_supported }
  })
}

/** Number of additional correct judgements that would support a threshold; 0 if one is already supported. */
export function missingFor(
  steps: readonly PromiseStep[],
  { rate, risk }: { readonly rate: number; readonly risk: number },
): number {
  if (steps.some(({ supported }) => supported)) return 0
  const enough = neededFor(0, rate, risk)
  const first = steps.find(({ checked }) => checked >= enough) ?? steps.at(-1)!
  return Math.max(1, neededFor(first.wrong, rate, risk) - first.checked)
}
