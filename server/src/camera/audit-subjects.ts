/** Audit subjects of the camera calls: cameras, scenes and references. */
import type { AuditSubjects } from '../core/audit-subject.ts'
import { cameraValues, sceneValues } from './camera-values.ts'

export const camera_audit_subjects = {
  add_onvif_camera: (_, context, answer) => cameraValues(answer?.camera_sn, context),
  add_common_camera: (_, context, answer) => cameraValues(answer?.camera_sn, context),
  update_onvif_camera: ({ camera_sn }, context) => cameraValues(camera_sn, context),
  update_common_camera: ({ camera_sn }, context) => cameraValues(camera_sn, context),
  delete_camera: ({ camera_sn }, context) => cameraValues(camera_sn, context),
  sync_onvif_camera: (_, __, answer) =>
    Object.fromEntries((answer?.list ?? []).map((one) => [one.camera_sn, one.code])),
  add_update_scene: ({ scene_id }, context, answer) => sceneValues(answer?.scene_id ?? scene_id, context),
  delete_scene: ({ scene_id }, context) => sceneValues(scene_id, context),
  accept_moved: ({ scene_id }, context) => sceneValues(scene_id, context),
  take_reference: (_, __, answer) => (answer ? { reference: answer.time_str } : {}),
} satisfies AuditSubjects
