/** The software: versions, repository, refresh and update (spec §1, §7). */
import * as z from 'zod/mini'
import { admins, defineCall, viewers, workers } from '../core/call.ts'
import { failure_reason } from '../core/codes.ts'
import { nothing, text } from '../core/fields.ts'

export const apt_states = ['idle', 'refreshing', 'updating', 'failed'] as const

export type AptState = (typeof apt_states)[number]

/**
 * The URL of an apt repository (suite `stable`, component `main`): http or https, a host, an optional port
 * and path. No user, no query, and no character that ends a line or a word in apt's own file.
 * deploy/root-helper.d/repository checks the same rule again.
 */
const repository_host = String.raw`([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])`
const repository_path = String.raw`(\/[A-Za-z0-9._~%+,=:-]+)*\/?`
const repository_url = new RegExp(`^https?://${repository_host}(:[0-9]{1,5})?${repository_path}$`)

export const isRepository = (text: string): boolean =>
  text === '' || (repository_url.test(text) && URL.canParse(text))

export const get_repository = defineCall({
  path: '/api/system/get_repository',
  roles: viewers,
  effect: 'read',
  summary: 'The repository of the software.',
  body: nothing,
  answer: z.strictObject({ repository: text(500) }),
  example: {},
})

export const set_repository = defineCall({
  path: '/api/system/set_repository',
  roles: admins,
  effect: 'write',
  summary: 'Set the repository of the software. It must be signed.',
  /** Empty removes the repository. */
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

/** What a version brings, a sentence each, in both scripts. */
const release_note = z.strictObject({ version: text(100), zh: z.array(text(300)), tw: z.array(text(300)) })
export type ReleaseNote = z.infer<typeof release_note>

export const software_version = defineCall({
  path: '/api/system/software_version',
  roles: viewers,
  effect: 'read',
  summary: 'The installed and the candidate version of each package.',
  body: nothing,
  answer: z.strictObject({
    list: z.array(
      z.strictObject({
        package: text(100),
        installed: text(100),
        candidate: text(100),
        /** What is new since the installed version, newest first, if the candidate says so. Ours. */
        notes: z.optional(z.array(release_note)),
      }),
    ),
  }),
  example: {},
})

export const apt_status = defineCall({
  path: '/api/system/apt_status',
  roles: viewers,
  effect: 'read',
  silent: true,
  summary: 'The state of the package system. Polled without toasts.',
  body: nothing,
  answer: z.strictObject({
    state: z.enum(apt_states),
    /** The progress as a percentage. */
    progress: z.number(),
    /** The package system's own message: what it is doing, or why it failed. */
    message: z.string(),
    /** The job to which `state` refers, and when it ended (milliseconds since 1970). Ours. */
    work: z.optional(z.enum(['', 'refresh', 'update'])),
    ended_ms: z.optional(z.nullable(z.int())),
    /** Why it failed; null if unknown. Ours. */
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
    'Start installing the candidate versions. `apt_status` reports the progress, also across a restart ' +
    'of the server.',
  body: nothing,
  answer: nothing,
  example: {},
  ours: true,
})

export const set_auto_update = defineCall({
  path: '/api/system/set_auto_update',
  roles: admins,
  effect: 'write',
  summary: 'Turn the nightly installation of new versions on or off. `app_status` shows it.',
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
