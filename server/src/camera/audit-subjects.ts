/** Audit subjects of the camera calls that do not change what users configured. */
import type { AuditSubjects } from '../core/audit-subject.ts'

export const camera_audit_subjects = {
  sync_onvif_camera: (_, __, answer) =>
    Object.fromEntries((answer?.list ?? []).map((one) => [one.camera_sn, one.code])),
  take_reference: (_, __, answer) => (answer ? { reference: answer.time_str } : {}),
} satisfies AuditSubjects
