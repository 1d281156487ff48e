/** Which events the repairs of stays touch, for the audit log. */
import type { AuditSubjects } from '../core/audit-subject.ts'
import { repairById } from './stay-repair.store.ts'

export const stay_audit_subjects = {
  repair_stay: ({ stay, act, reason, time, plate_number }, { db }, answer) =>
    answer
      ? {
          repair_id: answer.repair_id,
          act,
          reason,
          stay,
          time,
          plate_number,
          uuids: repairById(db, answer.repair_id)?.uuids,
        }
      : {},
  undo_stay_repair: ({ repair_id }, { db }, answer) => {
    const repair = answer && repairById(db, repair_id)
    if (!repair) return {}
    const { act, reason, lot_no, entry_uuid, exit_uuid, uuids } = repair
    return { repair_id, act, reason, stay: { lot_no, entry_uuid, exit_uuid }, uuids }
  },
} satisfies AuditSubjects
