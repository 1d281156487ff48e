/**
 * Every kind of change of the settings: done, followed by another user's change, and undone, so that only the
 * other change remains; conflicts, roles, expiry. Long because all tests share one filled box.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { business_mode, code } from '@parking/contract'
import { expect, test } from 'vitest'
import { openChanges } from '#src/changes/change.store.ts'
import { cameraBySn } from '#src/camera/camera.store.ts'
import { readParam } from '#src/params/param.store.ts'
import { createUndoExpiry } from '#src/workers/undo-expiry.ts'
import { secret } from '../system/restore-device.ts'
import {
  acts,
  admin,
  box,
  formWith,
  host_sn,
  lotsNow,
  newest,
  preview,
  restartBox,
  scenes,
  setUpUndo,
  undo,
} from './undo-box.ts'

setUpUndo()

const file = (path: string) => existsSync(join(box.folder, 'media', path))
const pictures = () => [file('cameras/SN-0001/last.jpg'), file('cameras/SN-0001/scene-1-1.jpg')]

test('a deleted camera comes back with scenes, pictures and its secret; a later change stays', async () => {
  const operator = await box.tokenOf('operator')
  const [camera, before] = [cameraBySn(box.deps.db, 'SN-0001')!, scenes()]
  expect((await box.call('delete_camera', { camera_sn: 'SN-0001' }, operator)).code).toBe(code.success)
  expect([scenes(), pictures()]).toEqual([[], [false, false]])
  await box.call('set_basic_info', { name: '后来的名称' }, admin)
  const [act] = await acts()
  expect(act).toMatchObject({
    username: 'operator',
    kind: 'delete_camera',
    names: ['东门 1', 'P-1'],
    counts: { cameras: 1, scenes: 1, lots: 2 },
    until_time_str: '2026-11-28 00:30:01',
    state: 'can',
  })
  expect(await preview([act!.act_id])).toEqual({
    parts: 2,
    conflicts: [],
    gaps: [],
    sent_events: 0,
    broken_rules: [],
  })
  expect(scenes()).toEqual([])
  expect(await undo([act!.act_id])).toMatchObject({ code: code.success, data: { parts: 2, kept: 0 } })
  expect(cameraBySn(box.deps.db, 'SN-0001')).toEqual({ ...camera, state_ms: box.deps.now() })
  expect(box.deps.secrets.open(cameraBySn(box.deps.db, 'SN-0001')!.password)).toBe('canary-camera')
  expect(scenes().map(({ row, lots }) => [{ ...row, update_ms: 0 }, lots])).toEqual(
    before.map(({ row, lots }) => [{ ...row, update_ms: 0 }, lots]),
  )
  expect(pictures()).toEqual([true, true])
  expect((await box.call('get_basic_info', {}, admin)).data.name).toBe('后来的名称')
  expect(box.restarts()).toBe(0)
  // Who undid what is in the list and in the audit; a secret is in neither.
  expect((await acts())[1]).toMatchObject({ state: 'undone', undone_by: 'admin' })
  const [row] = (await box.call('log', { page: 1, page_size: 1, type: 2 }, admin)).data.list
  expect(JSON.stringify(row)).toContain('delete_camera')
  expect(box.logged() + JSON.stringify(await acts())).not.toMatch(/canary/)
  expect(await undo([act!.act_id])).toMatchObject({ code: code.failed, data: { reason: 'act_undone' } })
  // The undo can be undone as well.
  expect((await undo([await newest()])).code).toBe(code.success)
  expect(cameraBySn(box.deps.db, 'SN-0001')).toBeUndefined()
})

test('a deleted scene: its lots come back, except a number that another scene has now', async () => {
  const form = formWith(['A01', 'A02'])
  await box.call('delete_scene', { scene_id: 'scene-1' }, admin)
  const { scene_id: _, keep_reference: __, ...other } = form
  const taken = { ...other, parking_no: 'P-2', lots: [form.lots[1]!] }
  expect((await box.call('add_update_scene', taken, admin)).code).toBe(code.success)
  const act_id = await newest()
  expect(await preview([act_id])).toMatchObject({
    parts: 1,
    conflicts: [{ name: 'P-1', fields: ['A02'], why: 'lot_taken' }],
  })
  expect(await undo([act_id])).toMatchObject({ code: code.failed, data: { reason: 'changed_meanwhile' } })
  expect(lotsNow()).toEqual(['A02'])
  expect((await undo([act_id], { on_conflict: 'keep' })).data).toEqual({ parts: 1, kept: 1 })
  expect(scenes().map(({ row, lots }) => [row.parking_no, lots.map(({ lot_no }) => lot_no)])).toEqual(
    expect.arrayContaining([
      ['P-1', ['A01']],
      ['P-2', ['A02']],
    ]),
  )
})

test('lots that were removed come back; a lot that another user drew since stays', async () => {
  await box.call('add_update_scene', formWith(['A01']), admin)
  const act_id = await newest()
  // Adding one lot is not listed: it is just as quick to delete.
  await box.call('add_update_scene', formWith(['A01', 'A03']), await box.tokenOf('operator'))
  expect(await newest()).toBe(act_id)
  expect((await undo([act_id])).code).toBe(code.success)
  expect(lotsNow()).toEqual(['A01', 'A02', 'A03'])
})

test('parameters: later changes of other fields stay; those of the same field are a conflict', async () => {
  const before = readParam(box.deps, 'alg_param')
  const now = () => readParam(box.deps, 'alg_param')
  const { track_seconds, track_step, merge_seconds } = before
  const two = { track_seconds: track_seconds + 5, track_step: track_step + 1 }
  await box.call('update_alg_param', two, admin)
  const first = await newest()
  await box.call('update_alg_param', { merge_seconds: merge_seconds + 1 }, admin)
  // A single value is not listed.
  expect(await newest()).toBe(first)
  expect((await undo([first])).code).toBe(code.success)
  expect(now()).toEqual({ ...before, merge_seconds: merge_seconds + 1 })

  await box.call('update_alg_param', two, admin)
  const second = await newest()
  await box.call('update_alg_param', { track_seconds: 99 }, admin)
  expect(await preview([second])).toMatchObject({
    conflicts: [{ name: 'alg_param', fields: ['track_seconds'], why: 'changed' }],
  })
  expect((await undo([second])).code).toBe(code.failed)
  expect((await undo([second], { on_conflict: 'keep' })).data).toEqual({ parts: 1, kept: 1 })
  expect(now()).toMatchObject({ track_seconds: 99, track_step })
  // The undo is in the history of the parameters too.
  const [entry] = (await box.call('param_history', { page: 1, page_size: 1 }, admin)).data.list
  expect(entry).toMatchObject({ call: 'undo_acts', section: 'alg_param' })
})

test('a secret and its address are undone together or not at all', async () => {
  const change = { protocol: 4 as const, endpoint: 'http://127.0.0.1:9000', username: 'edge' }
  await box.call('update_storage_param', { ...change, password: 'canary-old' }, admin)
  await box.call('update_storage_param', { endpoint: 'http://127.0.0.1:9001', password: 'canary-new' }, admin)
  const act_id = await newest()
  await box.call(
    'update_storage_param',
    { endpoint: 'http://127.0.0.1:9002', password: 'canary-third' },
    admin,
  )
  const now = () => readParam(box.deps, 'storage_param')
  expect((await undo([act_id], { on_conflict: 'keep' })).code).toBe(code.success)
  expect(now()).toMatchObject({ endpoint: 'http://127.0.0.1:9002', password: 'canary-third' })
  await box.call(
    'update_storage_param',
    { endpoint: 'http://127.0.0.1:9003', password: 'canary-last' },
    admin,
  )
  expect((await undo([await newest()])).code).toBe(code.success)
  expect(now()).toMatchObject({ endpoint: 'http://127.0.0.1:9002', password: 'canary-third' })
  expect(box.logged()).not.toMatch(/canary-(old|new|third|last)/)
})

test('a switch of the business mode: no restart, and scenes drawn since are never overwritten', async () => {
  const before = lotsNow()
  const switched = () =>
    box.call('set_business_mode', { business_mode: business_mode.high_position_motorcycle }, admin)
  await switched()
  await box.call('update_alg_param', { track_seconds: 61 }, admin)
  const mode = async () => (await box.call('get_business_mode', {}, admin)).data.business_mode
  expect((await undo([await newest()])).code).toBe(code.success)
  expect([await mode(), lotsNow(), box.restarts()]).toEqual([business_mode.high_position_car, before, 0])
  expect(readParam(box.deps, 'alg_param').track_seconds).toBe(61)
  expect(pictures()).toEqual([true, true])

  const { scene_id: _, keep_reference: __, ...drawn } = formWith(['M01'])
  await switched()
  const act_id = await newest()
  await box.call('add_update_scene', drawn, admin)
  expect((await preview([act_id])).conflicts).toMatchObject([{ why: 'new_scenes' }])
  expect((await undo([act_id])).code).toBe(code.failed)
  expect(lotsNow()).toEqual(['M01'])
  expect((await undo([act_id], { on_conflict: 'replace' })).code).toBe(code.success)
  expect(lotsNow()).toEqual(before)
})

test('an import is undone only in the parts it changed, with the secrets that it left out', async () => {
  const { content } = (await box.call('export_document', { secrets: 'left_out', passphrase: '' }, admin)).data
  await box.call('update_alg_param', { track_seconds: 61, track_step: 7 }, admin)
  await box.call('delete_scene', { scene_id: 'scene-1' }, admin)
  const { token } = (await box.call('preview_import', { content, passphrase: '' }, admin)).data
  const sections = ['alg_param', 'cameras', 'scenes'] as const
  expect((await box.call('apply_import', { token, sections: [...sections] }, admin)).code).toBe(code.success)
  expect(lotsNow()).toEqual(['A01', 'A02'])
  const [act] = await acts()
  expect(act).toMatchObject({ kind: 'import', counts: { scenes: 1, lots: 2, fields: 2 } })
  await box.call('update_alg_param', { merge_seconds: 9 }, admin)
  expect((await undo([act!.act_id])).code).toBe(code.success)
  const { track_seconds, track_step, merge_seconds } = readParam(box.deps, 'alg_param')
  expect([track_seconds, track_step, merge_seconds, lotsNow()]).toEqual([61, 7, 9, []])
  expect(box.deps.secrets.open(cameraBySn(box.deps.db, 'SN-0001')!.password)).toBe('canary-camera')
})

test('a restore: settings, cameras and secrets come back without a restart; later changes stay', async () => {
  expect(
    (
      await box.call(
        'set_restore_config',
        { ...(await box.call('get_restore_config', {}, admin)).data, keep: ['users', 'network'] },
        admin,
      )
    ).code,
  ).toBe(code.success)
  expect((await box.call('restore', { host_sn }, admin)).code).toBe(code.success)
  await restartBox()
  expect([lotsNow(), cameraBySn(box.deps.db, 'SN-0001')]).toEqual([[], undefined])
  await box.call('update_alg_param', { track_seconds: 61 }, admin)
  const [act] = await acts()
  expect(act).toMatchObject({ kind: 'restore', username: 'admin', counts: { cameras: 1 }, state: 'can' })
  expect((await preview([act!.act_id])).gaps).toEqual(['beyond_settings'])
  expect((await undo([act!.act_id])).code).toBe(code.success)
  // The camera's last picture can be taken again, but the picture of the scene has no other copy.
  expect([lotsNow(), pictures()[1]]).toEqual([['A01', 'A02'], true])
  expect(readParam(box.deps, 'platform_param').extra_info).toContain(secret)
  expect((await box.call('get_basic_info', {}, admin)).data.name).toBe('深南大道-01')
  expect(readParam(box.deps, 'alg_param').track_seconds).toBe(61)
  expect(box.restarts()).toBe(0)
})

test('an undo needs the role of the change; after seven days its data are gone', async () => {
  const operator = await box.tokenOf('operator')
  await box.call('set_business_mode', { business_mode: business_mode.high_position_motorcycle }, admin)
  const act_id = await newest()
  expect((await acts(operator))[0]!.state).toBe('role')
  expect((await undo([act_id], {}, operator)).code).toBe(code.permission_denied)
  expect((await undo([act_id], {}, await box.tokenOf('viewer'))).code).toBe(code.permission_denied)
  expect(existsSync(join(box.folder, 'acts', String(act_id)))).toBe(true)
  box.wait(7 * 86_400_000)
  const again = await box.tokenOf('admin')
  expect((await acts(again))[0]!.state).toBe('expired')
  expect(await undo([act_id], {}, again)).toMatchObject({
    code: code.failed,
    data: { reason: 'act_expired' },
  })
  const keeper = createUndoExpiry(box.deps)
  await keeper.start()
  await keeper.stop()
  expect(openChanges(box.deps.db, box.deps.now()).size).toBe(0)
  expect(existsSync(join(box.folder, 'acts', String(act_id)))).toBe(false)
  expect(box.deps.db.all('SELECT for_undo FROM change WHERE for_undo = 1')).toEqual([])
})

test('several changes are undone together or not at all', async () => {
  const missing = 999
  await box.call('delete_scene', { scene_id: 'scene-1' }, admin)
  await box.call('delete_camera', { camera_sn: 'SN-0001' }, admin)
  const ids = (await acts()).map(({ act_id }) => act_id)
  expect((await undo([...ids, missing])).code).toBe(code.not_found)
  expect(lotsNow()).toEqual([])
  expect((await undo(ids)).code).toBe(code.success)
  expect(lotsNow()).toEqual(['A01', 'A02'])
})
