/**
 * `npm run analysis:check -- [--patience SECONDS] COMMAND [ARGUMENT ...]`: checks an analysis program on the
 * socket (docs/analysis-socket.md) and prints one line per check. The exit status is 1 if anything is wrong.
 */
import { reportOf } from './report.ts'
import { runCheck } from './run-check.ts'
import { drawnScenery } from './scenery.ts'

const usage =
  'npm run analysis:check -- [--patience SECONDS] COMMAND [ARGUMENT ...]\n' +
  'Starts the analysis program COMMAND against a scripted device and says what it does wrong.\n' +
  '  --patience   seconds that an event is awaited (60)'
const limits = { min: 1, max: 3600 }

const words = process.argv.slice(2)
let patience = 60
if (words[0] === '--patience') {
  patience = Number(words[1])
  words.splice(0, 2)
}
const [program, ...rest] = words
if (program === undefined || program.startsWith('-') || !(patience >= limits.min && patience <= limits.max)) {
  console.error(usage)
  process.exit(2)
}
// The program has its own process group and does not receive the terminal's Ctrl-C, but it ends with this
// process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const { findings, last_lines } = await runCheck({
  command: [program, ...rest],
  scenery: drawnScenery(),
  patience_ms: patience * 1000,
  cwd: process.env['INIT_CWD'] ?? process.cwd(),
})
console.log(reportOf(findings).join('\n'))
const is_wrong = findings.some(({ outcome }) => outcome === 'wrong')
if (is_wrong && last_lines.length > 0) console.log(`\nThe program wrote last:\n  ${last_lines.join('\n  ')}`)
process.exit(is_wrong ? 1 : 0)
