/** The head of the audit chain that the device keeps in its main database, so that a loss is detected. */
import type { AuditHead, Head } from '#src/core/audit-head.ts'
import type { Db } from '#src/core/db.ts'
import { readSetting, writeSetting } from '#src/core/settings.store.ts'

const setting = 'audit_witness'

export const keepWitness = (db: Db, head: AuditHead, now: number): void =>
  writeSetting<AuditHead>(db, setting, head, now)

export const witnessIn = (db: Db): Head | undefined => readSetting<Head | undefined>(db, setting, undefined)
