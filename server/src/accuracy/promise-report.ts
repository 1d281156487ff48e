/**
 * Reports which thresholds the judged sample supports for the promised error rate, and how much work they
 * cost.
 */
import type { Answer } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { readParam } from '../params/param.store.ts'
import { samplesIn, type SampleRow } from './accuracy.store.ts'
import { missingFor, riskAfter, stepsFor } from './promise.ts'
import { isWrong } from './report.ts'
import { accuracySettings, choicesOf, promise_ms } from './settings.ts'

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
