/** Formats docs/security.md: the rows, what was tried and the results. */
import type { RowDefinition } from '../rows.ts'
import type { RowBook } from './lab.ts'
import type { Proof } from './proofs.ts'

export type Result = 'holds' | 'in part' | 'fails' | 'not run'
export type Outcome = {
  row: RowDefinition
  book: RowBook
  proofs: readonly (readonly [string, Proof | undefined])[]
  quick: boolean
}

export function resultOf({ row, book, proofs }: Outcome): Result {
  const failed =
    book.findings.some(({ holds }) => !holds) || proofs.some(([, proof]) => proof?.passed === false)
  if (failed) return 'fails'
  if (book.findings.length === 0 && proofs.every(([, proof]) => proof === undefined)) return 'not run'
  return row.open === undefined && book.not_run.length === 0 ? 'holds' : 'in part'
}

/** `date`: the day of the run, such as 2026-11-28. `commit`: what was attacked. */
export function page(outcomes: readonly Outcome[], date: string, commit: string): string {
  const count = (result: Result) => outcomes.filter((one) => resultOf(one) === result).length
  const sums = (['holds', 'in part', 'fails', 'not run'] as const)
    .filter((result) => count(result) > 0)
    .map((result) => `${count(result)} ${result}`)
  return [
    '# Security: row by row',
    '',
    'Printed by `npm run security`; do not edit. It attacks devices that it starts itself: the built server',
    'with the installed profile (HTTPS on every address, no loopback permission) on a simulated machine.',
    'Where a test is the proof, its file is named and was run. What the product does:',
    '[SECURITY.md](../SECURITY.md).',
    '',
    `On ${date}, at commit ${commit}, of ${outcomes.length} rows: **${sums.join(', ')}**.`,
    '',
    '| row | requirement | result |',
    '| --: | --- | --- |',
    ...outcomes.map((one) => `| [${one.row.n}](#row-${one.row.n}) | ${one.row.title} | ${resultOf(one)} |`),
    '',
    ...outcomes.flatMap(section),
  ].join('\n')
}

function section(outcome: Outcome): string[] {
  const { row, book, proofs, quick } = outcome
  return [
    `## Row ${row.n}`,
    '',
    `**${row.title}: ${resultOf(outcome)}.** ${row.tried}${quick ? ' (Short form.)' : ''}`,
    '',
    ...book.findings.map(
      ({ what, holds, detail }) =>
        `- ${holds ? 'holds' : '**fails**'}: ${what}${detail && `: ${cell(detail)}`}`,
    ),
    ...book.notes.map((text) => `- figure: ${text}`),
    ...book.not_run.map((why) => `- not run: ${why}`),
    ...(row.open === undefined ? [] : [`- open: ${row.open}`]),
    ...proofs.map(([file, proof]) => `- ${wordsOf(proof)}: \`${file}\``),
    '',
  ]
}

const wordsOf = (proof: Proof | undefined): string =>
  proof === undefined ? 'not run' : proof.passed ? `holds, ${proof.tests} tests` : '**fails**'
const cell = (text: string) => text.replace(/\s+/g, ' ').slice(0, 300)
