/** A snapshot is brought back while a vehicle is parked: its dossier says so and names what is lost. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { restore_network } from '@parking/contract'
import { openDevice, type Device } from '@parking/server/test/device.ts'
import { plantLots } from '@parking/server/test/events/event-device.ts'
import { dossierOf } from '@parking/server/test/proof/dossier-device.ts'
import { report } from '@parking/server/test/proof/report.ts'
import { updateAllStays } from '@parking/server/test/stays/stay-device.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyBytes } from './evidence-device.ts'

let folder: string
let device: Device
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parking-dossier-restore-'))
  device = await openDevice({ folder, mono: 'held' })
})
afterEach(async () => {
  await device.close()
  rmSync(folder, { recursive: true, force: true })
})

const minute = 60_000
const see = async (event_type: 1 | 2 | 3) => {
  device.wait(minute)
  return report(device, { event_type })
}
const dossier = async (uuid: string, language: 'zh' | 'tw') => {
  const bytes = await dossierOf(device, uuid, language)
  const files = unzipSync(bytes)
  const text = (name: string) => Buffer.from(files[name]!).toString()
  const { verdict, findings } = await verifyBytes(bytes)
  return { page: text('index.html'), about: JSON.parse(text('dossier.json')), verdict, findings }
}

test('names the events that were recorded after the snapshot, and what it brought back', async () => {
  plantLots(device.deps.db)
  const admin = await device.tokenOf('admin')
  const { host_sn } = (await device.call('get_basic_info', {}, admin)).data
  const keep = ['network', 'users', 'cameras', 'params', 'events'] as const
  await device.call('set_restore_config', { ...restore_network, keep: [...keep] }, admin)
  const [entry, deleted] = [await see(1), await see(2)]
  const { snapshot } = (await device.call('restore', { host_sn }, admin)).data
  device = await device.restart()
  // After the snapshot: a check, a deletion whose undo has expired, and the exit.
  const again = await device.tokenOf('admin')
  const check = { uuid: entry, verdict: 'corrected', plate_number: '粤B54321', seen_checks: 0 } as const
  expect((await device.call('check_parking_event', check, again)).code).toBe(0)
  await device.call('delete_parking_event', { list: [deleted] }, again)
  await device.deps.proof_log.caughtUp()
  device.deps.db.run('DELETE FROM deleted_event')
  await device.deps.proof_log.prune()
  const exit = await see(3)
  await device.deps.proof_log.caughtUp()
  const answer = await device.call('bring_back_snapshot', { name: snapshot!, host_sn }, again)
  expect(answer.code).toBe(0)
  device = await device.restart()
  updateAllStays(device.deps.db)

  const { page, about, verdict, findings } = await dossier(entry, 'zh')
  expect(about.events).toEqual([entry, deleted])
  expect(about.gone).toMatchObject([{ uuid: exit, event_type: 3, deleted_by: 'admin' }])
  expect(page).toMatch(/设备于 [\d: -]+ 恢复到较早的快照（操作人：admin）/)
  expect(page).toMatch(/设备于 [\d: -]+ 恢复过出厂设置（操作人：admin），事件及其处理记录都保留了/)
  expect(page).toMatch(/出场（[\d: -]+，粤B12345）已于 [\d: -]+ 被删除，操作人：admin。/)
  expect((await dossier(entry, 'tw')).page).toMatch(/裝置於 [\d: -]+ 還原到較早的快照（操作者：admin）/)
  // Nothing was forged: the log knows what the snapshot brought back.
  expect(findings.filter(({ level }) => level === 'wrong')).toEqual([])
  expect(verdict).toBe('doubtful')
  expect(findings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['restored_kept', 'brought_back', 'event_deleted']),
  )
})
