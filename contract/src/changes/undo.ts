/** The changes that can be undone as a whole, each on its own (ours; decision 0083). */
import * as z from 'zod/mini'
import { defineCall, viewers, workers } from '../core/call.ts'
import { listOf, paging, stamp, stampOrEmpty, text, whole } from '../core/fields.ts'
import { broken_rule } from '../evidence-rules/broken-rule.ts'
import { undo_conflicts, undo_gaps, change_kinds, change_states } from './change-kinds.ts'

const act_id = whole(1, Number.MAX_SAFE_INTEGER)

export const change_counts = z.strictObject({
  cameras: z.optional(z.int()),
  scenes: z.optional(z.int()),
  lots: z.optional(z.int()),
  fields: z.optional(z.int()),
  events: z.optional(z.int()),
})

export const listed_change = z.strictObject({
  act_id,
  time_str: stamp(),
  username: text(64),
  kind: z.enum(change_kinds),
  /** The cameras, car parks, groups of parameters or plates that the change affected; the first ten. */
  names: z.array(text(200)),
  counts: change_counts,
  /** Until when it can be undone. */
  until_time_str: stamp(),
  state: z.enum(change_states),
  undone_time_str: stampOrEmpty(),
  undone_by: text(64),
})

export const list_acts = defineCall({
  path: '/api/system/list_acts',
  roles: viewers,
  effect: 'read',
  summary:
    'The changes of several values at once, newest first: who, when, what, and whether each can be undone.',
  body: z.strictObject({
    ...paging,
    kind: z.optional(z.enum(change_kinds)),
    /** Only the changes of the caller. */
    mine: z.optional(z.boolean()),
    /** Only changes of the last seconds: what the caller has just done. */
    since_s: z.optional(whole(1, 3_600)),
  }),
  answer: listOf(listed_change),
  example: { page: 1, page_size: 20 },
  ours: true,
})

const act_ids = z.array(act_id).check(z.minLength(1), z.maxLength(100))

export const preview_undo = defineCall({
  path: '/api/system/preview_undo',
  roles: viewers,
  effect: 'read',
  summary:
    'What undoing these changes would restore, what was changed since, and what cannot be restored. ' +
    '3000 for a change that is gone; 7000 `act_undone` or `act_expired`.',
  body: z.strictObject({ act_ids }),
  answer: z.strictObject({
    /** Number of cameras, scenes, groups of parameters and events that are restored or changed. */
    parts: z.int(),
    conflicts: z.array(
      z.strictObject({
        act_id,
        /** The name of the camera, car park or group. */
        name: text(200),
        /** The fields that another change has set since; empty if the whole part is affected. */
        fields: z.array(text(200)),
        why: z.enum(undo_conflicts),
      }),
    ),
    gaps: z.array(z.enum(undo_gaps)),
    /** Rules of evidence that are met now but would be broken if evidence parameters were restored. */
    broken_rules: z.array(broken_rule),
    /**
     * Events that were sent to the platform since the change, from the scenes that it affected; they stay
     * there.
     */
    sent_events: z.int(),
  }),
  example: { act_ids: [1] },
  ours: true,
})

export const undo_acts = defineCall({
  path: '/api/system/undo_acts',
  roles: workers,
  effect: 'write',
  slow: true,
  summary:
    'Undo only these changes: later changes by others stay. Needs the role of each change (4030). ' +
    '7000 `changed_meanwhile` on a conflict, unless `on_conflict` decides; 7000 `act_undone`, `act_expired`.',
  body: z.strictObject({
    act_ids,
    /** keep: whatever was changed since stays as it is. replace: it gets its value from before the change. */
    on_conflict: z.optional(z.enum(['keep', 'replace'])),
  }),
  answer: z.strictObject({
    /** Number of parts that were restored or changed. */
    parts: z.int(),
    /** Number of parts left as they are, because they were changed since. */
    kept: z.int(),
  }),
  example: { act_ids: [1] },
  ours: true,
})

export const undo_calls = { list_acts, preview_undo, undo_acts }
