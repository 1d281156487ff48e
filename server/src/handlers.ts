/**
 * The handler of every call, and the values that its audit row compares. Does not compile if a call of the
 * contract has no handler.
 */
import type { CallName } from '@parking/contract'
import type { AuditSubjects } from './core/audit-subject.ts'
import { accuracy_audit_subjects } from './accuracy/audit-subjects.ts'
import { alarm_audit_subjects } from './alarm/audit-subjects.ts'
import { check_audit_subjects } from './checks/audit-subjects.ts'
import { stay_audit_subjects } from './stays/audit-subjects.ts'
import { business_mode_audit_subjects } from './business-mode/audit-subjects.ts'
import { camera_audit_subjects } from './camera/audit-subjects.ts'
import { device_audit_subjects } from './device/audit-subjects.ts'
import { event_audit_subjects } from './events/audit-subjects.ts'
import { metrics_audit_subjects, metrics_handlers } from './metrics/calls.ts'
import { model_audit_subjects } from './models/audit-subjects.ts'
import { queue_audit_subjects } from './queue/audit-subjects.ts'
import { retention_audit_subjects } from './retention/audit-subjects.ts'
import { system_audit_subjects } from './system/audit-subjects.ts'
import { accuracy_handlers } from './accuracy/calls.ts'
import { alarm_handlers } from './alarm/calls.ts'
import { analysis_health_handlers } from './analysis/calls.ts'
import { business_mode_handlers } from './business-mode/calls.ts'
import { camera_handlers } from './camera/calls.ts'
import { camera_ptz_handlers } from './camera/ptz/calls.ts'
import { camera_reference_handlers } from './camera/reference/calls.ts'
import { history_handlers } from './changes/history/calls.ts'
import { undo_audit_subjects, undo_handlers } from './changes/undo/calls.ts'
import { check_handlers } from './checks/calls.ts'
import { param_document_audit_subjects, param_document_handlers } from './config-document/calls.ts'
import { clock_audit_subjects, clock_handlers } from './clocks/calls.ts'
import { device_handlers } from './device/calls.ts'
import { event_handlers } from './events/calls.ts'
import { evidence_rule_audit_subjects, evidence_rule_handlers } from './evidence-rules/calls.ts'
import { param_evidence_handlers } from './evidence/calls.ts'
import { handover_handlers } from './handover/calls.ts'
import { live_handlers } from './live/calls.ts'
import { model_handlers } from './models/calls.ts'
import { param_handlers } from './params/calls.ts'
import { platform_handlers } from './platform/calls.ts'
import { queue_handlers } from './queue/calls.ts'
import { reconcile_handlers } from './reconcile/calls.ts'
import { replay_handlers } from './replay/calls.ts'
import { retention_handlers } from './retention/calls.ts'
import type { AllHandlers, RuntimeContext } from './runtime.ts'
import { statement_handlers } from './statements/calls.ts'
import { stay_handlers } from './stays/calls.ts'
import { storage_handlers } from './storage/calls.ts'
import { dossier_audit_subjects, dossier_handlers } from './dossier/calls.ts'
import { proof_audit_subjects, proof_handlers } from './proof/calls.ts'
import { audit_handlers } from './system/audit/calls.ts'
import { system_handlers } from './system/calls.ts'
import { diagnose_handlers } from './system/diagnose/calls.ts'
import { disk_handlers } from './system/disk/calls.ts'
import { box_health_handlers } from './system/health/calls.ts'
import { erasure_handlers } from './system/erasure/calls.ts'
import { operation_handlers, software_handlers } from './system/operation/calls.ts'
import { support_bundle_handlers } from './system/support-bundle/calls.ts'
import { mqtt_handlers } from './mqtt/calls.ts'
import { syslog_handlers } from './system/syslog/calls.ts'
import { certificate_audit_subjects, certificate_handlers } from './tls/calls.ts'
import { peer_certificate_handlers } from './tls/peer-certificate.ts'
import { user_audit_subjects } from './user/audit-subjects.ts'
import { user_handlers } from './user/calls.ts'
import { people_handlers } from './user/people.ts'
import { second_factor_handlers } from './user/second-factor.ts'
import { whitelist_audit_subjects, whitelist_handlers } from './whitelist/calls.ts'
import { dashboard_handlers } from './dashboard/calls.ts'

export const handlers: AllHandlers = {
  ...user_handlers,
  ...people_handlers,
  ...second_factor_handlers,
  ...device_handlers,
  ...system_handlers,
  ...whitelist_handlers,
  ...box_health_handlers,
  ...audit_handlers,
  ...software_handlers,
  ...operation_handlers,
  ...erasure_handlers,
  ...diagnose_handlers,
  ...handover_handlers,
  ...disk_handlers,
  ...support_bundle_handlers,
  ...syslog_handlers,
  ...mqtt_handlers,
  ...metrics_handlers,
  ...model_handlers,
  ...certificate_handlers,
  ...peer_certificate_handlers,
  ...proof_handlers,
  ...dossier_handlers,
  ...camera_handlers,
  ...analysis_health_handlers,
  ...clock_handlers,
  ...camera_ptz_handlers,
  ...camera_reference_handlers,
  ...dashboard_handlers,
  ...live_handlers,
  ...event_handlers,
  ...check_handlers,
  ...accuracy_handlers,
  ...stay_handlers,
  ...param_handlers,
  ...history_handlers,
  ...undo_handlers,
  ...param_document_handlers,
  ...param_evidence_handlers,
  ...queue_handlers,
  ...evidence_rule_handlers,
  ...reconcile_handlers,
  ...statement_handlers,
  ...replay_handlers,
  ...retention_handlers,
  ...storage_handlers,
  ...business_mode_handlers,
  ...platform_handlers,
  ...alarm_handlers,
}

export const audit_subjects: AuditSubjects<CallName, RuntimeContext> = {
  ...accuracy_audit_subjects,
  ...alarm_audit_subjects,
  ...business_mode_audit_subjects,
  ...check_audit_subjects,
  ...stay_audit_subjects,
  ...camera_audit_subjects,
  ...param_document_audit_subjects,
  ...clock_audit_subjects,
  ...device_audit_subjects,
  ...event_audit_subjects,
  ...evidence_rule_audit_subjects,
  ...undo_audit_subjects,
  ...queue_audit_subjects,
  ...retention_audit_subjects,
  ...system_audit_subjects,
  ...whitelist_audit_subjects,
  ...metrics_audit_subjects,
  ...model_audit_subjects,
  ...certificate_audit_subjects,
  ...proof_audit_subjects,
  ...dossier_audit_subjects,
  ...user_audit_subjects,
}
