import { describe, expect, test } from 'vitest'
import {
  calls,
  issuesOf,
  isStamp,
  platform_factory,
  platform_param,
  type Call,
  type CallName,
} from '../src/index.ts'
import { timeoutOf } from '../src/core/limits.ts'

const names = Object.keys(calls) as CallName[]
const paths = names.map((name) => calls[name].path)

/** Spec §7, copied from the specification, not from the code. */
const spec_7 = `
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

test('every call of spec §7 exists, and every other call is marked as ours', () => {
  const extra = names
    .filter((name) => 'ours' in calls[name] && (calls[name] as Call).ours)
    .map((name) => calls[name].path as string)
  expect([...spec_7, ...extra].sort()).toEqual([...paths].sort())
})

test('the key of a call is the last segment of its path', () => {
  for (const name of names) expect(calls[name].path.split('/').at(-1)).toBe(name)
})

test('every call is a POST, except the one that spec §7 defines as GET', () => {
  expect(names.filter((name) => calls[name].method !== 'POST')).toEqual(['info'])
})

test('slow calls get 30 s and every other call 5 s', () => {
  expect(timeoutOf('/api/system/app_control')).toBe(30_000)
  expect(timeoutOf('/api/camera/snapshot')).toBe(5_000)
})

test('only calls that write list fields that the audit leaves out', () => {
  expect(names.filter((name) => calls[name].effect === 'read' && 'audit' in calls[name])).toEqual([])
})

test('the calls that carry a password in plain text hide their body from the audit', () => {
  expect(names.filter((name) => (calls[name] as Call).audit === 'body_hidden')).toEqual([
    'login',
    'logout',
    'change_password',
    'confirm_password',
    'enable_second_factor',
  ])
})

describe.each(names)('%s', (name) => {
  const call: Call = calls[name]
  test('its example is a valid body', () => expect(call.body.safeParse(call.example).error).toBeUndefined())
  test('unknown keys are refused by name', () => {
    const body = { ...(call.example as object), unheard_of: 1 }
    expect(issuesOf(call.body.safeParse(body).error!, body)).toContainEqual({
      field: 'unheard_of',
      issue: 'unknown_field',
    })
  })
  test('it has a summary and roles', () => {
    expect(call.summary.length).toBeGreaterThan(8)
    expect(call.roles.length).toBeGreaterThan(0)
  })
})

test('issues name the field and the fault', () => {
  const issues = (body: unknown) => issuesOf(calls.add_onvif_camera.body.safeParse(body).error!, body)
  expect(
    issues({ camera_name: '', ipv4: '1.2.3.999', onvif_port: 70000, username: 'a'.repeat(65), password: 1 }),
  ).toEqual([
    { field: 'camera_name', issue: 'required', limit: 1 },
    { field: 'ipv4', issue: 'host' },
    { field: 'onvif_port', issue: 'too_big', limit: 65535 },
    { field: 'username', issue: 'too_long', limit: 64 },
    { field: 'password', issue: 'type' },
  ])
  expect(issues({})).toEqual(
    ['camera_name', 'ipv4', 'onvif_port', 'username', 'password'].map((field) => ({
      field,
      issue: 'required',
    })),
  )
})

test('a partial update adds no defaults', () => {
  expect(calls.update_event_param.body.parse({ osd_align: 1 })).toEqual({ osd_align: 1 })
})

test('the factory values are valid', () =>
  expect(platform_param.safeParse(platform_factory).success).toBe(true))

test('a stamp is a real moment', () => {
  expect(isStamp('2026-02-28 23:59:59')).toBe(true)
  for (const text of [
    '2026-02-30 00:00:00',
    '2026-01-01 24:00:00',
    '2026-1-1 00:00:00',
    '2026-01-01T00:00:00',
    '',
  ])
    expect(isStamp(text)).toBe(false)
})
