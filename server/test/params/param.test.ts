/**
 * The groups of parameters (spec §3, §7): reading, partial changes, refusals, encryption, concurrent changes.
 * Long because each rule is tried on every group.
 */
import {
  code,
  param_factory,
  param_groups,
  param_shapes,
  type Body,
  type CallName,
  type ParamGroup,
} from '@parking/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readParam, storedParam } from '#src/params/param.store.ts'
import { openDevice, type Device } from '../device.ts'

let box: Device
let admin: string
beforeAll(async () => {
  box = await openDevice()
  admin = await box.tokenOf('admin')
})
afterAll(() => box.close())

const call = <Name extends CallName>(name: Name, body: unknown) => box.call(name, body as Body<Name>, admin)
const all = async () => (await call('get_all_param', {})).data
const raw = () =>
  JSON.stringify(box.deps.db.all('SELECT * FROM settings')) +
  JSON.stringify(box.deps.db.all('SELECT * FROM changed_part'))
const audit = async () => JSON.stringify((await call('log', { page: 1, page_size: 100, type: 2 })).data)

test('a new device has factory values in every group, without writing them', async () => {
  const now = await all()
  for (const group of param_groups) {
    expect(now[group]).toMatchObject({ ...param_factory[group], revision: 0 })
    expect((await call(`get_${group}`, {})).data).toEqual(now[group])
    expect(param_shapes[group].safeParse(param_factory[group]).success).toBe(true)
  }
  expect([now.storage_param.password_set, now.alarm_param.from_auth_set]).toEqual([false, false])
})

test('named fields change, others stay; a write raises the revision unless it changes nothing', async () => {
  expect((await call('update_alg_param', { cover_th: 0.45 })).code).toBe(code.success)
  expect((await call('update_alg_param', { timer_mode: 1, timer_seconds: 60 })).code).toBe(code.success)
  expect((await call('update_alg_param', { timer_seconds: 60 })).code).toBe(code.success)
  expect((await call('get_alg_param', {})).data).toEqual({
    ...param_factory.alg_param,
    cover_th: 0.45,
    timer_mode: 1,
    timer_seconds: 60,
    revision: 2,
  })
  const plans = [{ days: [1, 2], range: { start: '08:00:00', end: '23:59:59' }, type: 2 }]
  expect((await call('update_schedule_param', { plans })).code).toBe(code.success)
  expect((await call('get_schedule_param', {})).data).toEqual({ plans, revision: 1 })
})

test('of two users who save at once the second is refused; without revision the last one wins', async () => {
  const { revision = -1 } = (await call('get_event_param', {})).data
  expect((await call('update_event_param', { osd_align: 1, revision })).code).toBe(code.success)
  expect(await call('update_event_param', { osd_align: 0, video_fps: 5, revision })).toMatchObject({
    code: code.failed,
    data: { reason: 'changed_meanwhile' },
  })
  expect((await call('get_event_param', {})).data).toMatchObject({
    osd_align: 1,
    video_fps: 15,
    revision: revision + 1,
  })
  expect((await call('update_event_param', { osd_align: 0, revision: revision + 1 })).code).toBe(code.success)
  expect((await call('update_event_param', { video_fps: 10 })).code).toBe(code.success)
})

test('repeating the same change is not a conflict: nothing changes, including secrets', async () => {
  const { revision = -1 } = (await call('get_storage_param', {})).data
  const change = { directory: 'kerb-again', password: 'S3-Again-77', revision }
  expect((await call('update_storage_param', change)).code).toBe(code.success)
  const entries = async () => (await call('param_history', { page: 1, page_size: 1 })).data.total
  const before = await entries()
  expect((await call('update_storage_param', change)).code).toBe(code.success)
  expect([(await call('get_storage_param', {})).data.revision, await entries()]).toEqual([
    revision + 1,
    before,
  ])
  for (const other of [{ password: 'S3-Other-77' }, { directory: 'other' }])
    expect(await call('update_storage_param', { ...change, ...other })).toMatchObject({
      code: code.failed,
      data: { reason: 'changed_meanwhile' },
    })
})

test('secrets are encrypted, write-only, kept when sent empty, and in no answer, log or row', async () => {
  const password = 'S3-Canary-77'
  const from_auth = 'Mail-Canary-88'
  const app_secret = 'Platform-Canary-99'
  await call('update_storage_param', {
    endpoint: 'https://s3.example.com',
    username: 'ak',
    password,
    directory: 'evidence',
  })
  await call('update_alarm_param', {
    email_server: 'smtps://mail.example.com',
    to_email: ['a@example.com'],
    from_auth,
  })
  await call('update_platform_param', { extra_info: JSON.stringify({ app_secret, region: 'south' }) })
  await call('update_storage_param', { password: '', directory: 'evidence/2' })
  await call('update_platform_param', { extra_info: '{"app_secret":"******","region":"north"}' })
  expect(readParam(box.deps, 'storage_param')).toMatchObject({ password, directory: 'evidence/2' })
  expect(readParam(box.deps, 'alarm_param').from_auth).toBe(from_auth)
  expect(JSON.parse(readParam(box.deps, 'platform_param').extra_info)).toEqual({
    app_secret,
    region: 'north',
  })
  expect(await all()).toMatchObject({
    storage_param: { password: '', password_set: true },
    alarm_param: { from_auth: '', from_auth_set: true },
    platform_param: { extra_info: '{"app_secret":"******","region":"north"}' },
  })
  for (const secret of [password, from_auth, app_secret])
    for (const text of [raw(), await audit(), box.logged(), JSON.stringify(await all())])
      expect(text).not.toContain(secret)
})

test('secrets in extra_info are masked by name and by content, and come back as they were', async () => {
  const secrets = {
    auth: 'first-secret',
    pin: 123456,
    header: 'Bearer second-secret',
    session: 'third-secret',
    callback: 'https://iot.example.com/x?token=fourth-secret',
    proxy: 'http://user:fifth-secret@iot.example.com',
    seed: 'Zx81Qw77Lk02Pn55Vb31',
    hash: '0123456789abcdef0123456789abcdef',
  }
  const plain = { region: 'south', author: 'kerb', shipping: 'no', url: 'https://iot.example.com/x?page=2' }
  await call('update_platform_param', { extra_info: JSON.stringify({ ...secrets, ...plain }) })
  const { extra_info } = (await call('get_platform_param', {})).data
  const masks = Object.fromEntries(Object.keys(secrets).map((name) => [name, '******']))
  expect(JSON.parse(extra_info)).toEqual({ ...masks, ...plain })
  await call('update_platform_param', { extra_info })
  expect(JSON.parse(readParam(box.deps, 'platform_param').extra_info)).toEqual({ ...secrets, ...plain })
  expect(JSON.stringify([await audit(), await all()]) + box.logged()).not.toMatch(/(first|fifth)-secret/)
})

test.each<[CallName, object, string, string]>([
  ['update_alg_param', { cover_th: 1.1 }, 'cover_th', 'too_big'],
  ['update_alg_param', { track_seconds: '10' }, 'track_seconds', 'type'],
  ['update_alg_param', { plate_type: 7 }, 'plate_type', 'choice'],
  ['update_alg_param', { cover_th: 0.3, speed: 1 }, 'speed', 'unknown_field'],
  ['update_alg_param', { event_th: 0.9 }, 'auto_event_th', 'too_small'],
  ['update_alg_param', { merge_seconds: 60 }, 'timer_seconds', 'too_small'],
  [
    'update_schedule_param',
    { plans: [{ days: [1], range: { start: '22:00:00', end: '06:00:00' }, type: 1 }] },
    'plans',
    'midnight',
  ],
  [
    'update_schedule_param',
    {
      plans: [
        { days: [1], range: { start: '08:00:00', end: '10:00:00' }, type: 1 },
        { days: [1, 2], range: { start: '10:00:00', end: '11:00:00' }, type: 2 },
      ],
    },
    'plans',
    'overlap',
  ],
  [
    'update_event_param',
    { privacy_protection: true, images_process: false },
    'privacy_protection',
    'needs_processing',
  ],
  ['update_storage_param', { protocol: 5 }, 'endpoint', 'url'],
  ['update_storage_param', { endpoint: 'http://169.254.169.254/latest' }, 'endpoint', 'url_forbidden'],
  ['update_platform_param', { extra_info: '[1]' }, 'extra_info', 'json'],
  ['update_platform_param', { data_url: 'ftp://example.com/' }, 'data_url', 'url'],
  ['update_alarm_param', { email_server: '' }, 'email_server', 'required'],
  ['update_alarm_param', { to_email: ['a@example.com', 'A@example.com'] }, 'to_email.1', 'duplicate'],
  ['update_alarm_param', { email_server: 'imap://mail.example.com' }, 'email_server', 'host'],
])('%s %j is refused whole, by the name of the field', async (name, body, field, issue) => {
  const before = await all()
  const answer = await call(name, body)
  expect(answer).toMatchObject({
    code: code.format_error,
    data: expect.arrayContaining([expect.objectContaining({ field, issue })]),
  })
  expect(await all()).toEqual(before)
})

test('all groups are changed or none: every wrong field is reported with its group', async () => {
  const before = await all()
  const wrong = await call('update_all_param', {
    alg_param: { cover_th: 0.2, event_th: 0.95 },
    event_param: { video_fps: 8 },
    storage_param: { protocol: 5 },
  })
  expect(wrong).toMatchObject({
    code: code.format_error,
    data: expect.arrayContaining([
      expect.objectContaining({ field: 'alg_param.auto_event_th' }),
      expect.objectContaining({ field: 'storage_param.endpoint' }),
    ]),
  })
  const stale = await call('update_all_param', {
    alg_param: { cover_th: 0.2 },
    event_param: { video_fps: 8, revision: 0 },
  })
  expect(stale).toMatchObject({
    code: code.failed,
    data: { reason: 'changed_meanwhile', detail: 'event_param' },
  })
  expect(await all()).toEqual(before)
  expect(
    (
      await call('update_all_param', {
        alg_param: { cover_th: 0.2 },
        event_param: { video_fps: 8 },
        schedule_param: { plans: [] },
      })
    ).code,
  ).toBe(code.success)
  expect(await all()).toMatchObject({
    alg_param: { cover_th: 0.2, revision: (before.alg_param.revision ?? 0) + 1 },
    event_param: { video_fps: 8 },
    schedule_param: { plans: [] },
  })
})

test('a database failure leaves all groups and the history unchanged', async () => {
  const before = await all()
  const entries = () => box.deps.db.get<{ n: number }>('SELECT count(*) AS n FROM changed_part')
  const n = entries()
  // Make the database refuse to write the second group.
  box.deps.db.run(
    `CREATE TRIGGER broken BEFORE UPDATE ON settings WHEN new.key = 'event_param'
     BEGIN SELECT RAISE(ABORT, 'broken'); END`,
  )
  expect(
    (await call('update_all_param', { alg_param: { cover_th: 0.33 }, event_param: { video_fps: 9 } })).code,
  ).toBe(code.internal)
  box.deps.db.run('DROP TRIGGER broken')
  expect([await all(), entries()]).toEqual([before, n])
  box = await box.restart('killed')
  admin = await box.tokenOf('admin')
  expect(await all()).toEqual(before)
})

test('a field that an older document lacks has its factory value', async () => {
  const { cover_th: _, ...older } = storedParam(box.deps, 'alg_param')
  box.deps.db.run("UPDATE settings SET value = ? WHERE key = 'alg_param'", [JSON.stringify(older)])
  expect((await call('get_alg_param', {})).data).toMatchObject({
    ...older,
    cover_th: param_factory.alg_param.cover_th,
  })
})

/** A change that is valid, or invalid in one place. */
const change = (group: ParamGroup) => {
  const factory: [string, unknown][] = Object.entries(param_factory[group])
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.double({ min: -1, max: 2 }),
    fc.integer({ min: -5, max: 9_000_000 }),
    fc.boolean(),
    fc.constantFrom('https://a.example.com/x', 'x@example.com', ''),
  )
  const field = fc.constantFrom(...factory)
  return fc
    .array(
      fc.tuple(
        field,
        fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: value }),
        fc.boolean(),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) =>
      Object.fromEntries(
        parts.map(([[name, factory_value], other, odd]) => [
          odd && other !== undefined ? `${name}x` : name,
          other === undefined ? factory_value : other,
        ]),
      ),
    )
}

test.each(param_groups)(
  '%s: any body is applied as answered, or refused with a field named and nothing changed',
  async (group) => {
    await fc.assert(
      fc.asyncProperty(change(group), async (given) => {
        const before = storedParam(box.deps, group)
        const answer = await call(`update_${group}`, given)
        const after = readParam(box.deps, group)
        if (answer.code === code.success) {
          expect(param_shapes[group].safeParse(after).error?.issues).toBeUndefined()
          for (const name of Object.keys(after))
            if (!(name in given)) expect(after[name as never]).toEqual(readable(before, group)[name as never])
        } else {
          expect(answer.code).toBe(code.format_error)
          // A body that could change an object's prototype is refused before any field is read.
          const unread = JSON.stringify(given).includes('"__proto__":')
          const issues = answer.data as unknown as { field: string }[] | undefined
          expect((issues?.length ?? 0) > 0).toBe(!unread)
          for (const { field } of issues ?? []) expect(field).not.toBe('')
          expect(storedParam(box.deps, group)).toEqual(before)
        }
      }),
      { numRuns: 60, examples: [[{ oddx: JSON.parse('{"__proto__":null}') as unknown }]] },
    )
  },
)

const readable = (stored: object, group: ParamGroup): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('v1:') && group !== 'alg_param'
        ? box.deps.secrets.open(value)
        : value,
    ]),
  )
