/** The kinds of findings of a day, in the order in which they are shown. */
import type { AnswerAt } from '#src/core/api.ts'

export type Day = AnswerAt<'/api/parking/compare_platform_day'>
export const kinds = [
  'missing',
  'unsent',
  'unknown',
  'double',
  'different',
  'unexpected',
  'open_ours',
  'open_theirs',
  'unclear',
] as const
