/** Every call of the contract is consistent and has a handler. */
import { calls, type Call, type CallName } from '@parking/contract'
import { describe, expect, test } from 'vitest'
import { handlers } from '@parking/server/handlers.ts'
import { compressed_paths } from '@parking/contract/core/compressed-calls.ts'
import { documents } from '../scripts/lib/docs/documents.ts'
import { textOf } from '../scripts/lib/sources.ts'

const all = Object.entries(calls as Record<string, Call>)

/** The paths of spec §7, verbatim. */
const spec_paths = [
  '/api/user/login',
  '/vue-element-admin/user/info',
  '/api/user/logout',
  '/api/user/change_password',
  ...[
    'get_address',
    'set_address',
    'time_para',
    'set_time',
    'test_ntp',
    'set_ntp',
    'get_ipv4',
    'set_ipv4',
    'get_dns',
    'set_dns',
    'register_vpn_online',
    'register_vpn_offline',
    'get_vpn_info',
    'start_vpn',
    'stop_vpn',
    'cancel_vpn',
    'get_basic_info',
    'set_basic_info',
  ].map((name) => `/api/device/${name}`),
  ...[
    'system_status',
    'reboot_time',
    'app_status',
    'app_control',
    'parking_event_resume_upload',
    'log',
    'delete_log',
    'get_whitelist',
    'add_whitelist',
    'delete_whitelist',
    'get_repository',
    'set_repository',
    'software_version',
    'apt_status',
    'reboot',
    'restore',
    'get_restore_config',
    'set_restore_config',
    'update_software_cache',
  ].map((name) => `/api/system/${name}`),
  '/api/utils/ping',
  ...[
    'camera_state',
    'list_cameras',
    'delete_camera',
    'add_onvif_camera',
    'add_common_camera',
    'update_onvif_camera',
    'update_common_camera',
    'reboot_onvif_camera',
    'sync_onvif_camera',
    'add_update_scene',
    'delete_scene',
    'get_scenes',
    'snapshot',
    'get_all_lots_no',
  ].map((name) => `/api/camera/${name}`),
  ...[
    'alg_param',
    'schedule_param',
    'event_param',
    'storage_param',
    'platform_param',
    'alarm_param',
    'all_param',
  ].flatMap((name) => [`/api/parking/get_${name}`, `/api/parking/update_${name}`]),
  ...[
    'parking_event',
    'delete_parking_event',
    'manual_parking_event',
    'delete_manual_parking_event',
    'parking_event_search_condition',
    'human_check',
    'get_business_mode',
    'set_business_mode',
  ].map((name) => `/api/parking/${name}`),
  '/vue-element-admin/baseTemplate/getList',
]

describe('calls', () => {
  test('the contract has every call of spec §7, and additional calls are marked as ours', () => {
    const paths = all.map(([, call]) => call.path)
    expect(spec_paths.filter((path) => !paths.includes(path))).toEqual([])
    expect(
      all.filter(([, call]) => !spec_paths.includes(call.path) && !call.ours).map(([name]) => name),
    ).toEqual([])
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('the key of a call is the last segment of its path', () => {
    expect(
      all
        .filter(([name, call]) => call.path.split('/').at(-1) !== name)
        .map(([name, call]) => `${name}: ${call.path}`),
    ).toEqual([])
  })

  test.for(all)('%s has an example that its own schema accepts', ([, call]) => {
    const parsed = call.body.safeParse(call.example)
    expect(parsed.success ? [] : parsed.error.issues).toEqual([])
  })

  test('the answers of these reading calls hold a secret and are never compressed', () => {
    // A new name means a new answer with a secret. Check a name that disappears too (docs/decisions/0036).
    expect(
      all
        .filter(([, call]) => call.effect === 'read' && !compressed_paths.includes(call.path))
        .map(([name]) => name)
        .sort(),
    ).toEqual([
      'certificate_fingerprint',
      'erasure_certificate',
      'get_alarm_param',
      'get_all_param',
      'get_device_key',
      'get_mqtt_param',
      'get_platform_param',
      'get_storage_param',
      'info',
      'parking_event_detail',
      'ping',
      'preview_import',
    ])
    expect(
      all
        .filter(([, call]) => call.effect === 'write' && compressed_paths.includes(call.path))
        .map(([name]) => name),
    ).toEqual([])
  })

  test('every call has a handler', () => {
    expect(Object.keys(handlers).sort()).toEqual(Object.keys(calls).sort())
    expect((Object.keys(calls) as CallName[]).filter((name) => typeof handlers[name] !== 'function')).toEqual(
      [],
    )
  })

  test.for(Object.entries(documents()))('%s is up to date (npm run docs)', ([path, text]) => {
    expect(textOf(path) === text, `${path} is stale: run npm run docs`).toBe(true)
  })
})
