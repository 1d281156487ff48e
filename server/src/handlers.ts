/** The handler of every call, and what its audit row compares. A call of the contract without a handler does not compile. */
import type { CallName } from '@parking/contract'
import type { AuditSubjects } from './core/audit-subject.ts'
import { alarm_audit_subjects } from './alarm/audit-subjects.ts'
import { business_mode_audit_subjects } from './business-mode/audit-subjects.ts'
import { camera_audit_subjects } from './camera/audit-subjects.ts'
import { config_document_audit_subjects } from './config-document/audit-subjects.ts'
import { device_audit_subjects } from './device/audit-subjects.ts'
import { event_audit_subjects } from './events/audit-subjects.ts'
import { history_audit_subjects } from './history/audit-subjects.ts'
import { param_audit_subjects } from './params/audit-subjects.ts'
import { queue_audit_subjects } from './queue/audit-subjects.ts'
import { retention_audit_subjects } from './retention/audit-subjects.ts'
import { system_audit_subjects } from './system/audit-subjects.ts'
import { alarm_handlers } from './alarm/calls.ts'
import { camera_handlers } from './camera/calls.ts'
import { camera_ptz_handlers } from './camera/ptz-calls.ts'
import { camera_reference_handlers } from './camera/reference/reference-calls.ts'
import { param_evidence_handlers } from './evidence/calls.ts'
import { param_document_handlers } from './config-document/calls.ts'
import { device_handlers } from './device/calls.ts'
import { parking_handlers } from './events/calls.ts'
import { event_check_handlers } from './checks/event-check.ts'
import { event_detail_handlers } from './events/event-detail.ts'
import { param_history_handlers } from './history/param-history.ts'
import { platform_handlers } from './platform/platform-calls.ts'
import type { AllHandlers, RuntimeContext } from './runtime.ts'
import { system_handlers } from './system/calls.ts'
import { user_handlers } from './user/calls.ts'
import { utils_handlers } from './utils/calls.ts'

export const handlers: AllHandlers = {
  ...user_handlers,
  ...device_handlers,
  ...system_handlers,
  ...camera_handlers,
  ...camera_ptz_handlers,
  ...camera_reference_handlers,
  ...parking_handlers,
  ...event_check_handlers,
  ...event_detail_handlers,
  ...param_document_handlers,
  ...param_evidence_handlers,
  ...param_history_handlers,
  ...platform_handlers,
  ...alarm_handlers,
  ...utils_handlers,
}

export const audit_subjects: AuditSubjects<CallName, RuntimeContext> = {
  ...alarm_audit_subjects,
  ...business_mode_audit_subjects,
  ...camera_audit_subjects,
  ...config_document_audit_subjects,
  ...device_audit_subjects,
  ...event_audit_subjects,
  ...history_audit_subjects,
  ...param_audit_subjects,
  ...queue_audit_subjects,
  ...retention_audit_subjects,
  ...system_audit_subjects,
}
