/** Which calls of spec §7 this version does not do: docs/served.md. */
import { calls } from '@parking/contract'

/** The page. The compiler holds that every call of the contract has its handler, and none of them is a stand-in any more. */
export function servedPage(): string {
  return `# What is not served yet\n\nPrinted from the contract by \`npm run docs\`; do not edit.\n\nNothing: all ${Object.keys(calls).length} calls, those of spec §7 and our own, are done for real.\n`
}
