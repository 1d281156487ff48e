/**
 * `npm run house [-- --list]`: prints the house rules in figures, for the whole tree and for each workspace;
 * `--list` names each finding.
 */
import { unresolvedCitations } from './lib/citations.ts'
import { max_head_lines, measureFiles, size_limits, type FileMeasure } from './lib/house.ts'
import { filesPerFolder, folderCircles, mutableModuleState, sqlOutsideStores } from './lib/structure.ts'

const parts = [
  'contract',
  'console',
  'server',
  'sim',
  'analysis',
  'e2e',
  'bench',
  'chaos',
  'lab',
  'security',
  'scripts',
  'rules',
]
const files = measureFiles()
const list = process.argv.includes('--list')

/** The quantile of a sorted list; `share` is from 0 to 1. */
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

function row(name: string, measured: readonly FileMeasure[]): string {
  const lines = measured.map((file) => file.lines).toSorted((a, b) => a - b)
  const wide = measured.reduce((sum, file) => sum + file.wide_lines.length, 0)
  const words = measured.reduce((sum, file) => sum + file.stop_words.length, 0)
  const climbing = measured.reduce((sum, file) => sum + file.climbing.length, 0)
  const cells = [measured.length, at(lines, 0.5), at(lines, 0.95), lines.at(-1) ?? 0, wide, words, climbing]
  return `| ${[name, ...cells].join(' | ')} |`
}

console.log('| | files | median lines | p95 | longest | lines over 110 | stop words | imports three up |')
console.log('| --- | --: | --: | --: | --: | --: | --: | --: |')
console.log(row('whole tree', files))
for (const part of parts)
  console.log(
    row(
      part,
      files.filter(({ path }) => path.startsWith(`${part}/`)),
    ),
  )

const circles = ['contract/src', 'console/src', 'server/src', 'sim/src', 'analysis/src'].flatMap(
  folderCircles,
)
const findings: Record<string, string[]> = {
  'module-level mutable state in server/src': mutableModuleState('server/src'),
  'SQL outside stores': sqlOutsideStores(),
  'unresolved citations': unresolvedCitations(),
  'import circles between folders': circles.flatMap(({ folders, imports }) => [
    folders.join(', '),
    ...imports,
  ]),
  'files over 200 lines without a reason, or over 400': files
    .filter(
      ({ lines, explains_length }) =>
        lines > size_limits.max || (lines > size_limits.unexplained && !explains_length),
    )
    .map(({ path, lines }) => `${path}: ${lines}`),
  'head comments over three lines': files
    .filter(({ head_lines }) => head_lines > max_head_lines)
    .map(({ path }) => path),
}
const fullest = filesPerFolder()[0]

console.log('\n| | |\n| --- | --: |')
for (const [name, found] of Object.entries(findings))
  console.log(`| ${name} | ${name.startsWith('import circles') ? circles.length : found.length} |`)
console.log(`| files in the fullest folder (${fullest?.folder ?? ''}) | ${fullest?.files ?? 0} |`)

if (list) {
  for (const [name, found] of Object.entries(findings)) console.log(`\n${name}\n  ${found.join('\n  ')}`)
  console.log(`\nstop words\n  ${files.flatMap(({ stop_words }) => stop_words).join('\n  ')}`)
  const wide = files.flatMap(({ path, wide_lines }) => wide_lines.map((line) => `${path}:${line}`))
  console.log(`\nlines over 110\n  ${wide.join('\n  ')}`)
  for (const { folder, files: count } of filesPerFolder().slice(0, 15)) console.log(`${count} ${folder}`)
}
