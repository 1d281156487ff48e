/** Whether `/metrics` is served to Prometheus, its token, and the last scrape (docs/metrics.md). */
import * as z from 'zod/mini'
import { admins, defineCall, workers } from '../core/call.ts'
import { nothing, text } from '../core/fields.ts'

const settings = {
  enabled: z.boolean(),
}

export const get_metrics = defineCall({
  path: '/api/system/get_metrics',
  roles: workers,
  effect: 'read',
  summary: 'Whether /metrics is served, since when its token is valid, and the last scrape.',
  body: nothing,
  answer: z.strictObject({
    ...settings,
    /** When the token was created; null without one. The token itself is not stored anywhere. */
    token_ms: z.nullable(z.int()),
    /** The last scrape since the server started; null before the first one with the right token. */
    scrape: z.nullable(
      z.strictObject({
        at_ms: z.int(),
        /** Its age by the device's clock. */
        age_ms: z.int(),
        /** The address that scraped. */
        by: text(64),
        /** Number of sample lines on the page, and the time it took to collect them. */
        samples: z.int(),
        took_ms: z.number(),
      }),
    ),
  }),
  example: {},
  ours: true,
})

export const update_metrics = defineCall({
  path: '/api/system/update_metrics',
  roles: admins,
  effect: 'write',
  fresh: true,
  summary: 'Serve /metrics, or stop it. It is served only once it has a token.',
  body: z.strictObject(settings),
  answer: nothing,
  example: { enabled: false },
  ours: true,
})

export const renew_metrics_token = defineCall({
  path: '/api/system/renew_metrics_token',
  roles: admins,
  effect: 'write',
  fresh: true,
  summary:
    'Make a new token for /metrics. It is returned once; the previous token expires at the same moment.',
  body: nothing,
  answer: z.strictObject({ token: text(100) }),
  example: {},
  ours: true,
})

export const metrics_calls = { get_metrics, update_metrics, renew_metrics_token }
