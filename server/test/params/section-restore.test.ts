/**
 * Restores a scene, a camera and the name of the box: by the rules of a manual change, as a new change, or
 * refused with a reason. Long because each section has its own refusals.
 */
import { code, type Body, type CallName } from '@parking/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCamera, cameraBySn } from '#src/camera/camera.store.ts'
import { findScenes } from '#src/camera/scene.store.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, knownLot, triangleAt } from '../events/event-device.ts'

let box: Device
let admin: string
beforeAll(async () => {
  box = await openDevice()
  admin = await box.tokenOf('admin')
  plantLots(box.deps.db)
  insertCamera(box.deps.db, {
    ...cameraBySn(box.deps.db, 'SN-0001')!,
    camera_sn: 'SN-0002',
    camera_name: '西门 1',
    onvif_port: 81,
  })
})
afterAll(() => box.close())

const call = <Name extends CallName>(name: Name, body: unknown, token = admin) =>
  box.call(name, body as Body<Name>, token)
const newest = async (section: string) =>
  (await call('param_history', { page: 1, page_size: 1, section })).data.list[0]!
const sceneNow = () => findScenes(box.deps.db, { scene_id: 'scene-1' })[0]
const lot = (lot_no: string, x = 0.1) => knownLot(lot_no, triangleAt(x))
const form = (lots: object[], more: object = {}) => ({
  camera_sn: 'SN-0001',
  scene_type: 0,
  enabled: true,
  parking_no: 'P-1',
  direction: 5,
  ref_width: 1000,
  ref_height: 500,
  lots,
  ...more,
})

test('a scene is restored as one change that names its source; an outdated preview is refused', async () => {
  await call(
    'add_update_scene',
    form([lot('A01'), lot('A02', 0.5)], {
      scene_id: 'scene-1',
      focus: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
      feature: [
        [
          [0.1, 0.1],
          [0.2, 0.1],
          [0.2, 0.2],
        ],
      ],
    }),
  )
  const drawn = sceneNow()!
  await call(
    'add_update_scene',
    form([lot('A01', 0.114), lot('A03', 0.7)], {
      scene_id: 'scene-1',
      enabled: false,
      focus: null,
      keep_reference: true,
    }),
  )
  const { id } = await newest('scene')
  const asked = { id, moment: 'before' }
  const preview = (await call('preview_restore_param', asked)).data
  expect(preview.scene).toEqual({
    differences: [
      {
        kind: 'scene_value',
        camera_name: '东门 1',
        parking_no: 'P-1',
        field: 'enabled',
        before: false,
        after: true,
      },
      { kind: 'scene_drawn', camera_name: '东门 1', parking_no: 'P-1', field: 'focus' },
      { kind: 'lot', what: 'removed', camera_name: '东门 1', lot_no: 'A03' },
      { kind: 'lot', what: 'added', camera_name: '东门 1', lot_no: 'A02' },
      { kind: 'lot_moved', camera_name: '东门 1', lot_no: 'A01', px: 14 },
    ],
    taken_lots: [],
  })
  await call('add_update_scene', form([lot('A01', 0.114)], { scene_id: 'scene-1', keep_reference: true }))
  expect((await call('restore_param', { ...asked, revision: preview.revision })).data).toMatchObject({
    reason: 'changed_meanwhile',
  })
  expect((await call('restore_param', asked, await box.tokenOf('viewer'))).code).toBe(code.permission_denied)
  let notified = 0
  box.deps.bus.subscribe('config', () => void notified++)
  const { revision } = (await call('preview_restore_param', asked)).data
  expect((await call('restore_param', { ...asked, revision }, await box.tokenOf('operator'))).code).toBe(
    code.success,
  )
  expect(sceneNow()).toMatchObject({ lots: drawn.lots, row: { ...drawn.row, update_ms: expect.any(Number) } })
  expect(notified).toBe(1)
  expect(await newest('scene')).toMatchObject({ call: 'restore_param', restored_from: id, subject: 'P-1' })
  expect((await call('preview_restore_param', asked)).data.changes).toEqual([])
})

test('a lot number in use elsewhere is refused by name; a deleted one is recreated', async () => {
  await call('delete_scene', { scene_id: 'scene-1' })
  const { id } = await newest('scene')
  await call('add_update_scene', form([lot('A02')], { camera_sn: 'SN-0002', parking_no: 'P-2' }))
  const asked = { id, moment: 'before' }
  expect((await call('preview_restore_param', asked)).data).toMatchObject({
    scene: {
      differences: [{ kind: 'scene', what: 'added', lot_num: 2 }],
      taken_lots: [{ lot_no: 'A02', parking_no: 'P-2', camera_name: '西门 1' }],
    },
  })
  expect(await call('restore_param', asked)).toMatchObject({
    code: code.duplicate,
    data: { issues: [{ field: 'lots.1.lot_no', issue: 'duplicate' }] },
  })
  expect(sceneNow()).toBeUndefined()
  await call('delete_scene', { scene_id: findScenes(box.deps.db)[0]!.row.scene_id })
  expect((await call('restore_param', asked)).code).toBe(code.success)
  expect(sceneNow()?.lots.map(({ lot_no }) => lot_no)).toEqual(['A01', 'A02'])
  expect((await call('restore_param', { id, moment: 'after' })).data).toMatchObject({ reason: 'was_absent' })
})

test('the name of a camera is restored; nothing changes for an unreachable camera', async () => {
  const at = {
    camera_sn: 'SN-0001',
    camera_name: '东门 9',
    ipv4: '127.0.0.1',
    onvif_port: 80,
    username: '',
    password: '',
  }
  expect((await call('update_onvif_camera', at)).code).toBe(code.success)
  const { id } = await newest('camera')
  expect((await call('preview_restore_param', { id, moment: 'before' })).data).toMatchObject({
    section: 'camera',
    changes: [{ field: 'camera_name', before: '东门 9', after: '东门 1' }],
  })
  expect((await call('restore_param', { id, moment: 'before' })).code).toBe(code.success)
  expect(cameraBySn(box.deps.db, 'SN-0001')?.camera_name).toBe('东门 1')
  expect(await newest('camera')).toMatchObject({
    call: 'restore_param',
    restored_from: id,
    changes: [{ field: 'camera_name', before: '东门 9', after: '东门 1' }],
  })
  // The entry has another port, on which nothing listens.
  box.deps.db.run("UPDATE changed_part SET before = json_set(before, '$.onvif_port', 1) WHERE part_id = ?", [
    id,
  ])
  expect(await call('restore_param', { id, moment: 'before' })).toMatchObject({
    code: code.failed,
    data: { step: 'port' },
  })
  expect(cameraBySn(box.deps.db, 'SN-0001')).toMatchObject({ onvif_port: 80, camera_name: '东门 1' })
  box.deps.db.run(`UPDATE changed_part SET before = '{"camera_name":"x"}' WHERE part_id = ?`, [id])
  expect((await call('restore_param', { id, moment: 'before' })).data).toMatchObject({ reason: 'not_kept' })
})

test('the name and the location of the box are restored; a named box cannot lose its name', async () => {
  await call('set_basic_info', { name: '深南大道-01' })
  const first = (await newest('basic_info')).id
  await call('set_address', {
    province: '广东',
    city: '深圳',
    district: '',
    detail_address: '',
    longitude: 114.05,
    latitude: 22.54,
  })
  await call('set_basic_info', { name: '深南大道-02' })
  expect((await call('restore_param', { id: first, moment: 'after' })).data.changes).toEqual([
    { field: 'name', before: '深南大道-02', after: '深南大道-01' },
  ])
  expect([(await call('get_basic_info', {})).data.name, (await call('get_address', {})).data.city]).toEqual([
    '深南大道-01',
    '深圳',
  ])
  expect(await newest('basic_info')).toMatchObject({ call: 'restore_param', restored_from: first })
  expect(await call('restore_param', { id: first, moment: 'before' })).toMatchObject({
    code: code.format_error,
    data: [{ field: 'name' }],
  })
})
