/**
 * The history of the configuration: entries, restoring, differences from factory, and the state of the
 * analysis application. Long because every kind of entry is written and restored on one device.
 */
import { started, type Part } from '#src/core/part.ts'
import { code, event_status, param_factory, type Body, type CallName } from '@parking/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveScene } from '#src/camera/scene.store.ts'
import { readParam } from '#src/params/param.store.ts'
import { listSnapshots } from '#src/system/restore/snapshot.ts'
import { createWorkers } from '#src/workers.ts'
import { openDevice, type Device } from '../device.ts'
import { newEvent, startApplication, type Application } from '../events/event-application.ts'
import { plantLots, knownLot, triangleAt } from '../events/event-device.ts'
import { until } from '../until.ts'

let box: Device
let admin: string
beforeAll(async () => {
  box = await openDevice()
  admin = await box.tokenOf('admin')
  plantLots(box.deps.db)
})
afterAll(() => box.close())

const call = <Name extends CallName>(name: Name, body: unknown, token = admin) =>
  box.call(name, body as Body<Name>, token)
const history = async (section?: string) =>
  (await call('param_history', { page: 1, page_size: 50, ...(section && { section }) })).data
const newest = async (section?: string) => (await history(section)).list[0]!
const stateOf = async (group: string) =>
  (await call('param_state', {})).data.list.find((one) => one.group === group)!

test('each change is an entry: who, when, from where, and each field before and after', async () => {
  await call('update_alg_param', { cover_th: 0.45, timer_mode: 1 })
  expect(await newest()).toMatchObject({
    who: 'admin',
    address: '127.0.0.1',
    time_str: expect.stringMatching(/^2026-11-21 /),
    call: 'update_alg_param',
    section: 'alg_param',
    subject: '',
    changes: [
      { field: 'cover_th', before: 0.4, after: 0.45 },
      { field: 'timer_mode', before: 0, after: 1 },
    ],
  })
  await call('update_alg_param', { cover_th: 0.45 })
  expect((await history()).total).toBe(1)
  await call(
    'update_all_param',
    { alg_param: { cover_th: 0.5 }, event_param: { video_fps: 10 } },
    await box.tokenOf('admin'),
  )
  expect((await history()).list.map(({ section }) => section)).toEqual([
    'event_param',
    'alg_param',
    'alg_param',
  ])
  expect((await history('event_param')).total).toBe(1)
  expect(await stateOf('alg_param')).toMatchObject({
    revision: 2,
    changed_by: 'admin',
    drift: [
      { field: 'cover_th', before: 0.4, after: 0.5 },
      { field: 'timer_mode', before: 0, after: 1 },
    ],
  })
  expect(await stateOf('schedule_param')).toMatchObject({
    revision: 0,
    changed_by: '',
    change_time_str: '',
    drift: [],
  })
})

test('a change of a secret is named, and a stored secret is restored', async () => {
  const [first, second] = ['Canary-first-1', 'Canary-second-2']
  await call('update_storage_param', { endpoint: 'https://s3.example.com', username: 'ak', password: first })
  expect((await newest('storage_param')).changes).toContainEqual({ field: 'password', secret: 'set' })
  const { id } = await newest('storage_param')
  await call('update_storage_param', { password: second })
  expect((await newest('storage_param')).changes).toEqual([{ field: 'password', secret: 'changed' }])
  await call('update_platform_param', { extra_info: `{"app_secret":"${first}"}` })
  await call('update_platform_param', { extra_info: `{"app_secret":"${second}"}` })
  expect((await newest('platform_param')).changes).toEqual([{ field: 'extra_info', secret: 'changed' }])
  const preview = (await call('preview_restore_param', { id, moment: 'after' })).data
  expect(preview).toEqual({
    section: 'storage_param',
    changes: [{ field: 'password', secret: 'changed' }],
    lost_secrets: [],
    revision: 2,
  })
  expect((await call('restore_param', { id, moment: 'after', revision: preview.revision })).code).toBe(
    code.success,
  )
  expect(readParam(box.deps, 'storage_param').password).toBe(first)
  expect(await newest()).toMatchObject({
    call: 'restore_param',
    restored_from: id,
    changes: [{ field: 'password', secret: 'changed' }],
  })
  expect((await call('restore_param', { id, moment: 'before' })).data.changes).toContainEqual({
    field: 'password',
    secret: 'removed',
  })
  expect(readParam(box.deps, 'storage_param')).toEqual(param_factory.storage_param)
  expect(await stateOf('storage_param')).toMatchObject({ taken: 'by_server', drift: [] })
  for (const secret of [first, second])
    expect(
      JSON.stringify([await history(), preview, (await call('param_state', {})).data]) + box.logged(),
    ).not.toContain(secret)
})

test('a secret that cannot be decrypted is reported; the current one stays at its address', async () => {
  await call('update_alarm_param', { email_server: 'mail.example.com', from_auth: 'now-secret' })
  const { id } = await newest('alarm_param')
  const row = box.deps.db.get<{ after: string }>('SELECT after FROM changed_part WHERE part_id = ?', [id])!
  const foreign = {
    ...(JSON.parse(row.after) as object),
    from_auth: 'v1:AAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAA==:AAAA',
    email_server: 'old.example.com',
  }
  box.deps.db.run('UPDATE changed_part SET after = ? WHERE part_id = ?', [JSON.stringify(foreign), id])
  const done = await call('restore_param', { id, moment: 'after' })
  expect(done).toMatchObject({
    code: code.success,
    data: {
      lost_secrets: ['from_auth'],
      changes: [
        { field: 'email_server', before: 'mail.example.com', after: 'old.example.com' },
        { field: 'from_auth', secret: 'removed' },
      ],
    },
  })
  expect(readParam(box.deps, 'alarm_param')).toMatchObject({
    from_auth: '',
    email_server: 'old.example.com',
  })
  await call('update_alarm_param', { email_server: 'old.example.com', from_auth: 'now-secret' })
  expect((await call('restore_param', { id, moment: 'after' })).data).toMatchObject({
    lost_secrets: ['from_auth'],
    changes: [],
  })
  expect(readParam(box.deps, 'alarm_param').from_auth).toBe('now-secret')
})

test('an entry that cannot be restored is refused, and nothing changes', async () => {
  const { id } = await newest('alg_param')
  expect((await call('restore_param', { id: 99_999, moment: 'after' })).code).toBe(code.not_found)
  expect(await call('restore_param', { id, moment: 'before', revision: 0 })).toMatchObject({
    code: code.failed,
    data: { reason: 'changed_meanwhile' },
  })
  const operator = await box.tokenOf('operator')
  const of_storage = (await newest('storage_param')).id
  expect((await call('restore_param', { id: of_storage, moment: 'after' }, operator)).code).toBe(
    code.permission_denied,
  )
  expect((await call('restore_param', { id, moment: 'before' }, await box.tokenOf('viewer'))).code).toBe(
    code.permission_denied,
  )
  // An older program may have allowed values that today's rules refuse.
  box.deps.db.run('UPDATE changed_part SET before = ? WHERE part_id = ?', [
    JSON.stringify({ ...param_factory.alg_param, cover_th: 7, gone_field: 1 }),
    id,
  ])
  expect(await call('restore_param', { id, moment: 'before' })).toMatchObject({
    code: code.format_error,
    data: [{ field: 'cover_th', issue: 'too_big' }],
  })
  expect((await call('get_alg_param', {})).data).toMatchObject({ cover_th: 0.5, revision: 2 })
  expect((await call('restore_param', { id, moment: 'after' }, operator)).code).toBe(code.success)
})

test('a restore whose answer was lost can be repeated: values in force are not a conflict', async () => {
  await call('update_alg_param', { cover_th: 0.6 })
  const { id } = await newest('alg_param')
  const { revision } = (await call('preview_restore_param', { id, moment: 'before' })).data
  const restore = () => call('restore_param', { id, moment: 'before', revision })
  expect((await restore()).data.changes).toHaveLength(1)
  const entry = await newest()
  expect(await restore()).toMatchObject({ code: code.success, data: { changes: [] } })
  expect((await newest()).id).toBe(entry.id)
})

test('the history includes cameras, scenes, the mode and the name of the box', async () => {
  const { db } = box.deps
  const lots = [knownLot('A01'), knownLot('A02', triangleAt(0.5))]
  const row = db.get<Record<string, never>>('SELECT * FROM scene')!
  saveScene(db, row as never, lots as never)
  await call('add_update_scene', {
    scene_id: 'scene-1',
    camera_sn: 'SN-0001',
    scene_type: 0,
    enabled: true,
    parking_no: 'P-1',
    direction: 5,
    ref_width: 64,
    ref_height: 48,
    lots: [
      {
        ...lots[0],
        polygon: [
          [0.1, 0.1],
          [0.35, 0.1],
          [0.2, 0.4],
        ],
      },
      lots[1],
    ],
  })
  const moved = await newest()
  expect(moved).toMatchObject({ section: 'scene', subject: 'P-1', call: 'add_update_scene' })
  expect(moved.changes.map(({ field }) => field)).toEqual(['lot A01'])
  await call('set_basic_info', { name: '深南大道-02' })
  expect(await newest('basic_info')).toMatchObject({ changes: [{ field: 'name', after: '深南大道-02' }] })
  await call('set_business_mode', { business_mode: 2 })
  expect((await newest('business_mode')).changes).toContainEqual({
    field: 'business_mode',
    before: 0,
    after: 2,
  })
  await call('delete_camera', { camera_sn: 'SN-0001' })
  expect(await newest('camera')).toMatchObject({ call: 'delete_camera', subject: '东门 1' })
  expect(
    (await call('restore_param', { id: (await newest('camera')).id, moment: 'before' })).data,
  ).toMatchObject({ reason: 'camera_gone' })
  expect((await call('preview_restore_param', { id: moved.id, moment: 'before' })).data).toMatchObject({
    reason: 'camera_gone',
  })
  expect(
    (await call('restore_param', { id: (await newest('business_mode')).id, moment: 'before' })).code,
  ).toBe(code.format_error)
  expect(
    listSnapshots(box.folder)
      .map(({ why }) => why)
      .sort(),
  ).toEqual(['business_mode', 'cameras'])
})

test('work on many cameras makes one snapshot, and one more after a while', async () => {
  plantLots(box.deps.db)
  await call('sync_onvif_camera', { list: ['SN-0001'] })
  expect(listSnapshots(box.folder).filter(({ why }) => why === 'cameras')).toHaveLength(1)
  box.wait(61_000)
  await Promise.all([
    call('sync_onvif_camera', { list: ['SN-0001'] }),
    call('sync_onvif_camera', { list: ['SN-0001'] }),
  ])
  expect(listSnapshots(box.folder).filter(({ why }) => why === 'cameras')).toHaveLength(2)
})

test('a restored snapshot restores the parameters and their history', async () => {
  const before = await history()
  const params = (await call('get_all_param', {})).data
  const { host_sn } = await box.deps.host.identity()
  const name = listSnapshots(box.folder).find(({ why }) => why === 'cameras')!.name
  await call('update_event_param', { osd_align: 1 })
  expect((await call('bring_back_snapshot', { name, host_sn }, admin)).code).toBe(code.success)
  box = await box.restart()
  admin = await box.tokenOf('admin')
  expect((await call('get_all_param', {})).data).toEqual(params)
  expect((await history()).list).toEqual(before.list)
})

/** A real socket, and a program at its other end that acknowledges configurations. */
let [workers, application] = [undefined as unknown as Part, undefined as unknown as Application]

test('parameters reach the analysis application at once, and its answer is shown', async () => {
  expect((await stateOf('alg_param')).taken).toBe('not_running')
  workers = await started(createWorkers(box.deps))
  application = await startApplication(box.deps.socket)
  const params = () => application.config()['params'] as Record<string, Record<string, unknown>>
  const revision = () => Number(application.config()['revision'])
  expect(params()).toEqual({
    alg_param: readParam(box.deps, 'alg_param'),
    schedule_param: readParam(box.deps, 'schedule_param'),
    event_param: readParam(box.deps, 'event_param'),
  })
  expect((await stateOf('alg_param')).taken).toBe('waiting')
  application.say({ type: 'config_taken', revision: revision(), problems: [] })
  await until('it has taken them', async () => (await stateOf('alg_param')).taken === 'taken')
  expect((await stateOf('schedule_param')).taken_time_str).toMatch(/^2026-11-21 /)

  await call('update_alg_param', { cover_th: 0.55 })
  await until('the application has the parameters', () => params()['alg_param']!['cover_th'] === 0.55)
  expect([(await stateOf('alg_param')).taken, (await stateOf('event_param')).taken]).toEqual([
    'waiting',
    'taken',
  ])
  // An answer to an older configuration.
  application.say({ type: 'config_taken', revision: revision() - 1, problems: [] })
  application.say({
    type: 'config_taken',
    revision: revision(),
    problems: [
      { field: 'alg_param.timer_mode', issue: 'no such timer' },
      { field: 'event_param', issue: 'no pictures' },
    ],
  })
  await until('it refuses', async () => (await stateOf('alg_param')).taken === 'refused')
  expect((await stateOf('alg_param')).problems).toEqual([
    { field: 'alg_param.timer_mode', issue: 'no such timer' },
  ])
  expect([(await stateOf('event_param')).taken, (await stateOf('schedule_param')).taken]).toEqual([
    'refused',
    'taken',
  ])
  expect(box.logged()).toContain('"what":"params_refused"')
  application.close()
  await application.closed
  await until('it is gone', async () => (await stateOf('alg_param')).taken === 'not_running')
})

test('events in free time or of low confidence are recorded and not sent', async () => {
  application = await startApplication(box.deps.socket)
  await call('update_schedule_param', {
    plans: [{ days: [1, 2, 3, 4, 5, 6, 7], range: { start: '00:00:00', end: '23:59:59' }, type: 2 }],
  })
  const entry = newEvent()
  expect(await application.report(entry)).toMatchObject({ type: 'ack' })
  const statuses = Object.fromEntries(
    box.deps.db
      .all<{ uuid: string; status: number }>('SELECT uuid, status FROM event')
      .map((row) => [row.uuid, row.status]),
  )
  expect(statuses[entry.uuid]).toBe(event_status.skipped)
  await call('update_all_param', { schedule_param: { plans: [] }, alg_param: { auto_upload_th: 0.8 } })
  const [sure, unsure] = [newEvent({ confidence: 80 }), newEvent({ confidence: 79 })]
  for (const event of [sure, unsure]) await application.report(event)
  const statusOf = (uuid: string) =>
    box.deps.db.get<{ status: number }>('SELECT status FROM event WHERE uuid = ?', [uuid])?.status
  expect([statusOf(sure.uuid), statusOf(unsure.uuid)]).toEqual([event_status.delayed, event_status.skipped])
  application.close()
  await workers.stop()
})

test('the preview of a restore says which rules of evidence the earlier parameters would break', async () => {
  await call('update_evidence_rules', { active: ['ga-t-832-2014'] })
  await call('update_event_param', { image_width: 800 })
  await call('update_event_param', { image_width: 1920 })
  const { id } = await newest('event_param')
  const broken = async (moment: 'before' | 'after') =>
    (await call('preview_restore_param', { id, moment })).data.broken_rules
  expect(await broken('before')).toMatchObject([
    { kind: 'picture_pixels', clause: '3.4', field: 'image_width' },
  ])
  expect(await broken('after')).toEqual([])
})
