/** Formats the findings as lines of text. */
import { findingLine } from '../kit/findings.ts'
import { checks, harms, isWrong, type Finding, type Harm } from './findings.ts'
import type { Expected } from './expected.ts'

const shown_events = 60

/**
 * One line per check and a line with the totals. If the platform did not list what it stored, also the events
 * to look for by hand.
 */
export function reportOf(findings: readonly Finding[], events_to_find: readonly Expected[]): string[] {
  const count = (outcome: Finding['outcome']): number =>
    findings.filter((one) => one.outcome === outcome).length
  const found = (Object.keys(harms) as Harm[]).filter((harm) => count(harm) > 0)
  return [
    ...findings.map(lineOf),
    '',
    [
      `${count('ok')} ok`,
      ...found.map((harm) => `${count(harm)} ${harm}`),
      `${count('not shown')} not shown`,
    ].join(', '),
    ...found.map((harm) => `${harm.padEnd(9)}  ${harms[harm]}`),
    ...linesToFind(events_to_find),
  ]
}

function lineOf(finding: Finding): string {
  const { check, outcome, messages } = finding
  return findingLine(isWrong(finding) ? outcome.toUpperCase() : outcome, checks[check][0], messages)
}

function linesToFind(expected: readonly Expected[]): string[] {
  if (expected.length === 0) return []
  return [
    '',
    'What the platform stored was not asked (--stored). Look for these events in it:',
    ...expected
      .slice(0, shown_events)
      .map(({ uuid, correction, plate_number, what }) =>
        [uuid, correction === 0 ? 'once' : `once, correction ${correction}`, plate_number, what]
          .filter((part) => part !== '')
          .join('  '),
      ),
  ]
}
