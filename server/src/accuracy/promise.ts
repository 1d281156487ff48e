/**
 * Finds the thresholds at which the judged decisions support a promised error rate, tested from strict to
 * loose. Pure.
 */
import { neededFor, tailOf } from './intervals.ts'

/** A judged decision. `confidence`: 0 to 100, as in an event. */
export type JudgedDecision = { readonly confidence: number; readonly wrong: boolean }

export type PromiseStep = {
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
