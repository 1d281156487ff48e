/**
 * The business mode (spec §4): a switch takes a snapshot and clears all scenes; the snapshot restores them;
 * events stay in both cases. Long because each way back is a separate scenario.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { business_mode, code } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findScenes } from '#src/camera/scene.store.ts'
import { listEvents } from '#src/events/list/event-list.ts'
import { listSnapshots } from '#src/system/restore/snapshot.ts'
import { openDevice, type Device } from '../device.ts'
import { fillBox, leftIn } from '../system/restore-device.ts'

const { high_position_car: car, high_position_motorcycle: motorcycle } = business_mode
let box: Device
beforeEach(async () => void (box = await openDevice()))
afterEach(() => box.close())

const events = () => listEvents(box.deps.db, box.deps.media, { page: 1, page_size: 50 }, box.deps.now()).total
const picture = () => existsSync(join(box.folder, 'media/cameras/SN-0001/scene-1-1.jpg'))
const switchTo = (mode: typeof car | typeof motorcycle, token: string) =>
  box.call('set_business_mode', { business_mode: mode }, token)

test('the factory mode is car; a switch clears the scenes only, and the audit records it', async () => {
  const { admin } = await fillBox(box)
  expect((await box.call('get_business_mode', {}, admin)).data).toEqual({ business_mode: car })
  const scenes = findScenes(box.deps.db)
  const lots = scenes.reduce((sum, scene) => sum + scene.lots.length, 0)
  expect([scenes.length > 0, lots > 0, events(), picture()]).toEqual([true, true, 2, true])
  let notified = 0
  box.deps.bus.subscribe('config', () => void notified++)
  const { code: answered, data } = await switchTo(motorcycle, admin)
  expect(answered).toBe(code.success)
  expect(data).toEqual({
    snapshot: expect.stringMatching(/^business-mode-20261121-\d{6}$/),
    scene_num: scenes.length,
    lot_num: lots,
  })
  expect(notified).toBe(1)
  expect((await box.call('get_business_mode', {}, admin)).data).toEqual({ business_mode: motorcycle })
  expect((await box.call('get_scenes', {}, admin)).data.total).toBe(0)
  expect((await box.call('get_all_lots_no', {}, admin)).data.total).toBe(0)
  expect((await box.call('list_cameras', { page: 1, page_size: 50 }, admin)).data.list).toMatchObject([
    { camera_sn: 'SN-0001', scene_num: 0, lot_num: 0 },
  ])
  expect([events(), picture()]).toEqual([2, false])
  const row = (await box.call('log', { page: 1, page_size: 1, type: 2 }, admin)).data.list[0]
  expect(row).toMatchObject({ level: 'INFO', content: expect.stringContaining('set_business_mode') })
  expect(JSON.stringify(row)).toContain(data.snapshot)
})

test('the snapshot restores the mode and the scenes with pictures and lots; later events stay', async () => {
  const { admin, host_sn } = await fillBox(box)
  const before = findScenes(box.deps.db)
  const { snapshot = '' } = (await switchTo(motorcycle, admin)).data
  expect((await box.call('list_snapshots', {}, admin)).data.list).toMatchObject([
    { name: snapshot, why: 'business_mode' },
  ])
  box.deps.db.run("UPDATE event SET comment = 'since then'")
  box.wait(60_000)
  expect((await box.call('bring_back_snapshot', { name: snapshot, host_sn }, admin)).code).toBe(code.success)
  expect(box.restarts()).toBe(1)
  box = await box.restart()
  expect(findScenes(box.deps.db)).toEqual(before)
  const again = await box.tokenOf('admin')
  expect((await box.call('get_business_mode', {}, again)).data).toEqual({ business_mode: car })
  expect([events(), picture()]).toEqual([2, true])
  expect(box.deps.db.all<{ comment: string }>('SELECT comment FROM event')).toEqual([
    { comment: 'since then' },
    { comment: 'since then' },
  ])
  expect(leftIn(box.folder)).toMatchObject({
    events: 2,
    tally: 2,
    created: 2,
    users: ['admin', 'viewer'],
    name: '深南大道-01',
    halves: [],
  })
  // The state before the restore is a snapshot too.
  expect(listSnapshots(box.folder).map(({ why }) => why)).toEqual(['bring_back', 'business_mode'])
})

test('setting the same mode again changes nothing: of two users who switch, one does', async () => {
  const { admin } = await fillBox(box)
  const scenes = findScenes(box.deps.db)
  expect(await switchTo(car, admin)).toMatchObject({
    code: code.format_error,
    data: [{ field: 'business_mode', issue: 'same_as_before' }],
  })
  expect(findScenes(box.deps.db)).toEqual(scenes)
  expect(listSnapshots(box.folder)).toEqual([])
  const answers = await Promise.all([switchTo(motorcycle, admin), switchTo(motorcycle, admin)])
  expect(answers.map((answer) => answer.code).sort()).toEqual([code.success, code.format_error])
  expect(listSnapshots(box.folder)).toHaveLength(1)
})

test('without scenes no snapshot is made and none is evicted; three of each kind are kept', async () => {
  const { admin } = await fillBox(box)
  const rows = findScenes(box.deps.db).map(({ row }) => row)
  const draw = () =>
    rows.forEach((row) =>
      box.deps.db.run(
        `INSERT INTO scene (scene_id, camera_sn, scene_type, enabled, parking_no, direction,
           ref_width, ref_height, ref_picture, update_ms) VALUES (?, ?, 0, 1, ?, 5, 1920, 1080, ?, 0)`,
        [row.scene_id, row.camera_sn, row.parking_no, ''],
      ),
    )
  expect((await switchTo(motorcycle, admin)).data.snapshot).toBeDefined()
  for (const mode of [car, motorcycle, car, motorcycle, car, motorcycle] as const) {
    box.wait(1_000)
    expect((await switchTo(mode, admin)).data).toEqual({ scene_num: 0, lot_num: 0 })
  }
  expect(listSnapshots(box.folder)).toHaveLength(1)
  for (const mode of [car, motorcycle, car, motorcycle] as const) {
    box.wait(1_000)
    draw()
    expect((await switchTo(mode, admin)).data.snapshot).toBeDefined()
  }
  expect(listSnapshots(box.folder)).toHaveLength(3)
})

test('only an administrator may switch, not during a restore, and not to an unknown mode', async () => {
  const { admin, viewer, host_sn } = await fillBox(box)
  const scenes = findScenes(box.deps.db)
  for (const token of [viewer, await box.tokenOf('operator')]) {
    expect((await switchTo(motorcycle, token)).code).toBe(code.permission_denied)
    expect((await box.call('get_business_mode', {}, token)).data).toEqual({ business_mode: car })
  }
  expect((await box.call('set_business_mode', { business_mode: 1 as never }, admin)).code).toBe(
    code.format_error,
  )
  expect((await box.call('restore', { host_sn }, admin)).code).toBe(code.success)
  expect((await switchTo(motorcycle, admin)).code).toBe(code.busy)
  expect(findScenes(box.deps.db)).toEqual(scenes)
})

test('the mode goes with the cameras in a factory restore', async () => {
  const { admin, host_sn } = await fillBox(box)
  await switchTo(motorcycle, admin)
  const config = (await box.call('get_restore_config', {}, admin)).data
  await box.call('set_restore_config', { ...config, keep: ['network', 'users', 'cameras'] }, admin)
  await box.call('restore', { host_sn }, admin)
  box = await box.restart()
  expect((await box.call('get_business_mode', {}, admin)).data).toEqual({ business_mode: motorcycle })
  await box.call('set_restore_config', { ...config, keep: ['network', 'users', 'params'] }, admin)
  box.wait(1_000)
  await box.call('restore', { host_sn }, admin)
  box = await box.restart()
  expect((await box.call('get_business_mode', {}, admin)).data).toEqual({ business_mode: car })
})

describe('the scenes of a snapshot alone', () => {
  const back = (name: string, token: string, more = {}) =>
    box.call('restore_scenes', { name, ...more }, token)

  test('undo a switch: scenes, pictures and mode come back; users, sessions and events stay', async () => {
    const { admin } = await fillBox(box)
    const before = findScenes(box.deps.db)
    const { snapshot = '', scene_num, lot_num } = (await switchTo(motorcycle, admin)).data
    box.deps.db.run("UPDATE event SET comment = 'since then'")
    box.deps.db.run("UPDATE users SET name = 'changed since' WHERE username = 'viewer'")
    expect((await box.call('snapshot_scenes', { name: snapshot }, admin)).data).toEqual({
      business_mode: car,
      scene_num,
      lot_num,
      gone: [],
      now: { business_mode: motorcycle, scene_num: 0, lot_num: 0 },
    })
    box.wait(1_000)
    let notified = 0
    box.deps.bus.subscribe('config', () => void notified++)
    expect((await back(snapshot, admin)).data).toEqual({
      business_mode: car,
      scene_num,
      lot_num,
      gone: [],
    })
    const now = findScenes(box.deps.db)
    const drawn = (list: typeof now) => list.map(({ row, lots }) => ({ ...row, update_ms: 0, lots }))
    expect(drawn(now)).toEqual(drawn(before))
    expect(now[0]!.row.update_ms).toBe(box.deps.now())
    expect([events(), picture(), box.restarts(), notified]).toEqual([2, true, 0, 1])
    expect((await box.call('get_business_mode', {}, admin)).data).toEqual({ business_mode: car })
    expect(box.deps.db.get('SELECT name FROM users WHERE username = ?', ['viewer'])).toEqual({
      name: 'changed since',
    })
    // The snapshot is unchanged, and can be used again.
    expect(readdirSync(join(box.folder, 'snapshots', snapshot)).sort()).toEqual([
      'media',
      'parking.db',
      'secret.key',
      'snapshot.json',
    ])
    const [entry] = (
      await box.call('param_history', { page: 1, page_size: 10, section: 'business_mode' }, admin)
    ).data.list
    expect(entry).toMatchObject({ call: 'restore_scenes', who: 'admin' })
    box = await box.restart()
    expect(drawn(findScenes(box.deps.db))).toEqual(drawn(before))
  })

  test('scenes drawn since are replaced only after asking, and then kept in a snapshot', async () => {
    const { admin } = await fillBox(box)
    const { snapshot = '' } = (await switchTo(motorcycle, admin)).data
    box.wait(1_000)
    box.deps.db.run(
      `INSERT INTO scene (scene_id, camera_sn, scene_type, enabled, parking_no, direction,
         ref_width, ref_height, ref_picture, update_ms)
       VALUES ('new', 'SN-0001', 2, 1, 'P-9', 5, 1920, 1080, '', 0)`,
    )
    expect(await back(snapshot, admin)).toMatchObject({
      code: code.failed,
      data: { reason: 'scenes_present' },
    })
    expect(findScenes(box.deps.db).map(({ row }) => row.scene_id)).toEqual(['new'])
    expect((await box.call('get_business_mode', {}, admin)).data).toEqual({ business_mode: motorcycle })
    const replaced = (await back(snapshot, admin, { replace: true })).data
    expect(replaced.snapshot).toMatch(/^business-mode-/)
    expect(findScenes(box.deps.db).map(({ row }) => row.scene_id)).not.toContain('new')
    // The replaced scenes can be restored in turn.
    expect((await back(replaced.snapshot!, admin, { replace: true })).data).toMatchObject({
      business_mode: motorcycle,
      scene_num: 1,
    })
    expect(findScenes(box.deps.db).map(({ row }) => row.scene_id)).toEqual(['new'])
  })

  test('the scenes of a deleted camera are not restored, and are listed', async () => {
    const { admin } = await fillBox(box)
    const [camera_name] = (await box.call('list_cameras', { page: 1, page_size: 1 }, admin)).data.list.map(
      (camera) => camera.camera_name,
    )
    const { snapshot = '' } = (await switchTo(motorcycle, admin)).data
    await box.call('delete_camera', { camera_sn: 'SN-0001' }, admin)
    expect((await box.call('snapshot_scenes', { name: snapshot }, admin)).data).toMatchObject({
      scene_num: 0,
      gone: [camera_name],
    })
    expect(await back(snapshot, admin)).toMatchObject({ code: code.failed, data: { reason: 'no_scenes' } })
  })

  test('only an administrator may, not during a restore, and only from a snapshot', async () => {
    const { admin, viewer, host_sn } = await fillBox(box)
    const { snapshot = '' } = (await switchTo(motorcycle, admin)).data
    for (const token of [viewer, await box.tokenOf('operator')]) {
      expect((await back(snapshot, token)).code).toBe(code.permission_denied)
      expect((await box.call('snapshot_scenes', { name: snapshot }, token)).code).toBe(code.permission_denied)
    }
    for (const name of ['business-mode-20261121-000000', '../..', snapshot.replace('-', '/')])
      expect((await back(name, admin)).code).toBe(code.not_found)
    await box.call('restore', { host_sn }, admin)
    expect((await back(snapshot, admin)).code).toBe(code.busy)
    expect(findScenes(box.deps.db)).toEqual([])
  })
})
