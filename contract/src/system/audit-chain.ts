/** The audit chain: verified on the device, or exported to be verified elsewhere (docs/audit-chain.md). */
import * as z from 'zod/mini'
import { admins, defineCall, workers } from '../core/call.ts'
import { text, whole } from '../core/fields.ts'

export const audit_findings = [
  'edited',
  'link_edited',
  'deleted',
  'content_deleted',
  'replaced',
  'cut',
  'rewritten',
  'wiped',
  'began_again',
  'shown_edited',
  'shown_deleted',
  'shown_added',
  'foreign',
  'unlinked',
  'unmarked',
  'pruned_wrongly',
  'strange_parts',
] as const

/** `chain_id:seq:hash` of the newest link at some point in time. */
const head_form = /^[0-9a-f]{32}:\d{1,15}:[0-9a-f]{64}$/

export const verify_audit = defineCall({
  path: '/api/system/verify_audit',
  roles: workers,
  effect: 'read',
  slow: true,
  summary:
    'Verify the audit chain: what was edited, deleted, cut off or wiped. `known_head` was kept outside and ' +
    'shows a cut end.',
  body: z.strictObject({ known_head: z.optional(z.string().check(z.regex(head_form))) }),
  answer: z.strictObject({
    links: z.int(),
    /** Links whose content was deleted by a user or for the budget. */
    pruned: z.int(),
    head: text(120),
    /** The first and the last link of each finding; for `shown_added` and `unlinked`, the ids of rows. */
    findings: z.array(z.strictObject({ kind: z.enum(audit_findings), first: z.int(), last: z.int() })),
  }),
  example: {},
  ours: true,
})

const hex = z.string()
export const audit_links = defineCall({
  path: '/api/system/audit_links',
  roles: admins,
  effect: 'read',
  summary: 'Links of the audit chain after a number, oldest first, to be kept and verified elsewhere.',
  body: z.strictObject({ after: whole(0, 1_000_000_000), limit: whole(1, 1_000) }),
  answer: z.strictObject({
    chain_id: hex,
    links: z.array(
      z.strictObject({
        /** The form of the link. Links of form 1 do not hash `log_id`. */
        v: z.int(),
        seq: z.int(),
        time_ms: z.int(),
        kind: z.string(),
        /** The newest row of the log up to this link. */
        log_id: z.int(),
        content_hash: hex,
        prev: hex,
        hash: hex,
        /** Both are null if the content was deleted. */
        salt: z.nullable(hex),
        content: z.nullable(z.string()),
      }),
    ),
  }),
  example: { after: 0, limit: 500 },
  ours: true,
})

export const audit_calls = { verify_audit, audit_links }
