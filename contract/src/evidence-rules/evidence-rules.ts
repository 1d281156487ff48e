/**
 * Rules of evidence: packs as data, and the results of applying them to events (ours;
 * docs/evidence-rules.md).
 */
import * as z from 'zod/mini'
import { defineCall, everyone, viewers, workers } from '../core/call.ts'
import { decimal, filled, nothing, text, whole } from '../core/fields.ts'
import { rule_kinds, rule_states, rules_left_out, written_facts } from './judge.ts'
import { source_kinds } from './rule-packs.ts'

const clause = text(64)
const evidence_rule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('picture_count'), min: whole(1, 20), clause }),
  z.strictObject({
    kind: z.literal('picture_pixels'),
    width: whole(1, 7680),
    height: whole(1, 4320),
    clause,
  }),
  z.strictObject({ kind: z.literal('picture_bytes'), max: whole(1, 100_000_000), clause }),
  z.strictObject({ kind: z.literal('picture_interval'), seconds: whole(1, 86_400), clause }),
  z.strictObject({
    kind: z.literal('plate_legible'),
    height: whole(1, 1000),
    contrast: decimal(0, 1),
    clause,
  }),
  z.strictObject({
    kind: z.literal('text_on_picture'),
    facts: z.array(z.enum(written_facts)).check(z.minLength(1), z.maxLength(written_facts.length)),
    clause,
  }),
  z.strictObject({ kind: z.literal('clock_offset'), ms: whole(1, 3_600_000), clause }),
])
export const rule_pack = z.strictObject({
  pack: filled(64),
  name: text(100),
  source: text(300),
  source_kind: z.enum(source_kinds),
  second_hand: z.boolean(),
  as_of: text(32),
  rules: z.array(evidence_rule).check(z.minLength(1), z.maxLength(50)),
})
const finding = z.strictObject({ rule: evidence_rule, state: z.enum(rule_states), found: text(100) })

export const get_evidence_rules = defineCall({
  path: '/api/parking/get_evidence_rules',
  roles: viewers,
  effect: 'read',
  summary: 'The packs of rules of evidence: those of the product, those of this device, and which apply.',
  body: nothing,
  answer: z.strictObject({ shipped: z.array(rule_pack), own: z.array(rule_pack), active: z.array(text(64)) }),
  example: {},
  ours: true,
})

export const update_evidence_rules = defineCall({
  path: '/api/parking/update_evidence_rules',
  roles: workers,
  effect: 'write',
  summary: 'Which packs apply, and the own packs of this device; fields that are not given stay as they are.',
  body: z.strictObject({
    own: z.optional(z.array(rule_pack).check(z.maxLength(20))),
    active: z.optional(z.array(text(64)).check(z.maxLength(40))),
  }),
  answer: nothing,
  example: { active: ['ga-t-832-2014'] },
  ours: true,
})

export const judge_event_evidence = defineCall({
  path: '/api/parking/judge_event_evidence',
  roles: everyone,
  effect: 'read',
  silent: true,
  summary: 'The results of the applicable rules for an event. Its pictures are read, never changed.',
  body: z.strictObject({ uuid: filled(36) }),
  answer: z.strictObject({
    packs: z.array(z.strictObject({ pack: text(64), name: text(100), findings: z.array(finding) })),
    /** Why no rule applies to this event; the packs then have no findings. null if they apply. */
    left_out: z.nullable(z.enum(rules_left_out)),
  }),
  example: { uuid: '0190a1b2-0000-7000-8000-000000000001' },
  ours: true,
})

export const evidence_compliance = defineCall({
  path: '/api/parking/evidence_compliance',
  roles: viewers,
  effect: 'read',
  slow: true,
  summary: 'How many of the newest entries and exits of each camera satisfy each applicable rule.',
  body: z.strictObject({ days: whole(1, 90) }),
  answer: z.strictObject({
    /** Maximum number of events judged per camera, the newest first. */
    max_events: z.int(),
    cameras: z.array(
      z.strictObject({
        camera_name: text(64),
        events: z.int(),
        /** Typed and withdrawn events among the newest ones, to which no rule applies. */
        left_out: z.int(),
        /** Events that break no rule, including those with a pending or unknown rule. */
        clean: z.int(),
        rules: z.array(
          z.strictObject({
            pack: text(64),
            kind: z.enum(rule_kinds),
            kept: z.int(),
            broken: z.int(),
            pending: z.int(),
            unknown: z.int(),
          }),
        ),
      }),
    ),
  }),
  example: { days: 7 },
  ours: true,
})

export const evidence_rule_calls = {
  get_evidence_rules,
  update_evidence_rules,
  judge_event_evidence,
  evidence_compliance,
}
