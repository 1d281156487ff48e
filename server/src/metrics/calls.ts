/** Turns `/metrics` on and off, and creates its token, which is shown only once. */
import type { metrics_calls } from '@parking/contract'
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { badField } from '../core/refusal.ts'
import { metricsSettings, writeMetricsSettings } from './metrics.store.ts'
import type { MetricsPage } from './page.ts'
import { newToken } from './token.ts'

type Needs = CallContext & { metrics_page: MetricsPage }

export const metrics_handlers = {
  get_metrics(_, { db, now, metrics_page }) {
    const { enabled, token_ms } = metricsSettings(db)
    const { last } = metrics_page
    const scrape = last && { ...last, age_ms: Math.max(0, now() - last.at_ms) }
    return { enabled, token_ms, scrape }
  },

  update_metrics({ enabled }, { db, now, metrics_page }) {
    const settings = metricsSettings(db)
    if (enabled && settings.token_ms === null) throw badField('enabled', 'required')
    writeMetricsSettings(db, { ...settings, enabled }, now())
    metrics_page.forget()
    return {}
  },

  renew_metrics_token(_, { db, now, metrics_page }) {
    const { token, sha256 } = newToken()
    writeMetricsSettings(db, { ...metricsSettings(db), token_sha256: sha256, token_ms: now() }, now())
    metrics_page.forget()
    return { token }
  },
} satisfies Handlers<keyof typeof metrics_calls, Needs>

const subject = (_: unknown, { db }: Needs) => {
  const { enabled, token_ms } = metricsSettings(db)
  return { enabled, token_ms: token_ms ?? '' }
}

export const metrics_audit_subjects = {
  update_metrics: subject,
  renew_metrics_token: subject,
} satisfies AuditSubjects<keyof typeof metrics_calls, Needs>
