/** The rules of evidence that something would break, each once: their pack and clause. */
import type { BrokenRule } from '@parking/contract'

export const ruleNames = (rules: readonly BrokenRule[]): string =>
  [...new Set(rules.map(({ pack_name, clause }) => `${pack_name} ${clause}`.trim()))].join('、')
