/** A measured rate in words and on a scale. */
import type { AnswerAt } from '#src/core/api.ts'

export type Report = AnswerAt<'/api/parking/accuracy_report'>
export type Measured = Report['total']['entry']

/** A share of 1 as percent: two digits below 1 %, one above. */
export function percentText(share: number): string {
  const percent = share * 100
  return `${percent.toFixed(percent < 1 && percent > 0 ? 2 : 1)}%`
}

/** The end of a scale in percent that shows the promise and these intervals. */
export function scaleOf(measured: readonly Measured[], promise: number): number {
  const highest = Math.max(...measured.filter(({ checked }) => checked > 0).map(({ high }) => high * 100), 0)
  return Math.min(100, Math.max(highest * 1.1, promise * 2))
}

/** What a measurement says of the promise. */
export const verdictOf = ({ checked, low, high }: Measured, promise: number) =>
  checked === 0
    ? ('none' as const)
    : high * 100 <= promise
      ? ('kept' as const)
      : low * 100 > promise
        ? ('broken' as const)
        : ('unsure' as const)
