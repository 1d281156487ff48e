/** Area `system`, the software: versions, where they come from, refresh and update (spec §1, §7). */
import * as z from 'zod/mini'
import { admins, defineCall, everyone, workers } from '../core/call.ts'
import { failure_reason } from '../core/codes.ts'
import { nothing, text } from '../core/fields.ts'

export const apt_states = ['idle', 'refreshing', 'updating', 'failed'] as const

export type AptState = (typeof apt_states)[number]

/**
 * Where a flat apt repository may lie: http or https, a host, perhaps a port and a path. Neither a user nor a query, and no character that could
 * end the line or the word of apt's own file. deploy/root-helper.d/repository holds the same rule, as the last to look.
 */
const repository_url =
  /^https?:\/\/([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(\/[A-Za-z0-9._~%+,=:-]+)*\/?$/

export const isRepository = (text: string): boolean =>
  text === '' || (repository_url.test(text) && URL.canParse(text))

export const get_repository = defineCall({
  path: '/api/system/get_repository',
  roles: everyone,
  effect: 'read',
  summary: 'Where the software comes from.',
  body: nothing,
  answer: z.strictObject({ repository: text(500) }),
  example: {},
})

export const set_repository = defineCall({
  path: '/api/system/set_repository',
  roles: admins,
  effect: 'write',
  summary: 'Say where the software comes from. Signed sources only.',
  /** Empty takes the source away. */
  body: z.strictObject({
    repository: z
      .string()
      .check(
        z.maxLength(500),
        z.refine(isRepository, { error: 'repository' }),
        z.meta({ schemes: ['http', 'https'] }),
      ),
  }),
  answer: nothing,
  example: { repository: 'https://packages.example.com/stable' },
})

export const software_version = defineCall({
  path: '/api/system/software_version',
  roles: everyone,
  effect: 'read',
  summary: 'Installed and candidate versions.',
  body: nothing,
  answer: z.strictObject({
    list: z.array(z.strictObject({ package: text(100), installed: text(100), candidate: text(100) })),
  }),
  example: {},
})

export const apt_status = defineCall({
  path: '/api/system/apt_status',
  roles: everyone,
  effect: 'read',
  silent: true,
  summary: 'What the package system is doing. Polled silently.',
  body: nothing,
  answer: z.strictObject({
    state: z.enum(apt_states),
    /** Percent of what is being done. */
    progress: z.number(),
    /** The package system's own line: what it does, or why it failed. */
    message: z.string(),
    /** Which work `failed` or `idle` speaks of, and when it ended (milliseconds since 1970). Ours. */
    work: z.optional(z.enum(['', 'refresh', 'update'])),
    ended_ms: z.optional(z.nullable(z.int())),
    /** Why it failed, where that is known; null otherwise. Ours. */
    reason: z.optional(z.nullable(z.enum(failure_reason))),
  }),
  example: {},
})

export const update_software_cache = defineCall({
  path: '/api/system/update_software_cache',
  roles: workers,
  effect: 'write',
  slow: true,
  summary: 'Refresh the package lists (30 s).',
  body: nothing,
  answer: nothing,
  example: {},
})

export const update_software = defineCall({
  path: '/api/system/update_software',
  roles: admins,
  effect: 'write',
  summary:
    'Install the candidate versions. Answers when it has begun; `apt_status` follows it, through a restart of the server too.',
  body: nothing,
  answer: nothing,
  example: {},
  ours: true,
})

export const set_auto_update = defineCall({
  path: '/api/system/set_auto_update',
  roles: admins,
  effect: 'write',
  summary: 'Install new versions by themselves, each night. `app_status` shows it.',
  body: z.strictObject({ auto_update: z.boolean() }),
  answer: nothing,
  example: { auto_update: true },
  ours: true,
})

export const software_calls = {
  get_repository,
  set_repository,
  software_version,
  apt_status,
  update_software_cache,
  update_software,
  set_auto_update,
}
