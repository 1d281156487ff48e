/** A lot whose camera is replaced while a vehicle is parked: everything says which camera saw what. */
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertCamera } from '#src/camera/camera.store.ts'
import { saveScene, sceneRow } from '#src/camera/scene.store.ts'
import { stampOf } from '#src/core/stamp.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, plantScene, planted_camera } from '../events/event-device.ts'
import { updateAllStays } from '../stays/stay-device.ts'
import { dossierOf } from './dossier-device.ts'
import { readStay } from './read-dossier.ts'
import { report } from './report.ts'

let device: Device
let operator: string
beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  operator = await device.tokenOf('operator')
})
afterEach(() => device.close())

const minute = 60_000
const after = { camera_sn: 'SN-0002', scene_id: 'scene-2' }

/** Another camera of the same name takes over lot A01; the first one is deleted. */
function replaceCamera(): void {
  const { db } = device.deps
  insertCamera(db, { ...planted_camera, camera_sn: after.camera_sn, ipv4: '127.0.0.2' })
  const scene = sceneRow(db, 'scene-1')!
  plantScene(db, ['A02'])
  saveScene(db, { ...scene, ...after, parking_no: 'P-2' }, [
    { lot_no: 'A01', lot_type: 1, lot_posture: 0, motor_num: 1, difficult: 0, polygon: [] },
  ])
  db.run("DELETE FROM camera WHERE camera_sn = 'SN-0001'")
}
const detailOf = async (uuid: string) => {
  updateAllStays(device.deps.db)
  return (await device.call('stay_detail', { uuid }, operator)).data
}
const pageOf = (files: Record<string, Uint8Array>) => Buffer.from(files['index.html']!).toString()

test('an entry and an exit of two cameras: each is named with what it saw', async () => {
  const entry = await report(device)
  device.wait(20 * minute)
  replaceCamera()
  const exit = await report(device, { event_type: 3, ...after })
  const detail = await detailOf(exit)
  expect(detail.events.map(({ uuid, camera_sn }) => [uuid, camera_sn])).toEqual([
    [entry, 'SN-0001'],
    [exit, 'SN-0002'],
  ])
  for (const language of ['zh', 'tw'] as const) {
    const files = unzipSync(await dossierOf(device, entry, language))
    expect(readStay(files).events.map(({ uuid, camera }) => [uuid, camera])).toEqual([
      [entry, 'SN-0001'],
      [exit, 'SN-0002'],
    ])
    const page = pageOf(files)
    const [front, ...sections] = page.split('<section>')
    expect(front).toContain('<dd>东门 1 (SN-0001)、东门 1 (SN-0002)</dd>')
    expect(front).toContain('<dd>P-1、P-2</dd>')
    // In the table of the events, in their own parts, and where the error rates are.
    const rows = front!.split('<tr>').filter((row) => /SN-000[12]\)<\/td>/.test(row))
    expect(rows.map((row) => row.includes('SN-0002'))).toEqual([false, true])
    expect(sections.map((part) => /SN-000[12]/.exec(part)![0])).toEqual(['SN-0001', 'SN-0002'])
    for (const sn of ['SN-0001', 'SN-0002']) expect(front).toMatch(new RegExp(`<h3>[^<]*${sn}`))
  }
})

test('no camera saw a typed exit, also after the camera of the entry was replaced', async () => {
  const entry = await report(device)
  device.wait(20 * minute)
  replaceCamera()
  await report(device, { event_type: 1, plate_number: '粤B22222', ...after })
  const { identity, begin_ms } = await detailOf(entry)
  const typed = { stay: identity, act: 'close' as const, reason: '驾驶人提供凭证' }
  const time = stampOf(begin_ms + 5 * minute)
  expect((await device.call('repair_stay', { ...typed, time }, operator)).code).toBe(0)
  const { events } = await detailOf(entry)
  expect(events.map(({ standing, camera_sn }) => [standing, camera_sn])).toEqual([
    ['observed', 'SN-0001'],
    ['typed', ''],
  ])
  const files = unzipSync(await dossierOf(device, entry))
  expect(readStay(files).events.map(({ camera }) => camera)).toEqual(['SN-0001', ''])
  expect(pageOf(files)).not.toContain('SN-0002')
})
