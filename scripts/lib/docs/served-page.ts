/** Generates docs/served.md: which calls of spec §7 this version does not implement. */
import { calls } from '@parking/contract'

/** The compiler ensures that every call of the contract has a handler. */
export function servedPage(): string {
  const number = Object.keys(calls).length
  return (
    '# Calls that are not implemented\n\nGenerated from the contract by `npm run docs`; do not edit.\n\n' +
    `None. All ${number} calls are implemented: those of spec §7 and our own.\n`
  )
}
