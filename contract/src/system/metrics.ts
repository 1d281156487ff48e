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
    /** When the token was made; null without one. The token itself is stored nowhere. */
    token_ms: z.nullable(z.int()),
    /** Since the start of the server; null before the first scrape with the right token. */
    scrape: z.nullable(
      z.strictObject({
        at_ms: z.int(),
        /** How long ago, by the clock of the device. */
        age_ms: z.int(),
        /** Who scraped: an address. */
        by: text(64),
        /** Lines of the page that are samples, and the time it took to collect them. */
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
  summary: 'Make a new token for /metrics. It is answered once; the one before ends at the same moment.',
  body: nothing,
  answer: z.strictObject({ token: text(100) }),
  example: {},
  ours: true,
})

export const metrics_calls = { get_metrics, update_metrics, renew_metrics_token }
