/** Every call by its name, which is the last segment of its path. The server has a handler for each. */
import type * as z from 'zod/mini'
import { accuracy_calls } from './accuracy/accuracy.ts'
import { undo_calls } from './changes/undo.ts'
import { alarm_calls } from './alarm/alarm.ts'
import { business_mode_calls } from './business-mode/business-mode.ts'
import { analysis_health_calls } from './camera/analysis-health.ts'
import { camera_calls } from './camera/camera.ts'
import { camera_ptz_calls } from './camera/ptz.ts'
import { camera_reference_calls } from './camera/reference.ts'
import { scene_calls } from './camera/scene.ts'
import { camera_try_calls } from './camera/try.ts'
import { check_ledger_calls } from './checks/check-ledger.ts'
import { event_check_calls } from './checks/event-check.ts'
import { human_check_calls } from './checks/human-check.ts'
import { param_document_calls } from './config-document/config-document.ts'
import { device_calls } from './device/device.ts'
import { event_detail_calls } from './events/event-detail.ts'
import { event_export_calls } from './events/event-export.ts'
import { event_calls } from './events/event.ts'
import { evidence_rule_calls } from './evidence-rules/evidence-rules.ts'
import { param_evidence_calls } from './evidence/evidence.ts'
import { handover_calls } from './handover/handover.ts'
import { param_history_calls } from './changes/history.ts'
import { live_calls } from './live/live.ts'
import { model_calls } from './models/models.ts'
import { param_calls } from './params/param-calls.ts'
import { platform_calls } from './platform/platform.ts'
import { clock_calls } from './clocks/clocks.ts'
import { dossier_calls } from './proof/dossier.ts'
import { proof_calls } from './proof/proof.ts'
import { statement_calls } from './statements/statements.ts'
import { queue_calls } from './queue/queue.ts'
import { reconcile_calls } from './reconcile/reconcile.ts'
import { replay_calls } from './replay/replay.ts'
import { retention_calls } from './retention/retention.ts'
import { stay_calls } from './stays/stay.ts'
import { storage_calls } from './storage/storage.ts'
import { box_health_calls } from './system/box-health.ts'
import { diagnose_calls } from './system/diagnose.ts'
import { audit_calls } from './system/audit-chain.ts'
import { mqtt_calls } from './mqtt/mqtt.ts'
import { metrics_calls } from './system/metrics.ts'
import { syslog_calls } from './system/syslog.ts'
import { erasure_calls } from './system/erasure.ts'
import { operation_calls } from './system/operation.ts'
import { software_calls } from './system/software.ts'
import { system_calls } from './system/system.ts'
import { certificate_calls } from './tls/certificate.ts'
import { peer_certificate_calls } from './tls/peer-certificate.ts'
import { people_calls } from './user/people.ts'
import { second_factor_calls } from './user/second-factor.ts'
import { user_calls } from './user/user.ts'
import { dashboard_calls } from './dashboard/dashboard.ts'
import { whitelist_calls } from './whitelist/whitelist.ts'

export const calls = {
  ...user_calls,
  ...people_calls,
  ...second_factor_calls,
  ...device_calls,
  ...system_calls,
  ...whitelist_calls,
  ...box_health_calls,
  ...software_calls,
  ...operation_calls,
  ...undo_calls,
  ...erasure_calls,
  ...audit_calls,
  ...syslog_calls,
  ...mqtt_calls,
  ...metrics_calls,
  ...diagnose_calls,
  ...handover_calls,
  ...model_calls,
  ...certificate_calls,
  ...peer_certificate_calls,
  ...proof_calls,
  ...dossier_calls,
  ...camera_calls,
  ...analysis_health_calls,
  ...camera_try_calls,
  ...scene_calls,
  ...clock_calls,
  ...camera_ptz_calls,
  ...camera_reference_calls,
  ...dashboard_calls,
  ...live_calls,
  ...event_calls,
  ...event_detail_calls,
  ...event_export_calls,
  ...check_ledger_calls,
  ...event_check_calls,
  ...human_check_calls,
  ...accuracy_calls,
  ...stay_calls,
  ...queue_calls,
  ...evidence_rule_calls,
  ...reconcile_calls,
  ...statement_calls,
  ...replay_calls,
  ...retention_calls,
  ...param_calls,
  ...param_history_calls,
  ...param_document_calls,
  ...param_evidence_calls,
  ...storage_calls,
  ...business_mode_calls,
  ...platform_calls,
  ...alarm_calls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
export type Body<Name extends CallName> = z.output<Calls[Name]['body']>
export type Answer<Name extends CallName> = z.output<Calls[Name]['answer']>

/** The paths as types, so that a client is typed without loading the schemas. */
export type Path = Calls[CallName]['path']
export type NameAt<P extends Path> = {
  [Name in CallName]: Calls[Name]['path'] extends P ? Name : never
}[CallName]
