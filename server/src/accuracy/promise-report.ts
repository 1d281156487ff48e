/**
 * Reports which thresholds the judged sample supports for the promised error rate, and how much work they
 * cost.
 */
import type { Answer, PromiseVerdict } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { readParam } from '../params/param.store.ts'
import { samplesSince, type SampleRow } from './accuracy.store.ts'
import { furtherNeeded, neededFor, tailOf } from './intervals.ts'
import { lotOutcome, type Outcome } from './outcome.ts'
import { accuracySettings, promise_ms, riskNow } from './settings.ts'

const day_ms = 86_400_000

export function promiseReport({
  db,
  secrets,
  now,
}: Pick<Deps, 'db' | 'secrets' | 'now'>): Answer<'accuracy_promise'> {
  const at_ms = now()
  const samples = samplesSince(db, { from_ms: at_ms - promise_ms })
  const { max_wrong_percent } = accuracySettings(db)
  const rate = max_wrong_percent / 100
  const risk = riskNow(db, at_ms)
  // The test supports no weights, so it uses a part of the sample that was drawn with equal probability.
  const share = samples.reduce((least, one) => Math.min(least, one.share), 1)
  const even = samples.filter(({ draw }) => draw < share)
  const decisions = even.flatMap((row) => {
    const outcome = lotOutcome(row, at_ms)
    return outcome === undefined ? [] : [{ confidence: row.confidence, outcome }]
  })
  const steps = stepsFor(decisions, { rate, risk })
  const cost = costOf(samples, at_ms)
  const further = missingFor(steps, { rate, risk })
  const { auto_upload_th, event_th } = readParam({ db, secrets }, 'alg_param')
  return {
    max_wrong_percent,
    risk_percent: risk * 100,
    threshold_now: auto_upload_th,
    // Below `event_th` nothing is reported, so the upload threshold must not be lower.
    threshold:
      steps.findLast(({ verdict, threshold }) => verdict === 'supported' && threshold >= event_th)
        ?.threshold ?? null,
    needed: neededFor(0, rate, risk),
    usable: decisions.filter(({ outcome }) => outcome !== 'lost').length,
    // Only this part of the further judgements will count.
    missing: Math.ceil(even.length === 0 ? further : (further * samples.length) / even.length),
    steps: steps.map((step) => ({ ...step, ...cost(step.threshold) })),
  }
}

/**
 * The cost of checking everything below a threshold: each drawn decision represents as many decisions as its
 * weight. null until a whole day was sampled, and until a judgement was timed.
 */
function costOf(samples: readonly SampleRow[], now: number) {
  const weight = (rows: readonly SampleRow[]) => rows.reduce((sum, { share }) => sum + 1 / share, 0)
  const took = samples
    .filter(({ lot }) => lot !== null)
    .map(({ took_ms }) => took_ms)
    .toSorted((a, b) => a - b)
  const check_ms = took[Math.floor(took.length / 2)]
  const days = (now - (samples[0]?.event_ms ?? now)) / day_ms
  const all = weight(samples)
  return (threshold: number) => {
    const under = weight(samples.filter(({ confidence }) => confidence < threshold * 100))
    const checks_a_day = days < 1 ? null : under / days
    return {
      below: all === 0 ? null : under / all,
      checks_a_day,
      minutes_a_day:
        checks_a_day === null || check_ms === undefined ? null : (checks_a_day * check_ms) / 60_000,
    }
  }
}

/** A drawn decision that does not wait any more. `confidence`: 0 to 100, as in an event. */
type DrawnDecision = { readonly confidence: number; readonly outcome: Outcome }

type PromiseStep = {
  /** From 0 to 1, like `auto_upload_th`. */
  readonly threshold: number
  readonly checked: number
  readonly wrong: number
  readonly lost: number
  /** The probability of at most this many errors if the rate were above the promise. */
  readonly p: number
  readonly verdict: PromiseVerdict
}

/** From strict to loose, fixed before any data is seen. */
export const promise_steps = [
  0.99, 0.98, 0.97, 0.95, 0.92, 0.9, 0.88, 0.85, 0.8, 0.75, 0.7, 0.6, 0.5,
] as const

/**
 * Fixed-sequence testing (Learn then Test): thresholds are tested from strict to loose, and testing ends at
 * the first threshold that the data do not support. It begins at the first threshold with enough decisions to
 * support anything, which is valid because their number does not depend on their errors. `decisions` must be
 * drawn with equal probability; those that were lost are tested as errors.
 */
export function stepsFor(
  decisions: readonly DrawnDecision[],
  { rate, risk }: { readonly rate: number; readonly risk: number },
): PromiseStep[] {
  const enough = neededFor(0, rate, risk)
  let all_supported = true
  return promise_steps.map((threshold) => {
    const accepted = decisions.filter(({ confidence }) => confidence >= threshold * 100)
    const count = (which: Outcome) => accepted.filter(({ outcome }) => outcome === which).length
    const [wrong, lost] = [count('wrong'), count('lost')]
    const p = accepted.length === 0 ? 1 : tailOf(wrong + lost, accepted.length, rate)
    const step = { threshold, checked: accepted.length - lost, wrong, lost, p }
    // As many errors, or more, at the promised rate: judged ones alone refute it.
    const refuted = wrong > 0 && 1 - tailOf(wrong - 1, accepted.length, rate) <= risk
    const own: PromiseVerdict = refuted ? 'refuted' : p <= risk ? 'supported' : 'too_few'
    if (accepted.length < enough) return { ...step, verdict: refuted ? 'refuted' : 'too_few' }
    const verdict = own === 'supported' && !all_supported ? 'not_tested' : own
    all_supported &&= own === 'supported'
    return { ...step, verdict }
  })
}

/** Number of additional correct judgements that would support a threshold; 0 if one is already supported. */
export function missingFor(
  steps: readonly PromiseStep[],
  { rate, risk }: { readonly rate: number; readonly risk: number },
): number {
  if (steps.some(({ verdict }) => verdict === 'supported')) return 0
  const enough = neededFor(0, rate, risk)
  const drawn = ({ checked, lost }: PromiseStep) => checked + lost
  const first = steps.find((step) => drawn(step) >= enough) ?? steps.at(-1)!
  return Math.max(1, furtherNeeded(first.wrong + first.lost, drawn(first), rate, risk))
}
