/** Formats the findings as lines of text. */
import { findingLine } from '../kit/findings.ts'
import { checks, type Finding } from './findings.ts'

/** One line per check, and a line with the totals. */
export function reportOf(findings: readonly Finding[]): string[] {
  const count = (outcome: Finding['outcome']): string =>
    `${findings.filter((one) => one.outcome === outcome).length} ${outcome}`
  return [
    ...findings.map(({ check, outcome, messages }) => findingLine(outcome, checks[check], messages)),
    '',
    [count('ok'), count('wrong'), count('not shown')].join(', '),
  ]
}
