/** A rule of evidence that a change of the evidence parameters would break; shown before it takes effect. */
import * as z from 'zod/mini'
import { text } from '../core/fields.ts'
import { rule_kinds } from './judge.ts'

export const broken_rule = z.strictObject({
  pack_name: text(100),
  clause: text(50),
  kind: z.enum(rule_kinds),
  /** The parameter that breaks it. */
  field: text(64),
})
export type BrokenRule = z.output<typeof broken_rule>
