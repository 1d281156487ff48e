/**
 * The history of the configuration: changes, restoring, differences from the factory values, and what the
 * analysis application has applied (ours).
 */
import * as z from 'zod/mini'
import { defineCall, viewers, workers } from '../core/call.ts'
import { filled, listOf, nothing, paging, stamp, stampOrEmpty, text, whole } from '../core/fields.ts'
import { difference } from '../config-document/config-document.ts'
import { broken_rule } from '../evidence-rules/broken-rule.ts'
import { param_groups } from '../params/params.ts'

/** The sections that can be restored. */
export const restorable_sections = [...param_groups, 'camera', 'scene', 'basic_info'] as const
export type RestorableSection = (typeof restorable_sections)[number]

/**
 * The sections that have a history. The business mode cannot be restored from it: switching deletes the
 * scenes, and the snapshot taken beforehand restores them.
 */
export const history_sections = [...restorable_sections, 'business_mode'] as const
export type HistorySection = (typeof history_sections)[number]

/** What happened to a secret. Its values are never shown. */
export const secret_changes = ['set', 'changed', 'removed'] as const

/** One field that differs. A value is absent if it did not exist; a secret has only its kind of change. */
export const field_change = z.strictObject({
  field: filled(200),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  secret: z.optional(z.enum(secret_changes)),
})

/** The two states in an entry: before the change, and after it. */
export const history_moments = ['before', 'after'] as const

export const history_entry = z.strictObject({
  id: z.int(),
  time_str: stamp(),
  who: text(64),
  /** The user's network address; empty for a change that was not a network request. */
  address: text(64),
  /** The call that made the change. */
  call: text(64),
  section: z.enum(history_sections),
  /** The name of the camera or scene at that time; empty if the section has only one subject. */
  subject: text(200),
  changes: z.array(field_change),
  /** The entry that this change restored. */
  restored_from: z.optional(z.int()),
})

export const param_history = defineCall({
  path: '/api/parking/param_history',
  roles: viewers,
  effect: 'read',
  summary:
    'Every change of the configuration, newest first: who, when, from where, and each field before and ' +
    'after.',
  body: z.strictObject({ ...paging, section: z.optional(z.enum(history_sections)) }),
  answer: listOf(history_entry),
  example: { page: 1, page_size: 20, section: 'alg_param' },
  ours: true,
})

const entry_state = { id: whole(1, Number.MAX_SAFE_INTEGER), moment: z.enum(history_moments) }

export const preview_restore_param = defineCall({
  path: '/api/parking/preview_restore_param',
  roles: viewers,
  effect: 'read',
  summary:
    'Preview the restoration of a section to an entry of the history. 7000 if it is impossible: ' +
    '`camera_gone`, `was_absent`, `not_kept`.',
  body: z.strictObject(entry_state),
  answer: z.strictObject({
    section: z.enum(restorable_sections),
    /** From the current values to the earlier ones. */
    changes: z.array(field_change),
    /**
     * For a scene: the same differences as facts for sentences, and the lot numbers that other scenes use
     * now, which make a restore fail (5000).
     */
    scene: z.optional(
      z.strictObject({
        differences: z.array(difference),
        taken_lots: z.array(
          z.strictObject({ lot_no: filled(32), parking_no: filled(64), camera_name: text(64) }),
        ),
      }),
    ),
    /** For evidence parameters: rules that applying these would break and that the current ones do not. */
    broken_rules: z.optional(z.array(broken_rule)),
    /** Secrets of that time that can no longer be decrypted; the current ones are kept. */
    lost_secrets: z.array(text(64)),
    /** The revision that the preview is based on. */
    revision: z.int(),
  }),
  example: { id: 1, moment: 'before' },
  ours: true,
})

export const restore_param = defineCall({
  path: '/api/parking/restore_param',
  roles: workers,
  effect: 'write',
  audit: 'changes',
  summary:
    'Restore one section to an entry of the history, as a new change under the rules of the call that ' +
    'makes such a change. `revision` is that of the preview.',
  body: z.strictObject({ ...entry_state, revision: z.optional(whole(0, Number.MAX_SAFE_INTEGER)) }),
  answer: z.strictObject({
    section: z.enum(restorable_sections),
    changes: z.array(field_change),
    lost_secrets: z.array(text(64)),
  }),
  example: { id: 1, moment: 'before' },
  ours: true,
})

/**
 * Whether a group of parameters has been applied. by_server: the device applies it itself, at once. The
 * others refer to the analysis application: it has applied this revision (`taken`), has not answered yet
 * (`waiting`), cannot apply it (`refused`), or is not connected (`not_running`).
 */
export const param_taken = ['by_server', 'taken', 'waiting', 'refused', 'not_running'] as const

export const param_state = defineCall({
  path: '/api/parking/param_state',
  roles: viewers,
  effect: 'read',
  summary:
    'For each group of parameters: revision, last change, whether the analysis application has applied ' +
    'it, and the differences from the factory values.',
  body: nothing,
  answer: z.strictObject({
    list: z.array(
      z.strictObject({
        group: z.enum(param_groups),
        revision: z.int(),
        change_time_str: stampOrEmpty(),
        changed_by: text(64),
        taken: z.enum(param_taken),
        taken_time_str: stampOrEmpty(),
        /** What the analysis application cannot apply, in its own words. */
        problems: z.array(z.strictObject({ field: text(200), issue: text(500) })),
        /** The differences from the factory values, which are in `before`. */
        drift: z.array(field_change),
      }),
    ),
  }),
  example: {},
  ours: true,
})

export const param_history_calls = { param_history, preview_restore_param, restore_param, param_state }
