/** Area `parking`: what was changed of the configuration and by whom, how it was before, what is not as it came, and who works by it (ours). */
import * as z from 'zod/mini'
import { defineCall, everyone, workers } from '../core/call.ts'
import { filled, listOf, nothing, paging, stamp, stampOrEmpty, text, whole } from '../core/fields.ts'
import { difference } from '../config-document/config-document.ts'
import { param_groups } from '../params/params.ts'

/** What of the configuration can be brought back. */
export const restorable_sections = [...param_groups, 'camera', 'scene', 'basic_info'] as const
export type RestorableSection = (typeof restorable_sections)[number]

/** What has a history. The business mode is told alone: to switch it clears the scenes, and the snapshot made before is the way back. */
export const history_sections = [...restorable_sections, 'business_mode'] as const
export type HistorySection = (typeof history_sections)[number]

/** What happened to a secret: its values are nobody's business. */
export const secret_changes = ['set', 'changed', 'removed'] as const

/** One field that is different. A value that is absent was not there; of a secret only what happened to it is told. */
export const field_change = z.strictObject({
  field: filled(200),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  secret: z.optional(z.enum(secret_changes)),
})

/** The two states that an entry knows: as it was before the change, and as the change left it. */
export const history_moments = ['before', 'after'] as const

export const history_entry = z.strictObject({
  id: z.int(),
  time_str: stamp(),
  who: text(64),
  /** From where; empty where nobody came by the network. */
  address: text(64),
  /** The call that did it. */
  call: text(64),
  section: z.enum(history_sections),
  /** Which camera or scene, as it was called then; empty where there is one alone. */
  subject: text(200),
  changes: z.array(field_change),
  /** The entry that was brought back by this one. */
  restored_from: z.optional(z.int()),
})

export const param_history = defineCall({
  path: '/api/parking/param_history',
  roles: everyone,
  effect: 'read',
  summary:
    'Every change of the configuration, newest first: who, when, from where, and each field before and after.',
  body: z.strictObject({ ...paging, section: z.optional(z.enum(history_sections)) }),
  answer: listOf(history_entry),
  example: { page: 1, page_size: 20, section: 'alg_param' },
  ours: true,
})

const asked = { id: whole(1, Number.MAX_SAFE_INTEGER), moment: z.enum(history_moments) }

export const preview_restore_param = defineCall({
  path: '/api/parking/preview_restore_param',
  roles: everyone,
  effect: 'read',
  summary:
    'What would be different if a section were brought back to how it was at an entry of the history. 7000 where it cannot be: `camera_gone`, `was_absent`, `not_kept`.',
  body: z.strictObject(asked),
  answer: z.strictObject({
    section: z.enum(restorable_sections),
    /** From how it is now to how it was. */
    changes: z.array(field_change),
    /** Of a scene the same in facts that have words, and which of its lot numbers are elsewhere by now: while there are such, it is refused (5000). */
    scene: z.optional(
      z.strictObject({
        differences: z.array(difference),
        taken_lots: z.array(
          z.strictObject({ lot_no: filled(32), parking_no: filled(64), camera_name: text(64) }),
        ),
      }),
    ),
    /** Secrets of that time that cannot be read any more: they stay as they are now. */
    lost_secrets: z.array(text(64)),
    /** What the preview was made from. */
    revision: z.int(),
  }),
  example: { id: 1, moment: 'before' },
  ours: true,
})

export const restore_param = defineCall({
  path: '/api/parking/restore_param',
  roles: workers,
  effect: 'write',
  summary:
    'Bring one section back to how it was at an entry of the history, as a new change by the rules of the call that makes such a change by hand. `revision` is the one of the preview.',
  body: z.strictObject({ ...asked, revision: z.optional(whole(0, Number.MAX_SAFE_INTEGER)) }),
  answer: z.strictObject({
    section: z.enum(restorable_sections),
    changes: z.array(field_change),
    lost_secrets: z.array(text(64)),
  }),
  example: { id: 1, moment: 'before' },
  ours: true,
})

/**
 * Who works by a group now. by_server: the device itself, at once. The others are the analysis application's: it has taken this revision (`taken`), was
 * told and has not answered (`waiting`), says that it cannot work by it (`refused`), or is not there (`not_running`).
 */
export const param_taken = ['by_server', 'taken', 'waiting', 'refused', 'not_running'] as const

export const param_state = defineCall({
  path: '/api/parking/param_state',
  roles: everyone,
  effect: 'read',
  summary:
    'For each group of parameters: its revision, who changed it last and when, whether the analysis application works by it, and what is not as it came.',
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
        /** What the analysis application cannot do, in its own words. */
        problems: z.array(z.strictObject({ field: text(200), issue: text(500) })),
        /** What differs from the factory values: `before` is the factory's. */
        drift: z.array(field_change),
      }),
    ),
  }),
  example: {},
  ours: true,
})

export const param_history_calls = { param_history, preview_restore_param, restore_param, param_state }
