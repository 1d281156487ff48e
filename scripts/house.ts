/**
 * `npm run house [-- --list] [--write] [--json]`: prints the house in figures; `--list` names each finding,
 * `--write` writes the figures into the documents, and `--json` prints them as `house-before.json` has them.
 */
import { unresolvedCitations } from './lib/citations.ts'
import { writePage } from './lib/docs/write-page.ts'
import { measuredTexts, measureHouse } from './lib/house/figures.ts'
import { houseBlocks, houseDocuments } from './lib/house/pages.ts'
import {
  max_head_lines,
  max_width,
  measureFiles,
  size_limits,
  type FileMeasure,
} from './lib/house/measure.ts'
import { filesPerFolder, folderCircles, mutableModuleState, sqlOutsideStores } from './lib/structure.ts'

/** What the rule tests hold at zero. */
const findings = (files: readonly FileMeasure[]): Record<string, () => string[]> => ({
  [`lines over ${max_width} characters`]: () =>
    files.flatMap(({ path, wide_lines }) => wide_lines.map((line) => `${path}:${line}`)),
  'words of the stop list in identifiers and comments': () => files.flatMap(({ stop_words }) => stop_words),
  'imports that climb three levels': () =>
    files.flatMap(({ path, climbing }) => climbing.map((one) => `${path} ${one}`)),
  'module-level mutable state in server/src': () => mutableModuleState('server/src'),
  'SQL outside stores': sqlOutsideStores,
  'unresolved citations': unresolvedCitations,
  'import circles between folders': () =>
    ['contract/src', 'console/src', 'server/src', 'sim/src', 'analysis/src']
      .flatMap(folderCircles)
      .map(({ folders, imports }) => `${folders.join(', ')}: ${imports.join(', ')}`),
  'files over 200 lines without a reason, or over 400': () =>
    files
      .filter(
        ({ lines, explains_length }) =>
          lines > size_limits.max || (lines > size_limits.unexplained && !explains_length),
      )
      .map(({ path, lines }) => `${path}: ${lines}`),
  'head comments over three lines': () =>
    files.filter(({ head_lines }) => head_lines > max_head_lines).map(({ path }) => path),
})

function print(list: boolean): void {
  const blocks = houseBlocks(measuredTexts())
  console.log(
    `Before is ${blocks['commit']}.\n\n${blocks['lines']}\n\n${blocks['figures']}\n\n${blocks['parts']}\n`,
  )
  for (const [name, find] of Object.entries(findings(measureFiles()))) {
    const found = find()
    console.log(`${found.length} ${name}`)
    if (list) for (const one of found) console.log(`  ${one}`)
  }
  const fullest = filesPerFolder().slice(0, list ? 15 : 1)
  for (const { folder, files: count } of fullest) console.log(`${count} files in ${folder}`)
}

async function write(): Promise<void> {
  for (const { path, text, now } of houseDocuments())
    if (text !== now) {
      await writePage(path, now)
      console.log(path)
    }
}

if (process.argv.includes('--json')) console.log(JSON.stringify(measureHouse(measuredTexts()), null, 2))
else if (process.argv.includes('--write')) await write()
else print(process.argv.includes('--list'))
