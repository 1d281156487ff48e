/** Audit subjects of the system calls: the application, the restore configuration and the syslog target. */
import type { AuditSubjects } from '../core/audit-subject.ts'
import { restoreConfig } from './restore/restore.ts'
import { snapshotValues } from './restore/snapshot-delete.ts'
import { syslogSettings } from './syslog/syslog.store.ts'

export const system_audit_subjects = {
  app_control: ({ action }, { app }, answer) => ({
    state: app.status().state,
    ...(answer ? { action } : {}),
  }),
  set_restore_config: (_, { db }) => restoreConfig(db),
  restore: (_, { db }, answer) => (answer ? { keep: restoreConfig(db).keep, snapshot: answer.snapshot } : {}),
  delete_snapshots: ({ names }, { folder }) => snapshotValues(names, folder),
  update_syslog: (_, { db }) => ({ ...syslogSettings(db) }),
} satisfies AuditSubjects
