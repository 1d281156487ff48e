/** Which calls of spec §7 this version only authorises and checks: docs/served.md. */
import { calls, type Call } from '@parking/contract'
import { not_yet_calls } from '../../server/src/handlers.ts'

/** The page. */
export function servedPage(): string {
  const all = Object.keys(calls).length
  const rows = not_yet_calls.map((name) => {
    const call: Call = calls[name]
    return `| \`${call.path}\` | ${call.summary} |`
  })
  const table = rows.length > 0 ? `| call | what it will do |\n|---|---|\n${rows.join('\n')}\n` : 'None: every call of spec §7 is done.\n'
  return `# What is not served yet\n\nPrinted from the server by \`npm run docs\`; do not edit. Of ${all} calls, ${all - not_yet_calls.length} are done for real. These are served too: authorised, their body checked,\nand answered with code 7000 and the message that they are not available on this device yet. The table must be empty in the end.\n\n${table}`
}
