/** The rules of evidence that a change would break, each listed once with its pack and clause. */
import type { BrokenRule } from '@parking/contract'

export const ruleNames = (rules: readonly BrokenRule[]): string =>
  [...new Set(rules.map(({ pack_name, clause }) => `${pack_name} ${clause}`.trim()))].join('、')
