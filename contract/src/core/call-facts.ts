/** Generated from the contract by `npm run docs`; do not edit. Facts for browsers, without schemas. */

/** Calls that may take 30 s. */
export const slow_paths: readonly string[] = [
  '/api/device/register_vpn_online',
  '/api/system/app_control',
  '/api/system/update_software_cache',
  '/api/system/restore',
  '/api/system/bring_back_snapshot',
  '/api/system/delete_snapshots',
  '/api/system/undo_acts',
  '/api/system/erase_for_good',
  '/api/system/close_erasure',
  '/api/system/verify_audit',
  '/api/system/test_syslog',
  '/api/parking/test_mqtt',
  '/api/system/diagnose',
  '/api/system/support_bundle',
  '/api/system/run_handover_test',
  '/api/system/add_model_part',
  '/api/system/finish_model_upload',
  '/api/system/take_model_folder',
  '/api/system/fetch_certificate',
  '/api/parking/export_dossier',
  '/api/camera/discover_cameras',
  '/api/camera/try_onvif_camera',
  '/api/camera/try_common_camera',
  '/api/camera/set_camera_clock',
  '/api/camera/take_reference',
  '/api/camera/check_scene',
  '/api/parking/parking_event',
  '/api/parking/delete_parking_event',
  '/api/parking/manual_parking_event',
  '/api/parking/delete_manual_parking_event',
  '/api/parking/export_parking_event',
  '/api/parking/resend_parking_event',
  '/api/parking/evidence_compliance',
  '/api/parking/list_reconcile_events',
  '/api/parking/find_reconcile_events',
  '/api/parking/export_statement',
  '/api/parking/export_document',
  '/api/parking/preview_import',
  '/api/parking/apply_import',
  '/api/parking/preview_event_param',
  '/api/parking/test_storage',
  '/api/parking/test_platform',
  '/api/parking/test_mail',
]

/** Calls whose failures show no toast. */
export const silent_paths: readonly string[] = [
  '/api/utils/ping',
  '/api/utils/call_outcome',
  '/api/system/get_whitelist',
  '/api/system/apt_status',
  '/api/system/erasure_certificate',
  '/api/system/certificate_fingerprint',
  '/api/parking/judge_event_evidence',
  '/api/parking/get_replay',
]

/** Calls that use GET. */
export const get_paths: readonly string[] = ['/vue-element-admin/user/info']
