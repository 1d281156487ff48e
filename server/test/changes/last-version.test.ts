/** A database of the last version with every kind of record: each is found again through the calls. */
import type { AddressInfo } from 'node:net'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls, change_kinds, code, type Body, type CallName } from '@parking/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraBySn } from '#src/camera/camera.store.ts'
import { lotPlaces } from '#src/camera/scene.store.ts'
import { hasEvent } from '#src/events/record/event.store.ts'
import { readParam } from '#src/params/param.store.ts'
import { openDevice, type Device, type Reply } from '../device.ts'
import { deleted_uuid, old_secret, writeLastVersion } from './last-version.ts'

let box: Device
let [admin, address] = ['', '']
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-'))
  const now = Date.UTC(2026, 10, 21, 0, 30)
  writeLastVersion(folder, now)
  box = await openDevice({ folder, now })
  admin = await box.tokenOf('admin')
  await box.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(box.app.server.address() as AddressInfo).port}`
})
afterAll(() => box.close())

/** A call over a socket. */
async function call<Name extends CallName>(name: Name, body: Body<Name>): Promise<Reply<Name>> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin}` }
  const answer = await fetch(`${address}${calls[name].path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Reply<Name>
}
const page = { page: 1, page_size: 50 }
const changed = async () =>
  (await call('param_history', page)).data.list.map(
    ({ id, section, subject, call: by, changes, ...more }) => [
      id,
      by,
      subject || section,
      changes.map(({ field, before, after, secret }) => secret ?? `${field}: ${before} > ${after}`).join(),
      more.restored_from,
    ],
  )

test('the history has every entry with its number, user, address and values', async () => {
  const { total, list } = (await call('param_history', page)).data
  expect(total).toBe(9)
  expect(list.every(({ who, address: from }) => who === 'admin' && from === '192.0.2.7')).toBe(true)
  expect(await changed()).toEqual([
    [9, 'set_business_mode', 'business_mode', 'business_mode: 2 > 0,snapshot: undefined > mode-1', undefined],
    [8, 'set_address', 'basic_info', 'city:  > 深圳,province: undefined > 广东', undefined],
    [7, 'add_update_scene', 'P-1', 'lot A01: undefined > [object Object]', undefined],
    [6, 'update_onvif_camera', '东门 9', 'camera_name: 东门 1 > 东门 9', undefined],
    [5, 'add_onvif_camera', '东门 1', expect.stringContaining('password: undefined > ******'), undefined],
    [4, 'update_all_param', 'event_param', 'video_fps: 15 > 10', undefined],
    [3, 'update_all_param', 'alg_param', 'cover_th: 0.45 > 0.4', 1],
    [2, 'update_storage_param', 'storage_param', 'set', undefined],
    [1, 'update_alg_param', 'alg_param', 'cover_th: 0.4 > 0.45', undefined],
  ])
  expect((await call('param_history', { ...page, section: 'camera' })).data.total).toBe(2)
})

test('an old entry is restored with its secret; the state of a group names its last user', async () => {
  expect(await call('restore_param', { id: 2, moment: 'after' })).toMatchObject({
    code: code.success,
    data: { lost_secrets: [] },
  })
  expect(readParam(box.deps, 'storage_param').password).toBe(old_secret)
  const { list } = (await call('param_state', {})).data
  expect(list.find(({ group }) => group === 'event_param')).toMatchObject({ changed_by: 'admin' })
})

test('every kind of act is listed in its state', async () => {
  const { list } = (await call('list_acts', page)).data
  const states = Object.fromEntries(list.map(({ kind, state }) => [kind, state]))
  expect(Object.keys(states).toSorted()).toEqual([...change_kinds].toSorted())
  expect(states).toMatchObject({ business_mode: 'expired', delete_scene: 'undone', import: 'can' })
  expect(list.find(({ kind }) => kind === 'delete_scene')).toMatchObject({ undone_by: 'operator' })
  const numbers = Object.fromEntries(list.map(({ kind, act_id }) => [kind, act_id]))
  expect((await call('preview_undo', { act_ids: [numbers['import']!] })).data.gaps).toEqual(['clock'])
  expect((await call('list_acts', { ...page, kind: 'delete_camera' })).data.list).toMatchObject([
    { username: 'admin', names: ['东门 1'], counts: { cameras: 1, scenes: 1, lots: 2 } },
  ])
})

test('a deleted camera and a deleted event come back', async () => {
  const { list } = (await call('list_acts', page)).data
  const act_ids = list
    .filter(({ kind }) => kind === 'delete_camera' || kind === 'delete_events')
    .map(({ act_id }) => act_id)
  expect(await call('undo_acts', { act_ids })).toMatchObject({ code: code.success, data: { parts: 3 } })
  expect(cameraBySn(box.deps.db, 'SN-0001')?.camera_name).toBe('东门 1')
  expect(lotPlaces(box.deps.db).map(({ lot_no }) => lot_no)).toEqual(['A01', 'A02'])
  expect(hasEvent(box.deps.db, deleted_uuid)).toBe(true)
  // What only an undo needs is gone with it, and the audit row names the change.
  expect(box.deps.db.all('SELECT uuid FROM deleted_event')).toEqual([])
  const [row] = (await call('log', { page: 1, page_size: 1, type: 2 })).data.list
  const change = box.deps.db.get('SELECT change_id FROM change ORDER BY change_id DESC LIMIT 1')
  expect(row?.audit).toMatchObject({ call: 'undo_acts', ...change })
})
