/** The dossier of a stay as a signed download (ours; docs/evidence.md). */
import * as z from 'zod/mini'
import { defineCall, checkers } from '../core/call.ts'
import { filled, text, whole } from '../core/fields.ts'

export const dossier_languages = ['zh', 'tw'] as const

export const export_dossier = defineCall({
  path: '/api/parking/export_dossier',
  roles: checkers,
  effect: 'write',
  slow: true,
  summary:
    'The dossier of the stay of an event, for a download in the next ten minutes: a ZIP with a page to ' +
    'read and print, every picture and clip, the decisions with their rules, every act, and signed hashes.',
  body: z.strictObject({ uuid: filled(36), language: z.enum(dossier_languages) }),
  /** too_large: the files exceed one ZIP. Only `ready` has a `download`. */
  answer: z.strictObject({
    state: z.enum(['ready', 'too_large']),
    download: text(500),
    file_name: text(100),
    events: whole(0, 100_000),
    /** The number of pictures and clips, and their total bytes. */
    files: whole(0, 100_000),
    bytes: z.int(),
    /** The id of the key that signs it. */
    key_id: text(64),
  }),
  example: { uuid: '00000000-0000-4000-8000-000000000000', language: 'zh' },
  ours: true,
})

export const dossier_calls = { export_dossier }
