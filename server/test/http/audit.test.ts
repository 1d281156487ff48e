/**
 * The audit: every call that writes and every refusal, with user, address, values before and after, and no
 * secret. Long because sign-in and secrets are tested for every call.
 */
import { calls, code, type Answer, type CallName } from '@parking/contract'
import { startCamera } from '@parking/sim/peers/camera/camera.ts'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { differenceOf, masked } from '#src/core/audit-values.ts'
import { ensureFirstUser } from '#src/user/first-user.ts'
import { openDevice, test_password, type Device } from '../device.ts'

let box: Device
let token: string
beforeEach(async () => {
  box = await openDevice()
  token = await box.tokenOf('admin')
})
afterEach(() => box.close())

type Row = Answer<'log'>['list'][number]
const audits = async (): Promise<Row[]> =>
  (await box.call('log', { type: 2, page: 1, page_size: 500 }, token)).data.list
const newest = async (): Promise<Row | undefined> => (await audits())[0]
const place = {
  province: '广东省',
  city: '深圳市',
  district: '南山区',
  detail_address: '深南大道',
  longitude: 113.9,
  latitude: 22.5,
}

test('a change records user, address, and the differing values before and after', async () => {
  await box.call('set_address', place, token)
  await box.call('set_address', { ...place, city: '广州市' }, token)
  expect(await newest()).toMatchObject({
    type: 2,
    level: 'INFO',
    what: 'call',
    timestamp_ms: box.deps.now(),
    content: 'admin: set_address from 127.0.0.1: done',
    audit: {
      who: 'admin',
      role: 'admin',
      address: '127.0.0.1',
      call: 'set_address',
      code: 0,
      request_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      change_id: expect.any(Number),
      before: { city: '深圳市' },
      after: { city: '广州市' },
    },
  })
  expect(Object.keys((await newest())!.audit!.after!)).toEqual(['city'])
})

test('sixty changes make sixty rows', async () => {
  for (let i = 0; i < 60; i++) {
    if (i % 3 === 0) await box.call('set_basic_info', { name: `box ${i}` }, token)
    else if (i % 3 === 1) await box.call('set_address', { ...place, district: `区 ${i}` }, token)
    else await box.call('update_platform_param', { operator_no: `OP-${i}` }, token)
  }
  const rows = await audits()
  expect(rows).toHaveLength(60)
  expect(
    rows.every(
      ({ audit }) =>
        audit?.who === 'admin' && audit.address === '127.0.0.1' && audit.code === 0 && audit.after,
    ),
  ).toBe(true)
})

test('a call that reads leaves no row, a call that writes does', async () => {
  for (const name of [
    'get_address',
    'list_cameras',
    'parking_event',
    'log',
    'ping',
    'system_status',
    'get_whitelist',
  ] as const)
    await box.call(name, calls[name].example as never, token)
  expect(await audits()).toEqual([])
  for (const name of ['set_time', 'start_vpn', 'reboot', 'human_check'] as const)
    await box.call(name, calls[name].example as never, token)
  expect((await audits()).map(({ audit }) => [audit?.call, audit?.code])).toEqual([
    ['human_check', 1000],
    ['reboot', 7000],
    ['start_vpn', 7000],
    ['set_time', 7000],
  ])
})

test('a refusal records its reason once a minute: invalid fields, a role without permission', async () => {
  await box.call('set_address', { ...place, longitude: 999 }, token)
  expect(await newest()).toMatchObject({
    level: 'WARNING',
    audit: { call: 'set_address', code: code.format_error, issues: 'longitude longitude' },
  })
  const viewer = await box.tokenOf('viewer')
  for (let i = 0; i < 5; i++) await box.call('get_whitelist', {}, viewer)
  box.wait(60_000)
  await box.call('get_whitelist', {}, viewer)
  const denied = (await audits()).filter(({ audit }) => audit?.code === code.permission_denied)
  expect(denied).toMatchObject([
    { facts: { times: 5 }, audit: { who: 'viewer', role: 'viewer', call: 'get_whitelist' } },
    { audit: { who: 'viewer' } },
  ])
  // A caller without a session leaves no row.
  await box.call('get_address', {}, 'nonsense')
  expect((await newest())?.audit?.who).toBe('viewer')
})

test('a change and its row are one transaction', async () => {
  const { db } = box.deps
  const { page_count } = db.get<{ page_count: number }>('PRAGMA page_count')!
  db.run(`PRAGMA max_page_count = ${page_count}`)
  let refused = 0
  for (let i = 0; i < 400; i++)
    if (
      (await box.call('set_address', { ...place, detail_address: `${i}`.repeat(60).slice(0, 200) }, token))
        .code !== code.success
    )
      refused++
  expect(refused).toBeGreaterThan(0)
  db.run('PRAGMA max_page_count = 1000000')
  const { data } = await box.call('get_address', {}, token)
  const last = (await audits()).find(({ audit }) => audit?.call === 'set_address' && audit.code === 0)
  expect(last?.audit?.after).toMatchObject({ detail_address: data.detail_address })
})

describe('signing in', () => {
  test('success, failure, throttling, sign-out and a new password', async () => {
    await ensureFirstUser(box.deps.db, test_password, box.deps.now())
    const enter = (username: string, password: string) => box.call('login', { username, password })
    const { data } = await enter('admin', test_password)
    expect(await newest()).toMatchObject({
      level: 'INFO',
      audit: { call: 'login', who: 'admin', role: 'admin', code: 0 },
    })
    expect((await newest())?.audit).not.toHaveProperty('after')
    await box.call(
      'change_password',
      { old_password: 'Wrong#2026', new_password: 'Lamp-post-77' },
      data.token,
    )
    expect(await newest()).toMatchObject({
      audit: {
        call: 'change_password',
        who: 'admin',
        code: code.format_error,
        issues: 'old_password password_wrong',
      },
    })
    const changed = await box.call(
      'change_password',
      { old_password: test_password, new_password: 'Lamp-post-77' },
      data.token,
    )
    token = changed.data.token
    expect(await newest()).toMatchObject({ audit: { call: 'change_password', who: 'admin', code: 0 } })
    const other = (await enter('admin', 'Lamp-post-77')).data.token
    await box.call('logout', {}, other)
    expect(await newest()).toMatchObject({ audit: { call: 'logout', who: 'admin', code: 0 } })
    for (let i = 0; i < 8; i++) await enter('Lamp-post-77', 'typed in the wrong field')
    const failures = (await audits()).filter(({ audit }) => audit?.call === 'login' && audit.code !== 0)
    expect(failures.filter(({ audit }) => audit?.code === code.failed)).toHaveLength(5)
    expect(failures.filter(({ audit }) => audit?.code === code.busy)).toHaveLength(1)
    expect(failures.every(({ audit, level }) => audit?.who === '' && level === 'WARNING')).toBe(true)
    const everything = JSON.stringify(await audits())
    for (const secret of [
      test_password,
      'Lamp-post-77',
      'Wrong#2026',
      'typed in the wrong field',
      data.token,
    ])
      expect(everything).not.toContain(secret)
  })
})

describe('secrets', () => {
  test('are masked for every call, whatever its result', async () => {
    const secret = 'Sesame-7391'
    const spoil = (value: unknown, name = ''): unknown => {
      if (Array.isArray(value)) return value.map((item) => spoil(item))
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spoil(inner, key)]))
      return /passw|^key$|from_auth|secret|content/.test(name)
        ? secret
        : name === 'extra_info'
          ? JSON.stringify({ app_secret: secret, region: 'gd' })
          : name === 'ipv4'
            ? '127.0.0.1'
            : /url/.test(name) && value !== ''
              ? 'http://127.0.0.1:1/x'
              : value
    }
    for (const name of (Object.keys(calls) as CallName[]).filter(
      (one) => !['login', 'logout', 'change_password'].includes(one),
    ))
      await box.call(name, spoil(calls[name].example) as never, token)
    const everything = JSON.stringify(box.deps.db.all('SELECT * FROM log'))
    expect(everything).not.toContain(secret)
    expect(
      (await audits()).find(({ audit }) => audit?.call === 'update_platform_param' && audit.code === 0)?.audit
        ?.after,
    ).toBeDefined()
  })

  test('are masked in URLs, lists and nested values; a changed secret is named without its value', () => {
    expect(
      masked({
        url: 'rtsp://admin:pw@1.2.3.4/x?token=abc&ch=1',
        list: [{ password: 'p', name: 'n' }],
        deep: { key: 'k', key_re: '{x}' },
        password: '',
        on: true,
      }),
    ).toEqual({
      url: 'rtsp://******@1.2.3.4/x?token=******&ch=1',
      list: [{ password: '******', name: 'n' }],
      deep: { key: '******', key_re: '{x}' },
      password: '',
      on: true,
    })
    expect(differenceOf({ a: 1, b: [1] }, { a: 1, b: [2], c: 'x' }, { password: 'new' })).toEqual({
      before: { b: [1] },
      after: { b: [2], c: 'x', password: '******' },
    })
    expect(differenceOf({ a: 1 }, { a: 1 }, {})).toEqual({})
    const long = masked({
      text: 'x'.repeat(5_000),
      ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, i])),
    })
    expect(JSON.stringify(long).length).toBeLessThan(2_000)
    expect(long['…']).toBe('+21')
  })
})

test('a call that fails after a change records the change, in the audit and in the history', async () => {
  const camera = await startCamera({
    name: 'East',
    model: 'M',
    serial: 'S',
    password: 'Street#2026',
    frame: () =>
      sharp({ create: { width: 64, height: 48, channels: 3, background: '#446' } })
        .jpeg()
        .toBuffer(),
  })
  onTestFinished(() => camera.stop())
  const form = {
    camera_name: 'East',
    username: 'admin',
    password: 'Street#2026',
    stream_url_main: '',
    stream_url_sub: '',
    frame_url: `http://127.0.0.1:${camera.port}/snapshot.jpg`,
  }
  const { camera_sn } = (await box.call('add_common_camera', form, token)).data
  // Make storing its picture fail.
  const folder = join(box.deps.media.folder, 'cameras')
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  const change = { ...form, camera_sn, camera_name: 'West', frame_url: `${form.frame_url}?size=2` }
  expect((await box.call('update_common_camera', change, token)).code).toBe(code.internal)
  expect(await newest()).toMatchObject({
    level: 'ERROR',
    audit: {
      call: 'update_common_camera',
      code: code.internal,
      before: { camera_name: 'East' },
      after: { camera_name: 'West', password: '******' },
    },
  })
  expect((await box.call('param_history', { page: 1, page_size: 1 }, token)).data.list[0]).toMatchObject({
    call: 'update_common_camera',
    section: 'camera',
  })
  // A call that fails before any change records only its code.
  await box.call('update_common_camera', { ...change, frame_url: 'http://127.0.0.1:1/a.jpg' }, token)
  const { audit } = (await newest())!
  expect([audit?.code, audit?.before, audit?.after]).toEqual([code.failed, undefined, undefined])
})
