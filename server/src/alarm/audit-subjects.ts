/** Audit subjects of the alarm calls. */
import type { AuditSubjects } from '../core/audit-subject.ts'
import { stampOf } from '../core/stamp.ts'
import { alarmById } from './alarm.store.ts'
import { alarmMailRule } from './rule.store.ts'
import { silences } from './silence.store.ts'

export const alarm_audit_subjects = {
  update_alarm_mail: (_, context) => ({ ...alarmMailRule(context) }),
  acknowledge_alarm: ({ alarm_id }, { db }) => {
    const row = alarmById(db, alarm_id)
    if (!row) return {}
    const { kind, subject, name, acknowledged_by } = row
    // One value, so that the audit row names the alarm.
    return { alarm: { kind, subject, name, acknowledged_by } }
  },
  silence_alarm: ({ kind, subject }, context) => {
    const found = silences(context).find((one) => one.kind === kind && one.subject === subject)
    return { alarm: { kind, subject, silenced_until: found ? stampOf(found.until_ms) : '' } }
  },
} satisfies AuditSubjects
