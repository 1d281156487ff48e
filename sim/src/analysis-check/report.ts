/** Formats the findings as lines of text. */
import { checks, type Finding } from './findings.ts'

const shown_sentences = 3

/** One line per check, and a line with the totals. */
export function reportOf(findings: readonly Finding[]): string[] {
  const count = (outcome: Finding['outcome']): string =>
    `${findings.filter((one) => one.outcome === outcome).length} ${outcome}`
  return [...findings.map(lineOf), '', [count('ok'), count('wrong'), count('not shown')].join(', ')]
}

function lineOf({ check, outcome, messages }: Finding): string {
  const more = messages.length - shown_sentences
  const sentences = messages.slice(0, shown_sentences).join('; ') + (more > 0 ? `; and ${more} more` : '')
  return `${outcome.padEnd(9)}  ${checks[check]}${sentences === '' ? '' : `: ${sentences}`}`
}
