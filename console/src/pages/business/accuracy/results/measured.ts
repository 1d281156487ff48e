/** Text, scale and verdict of a measured error rate. */
import { min_judgements } from '@parking/contract/accuracy/accuracy-words.ts'
import type { AnswerAt } from '#src/core/api.ts'

export type Report = AnswerAt<'/api/parking/accuracy_report'>
export type Measured = Report['total']['entry']

/** A share from 0 to 1 as a percentage: two decimals below 1 %, otherwise one. */
export function percentText(share: number): string {
  const percent = share * 100
  return `${percent.toFixed(percent < 1 && percent > 0 ? 2 : 1)}%`
}

/** The upper end, in percent, of a scale on which the promise and these intervals fit. */
export function scaleOf(measured: readonly Measured[], promise: number): number {
  const highest = Math.max(...measured.filter(({ checked }) => checked > 0).map(({ high }) => high * 100), 0)
  return Math.min(100, Math.max(highest * 1.1, promise * 2))
}

/**
 * Whether the judgements show that the promise is kept (the exact test of the promise) or broken (the
 * interval), or leave it open. Too few judgements show nothing.
 */
export const verdictOf = ({ checked, low, at_most }: Measured, promise: number) =>
  checked === 0
    ? ('none' as const)
    : checked < min_judgements
      ? ('unsure' as const)
      : at_most * 100 <= promise
        ? ('kept' as const)
        : low * 100 > promise
          ? ('broken' as const)
          : ('unsure' as const)

/**
 * The verdict on all rates of a row: broken if one of them is, kept only if each of them is. A row without
 * any judgement has none.
 */
export function verdictOfRow({ entry, exit, plate }: Report['total'], promise: number) {
  const verdicts = [entry, exit, plate].map((one) => verdictOf(one, promise))
  const is = (verdict: (typeof verdicts)[number]) => (one: typeof verdict) => one === verdict
  if (verdicts.some(is('broken'))) return 'broken'
  return verdicts.every(is('kept')) ? 'kept' : verdicts.every(is('none')) ? 'none' : 'unsure'
}
