/** Which threshold a promise supports: thresholds from strict to loose, each tested in turn. Pure. */
import { neededFor, tailOf } from './intervals.ts'

/** A judged decision. `confidence`: 0 to 100, as an event has it. */
export type JudgedDecision = { readonly confidence: number; readonly wrong: boolean }

export type PromiseStep = {
  /** Of 1, as `auto_upload_th`. */
  readonly threshold: number
  readonly checked: number
  readonly wrong: number
  /** The probability of so few errors if the rate were above the promise. */
  readonly p: number
  readonly supported: boolean
}

/** Fixed before any data is seen, from strict to loose. */
export const promise_steps = [
  0.99, 0.98, 0.97, 0.95, 0.92, 0.9, 0.88, 0.85, 0.8, 0.75, 0.7, 0.6, 0.5,
] as const

/** How probable it may be to promise too much, before any change of the promise. */
const first_risk = 0.05

/** Each further choice within 30 days halves it: looking often enough would find a threshold by chance. */
export const riskAfter = (choices: number): number => first_risk / 2 ** Math.max(0, choices - 1)

/**
 * Fixed-sequence testing (Learn then Test): thresholds are tested from strict to loose, and the first one
 * that the data do not support ends the row. It begins where there are enough decisions to support anything;
 * their number says nothing of their errors. `decisions` must be drawn with one probability.
 */
export function stepsFor(
  decisions: readonly JudgedDecision[],
  { rate, risk }: { readonly rate: number; readonly risk: number },
): PromiseStep[] {
  const enough = neededFor(0, rate, risk)
  let goes_on = true
  return promise_steps.map((threshold) => {
    const accepted = decisions.filter(({ confidence }) => confidence >= threshold * 100)
    const [checked, wrong] = [accepted.length, accepted.filter((one) => one.wrong).length]
    const p = checked === 0 ? 1 : tailOf(wrong, checked, rate)
    if (checked < enough) return { threshold, checked, wrong, p, supported: false }
    goes_on &&= p <= risk
    return { threshold, checked, wrong, p, supported: goes_on }
  })
}

/** How many more correct judgements would support a threshold; 0 where one is supported. */
export function missingFor(
  steps: readonly PromiseStep[],
  { rate, risk }: { readonly rate: number; readonly risk: number },
): number {
  if (steps.some(({ supported }) => supported)) return 0
  const enough = neededFor(0, rate, risk)
  const first = steps.find(({ checked }) => checked >= enough) ?? steps.at(-1)!
  return Math.max(1, neededFor(first.wrong, rate, risk) - first.checked)
}
