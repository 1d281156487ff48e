import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
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

/** The calls for which `isWrong` is true, which a test lists. */
const wrong = (isWrong: (call: Call) => boolean) => names.filter((name) => isWrong(calls[name]))

test('every call is a POST, except the one that spec §7 defines as GET', () => {
  expect(wrong(({ method }) => method !== 'POST')).toEqual(['info'])
})

test('slow calls get 30 s and every other call 5 s', () => {
  expect(timeoutOf('/api/system/app_control')).toBe(30_000)
  expect(timeoutOf('/api/camera/snapshot')).toBe(5_000)
})

test('only calls that write list fields that the audit leaves out', () => {
  expect(wrong((call) => call.effect === 'read' && 'audit' in call)).toEqual([])
})

test('the calls that carry a password in plain text hide their body from the audit', () => {
  expect(wrong(({ audit }) => audit === 'body_hidden')).toEqual([
    'login',
    'logout',
    'change_password',
    'confirm_password',
    'enable_second_factor',
  ])
})

test('every example is a valid body', () => {
  expect(wrong(({ body, example }) => !body.safeParse(example).success)).toEqual([])
})

test('every call refuses unknown keys by name', () => {
  const wanted = { field: 'unheard_of', issue: 'unknown_field' }
  const refuses = ({ body, example }: Call) => {
    const spoilt = { ...(example as object), unheard_of: 1 }
    const { error } = body.safeParse(spoilt)
    return error !== undefined && issuesOf(error, spoilt).some((issue) => isDeepStrictEqual(issue, wanted))
  }
  expect(wrong((call) => !refuses(call))).toEqual([])
})

test('every call has a summary and roles', () => {
  expect(wrong(({ summary, roles }) => summary.length <= 8 || roles.length === 0)).toEqual([])
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
