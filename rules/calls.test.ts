/** Every call of the contract is consistent and has a handler. */
import { calls, type Call, type CallName } from '@parking/contract'
import { describe, expect, test } from 'vitest'
import { handlers } from '@parking/server/handlers.ts'
import { compressed_paths } from '@parking/contract/core/compressed-calls.ts'
import { documents } from '../scripts/lib/docs/documents.ts'
import { textOf } from '../scripts/lib/sources.ts'

const all = Object.entries(calls as Record<string, Call>)

/** The paths of spec §7, copied from the specification, not from the code. */
const spec_paths = `
/api/user/login /vue-element-admin/user/info /api/user/logout /api/user/change_password
/api/device/get_address /api/device/set_address /api/device/time_para /api/device/set_time
/api/device/test_ntp /api/device/set_ntp /api/device/get_ipv4 /api/device/set_ipv4 /api/device/get_dns
/api/device/set_dns /api/device/register_vpn_online /api/device/register_vpn_offline
/api/device/get_vpn_info /api/device/start_vpn /api/device/stop_vpn /api/device/cancel_vpn
/api/device/get_basic_info /api/device/set_basic_info /api/system/system_status /api/system/reboot_time
/api/system/app_status /api/system/app_control /api/system/parking_event_resume_upload /api/system/log
/api/system/delete_log /api/system/get_whitelist /api/system/add_whitelist /api/system/delete_whitelist
/api/system/get_repository /api/system/set_repository /api/system/software_version /api/system/apt_status
/api/system/reboot /api/system/restore /api/system/get_restore_config /api/system/set_restore_config
/api/system/update_software_cache /api/utils/ping /api/camera/camera_state /api/camera/list_cameras
/api/camera/delete_camera /api/camera/add_onvif_camera /api/camera/add_common_camera
/api/camera/update_onvif_camera /api/camera/update_common_camera /api/camera/reboot_onvif_camera
/api/camera/sync_onvif_camera /api/camera/add_update_scene /api/camera/delete_scene /api/camera/get_scenes
/api/camera/snapshot /api/camera/get_all_lots_no /api/parking/get_alg_param /api/parking/update_alg_param
/api/parking/get_schedule_param /api/parking/update_schedule_param /api/parking/get_event_param
/api/parking/update_event_param /api/parking/get_storage_param /api/parking/update_storage_param
/api/parking/get_platform_param /api/parking/update_platform_param /api/parking/get_alarm_param
/api/parking/update_alarm_param /api/parking/get_all_param /api/parking/update_all_param
/api/parking/parking_event /api/parking/delete_parking_event /api/parking/manual_parking_event
/api/parking/delete_manual_parking_event /api/parking/parking_event_search_condition
/api/parking/human_check /api/parking/get_business_mode /api/parking/set_business_mode
/vue-element-admin/baseTemplate/getList
`
  .trim()
  .split(/\s+/)

describe('calls', () => {
  test('the contract has every call of spec §7, and additional calls are marked as ours', () => {
    const paths = all.map(([, call]) => call.path)
    const extra = all.filter(([, call]) => call.ours).map(([, call]) => call.path)
    expect([...spec_paths, ...extra].sort()).toEqual(paths.toSorted())
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('the key of a call is the last segment of its path', () => {
    expect(
      all
        .filter(([name, call]) => call.path.split('/').at(-1) !== name)
        .map(([name, call]) => `${name}: ${call.path}`),
    ).toEqual([])
  })

  test('the answers of these reading calls hold a secret and are never compressed', () => {
    // A new name means a new answer with a secret. Check a name that disappears too (docs/decisions/0036).
    expect(
      all
        .filter(([, call]) => call.effect === 'read' && !compressed_paths.includes(call.path))
        .map(([name]) => name)
        .sort(),
    ).toEqual([
      'call_outcome',
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

  test('the generated documents are up to date (npm run docs)', () => {
    const stale = Object.entries(documents()).filter(([path, text]) => textOf(path) !== text)
    expect(stale.map(([path]) => path)).toEqual([])
  })
})
