/**
 * A dispute played through: late event, withdrawn exit, typed exit, deleted neighbour, changed key, snapshot
 * brought back, tampered file, erasure by retention. Page, detail and verifier say the same and leave nothing
 * out. Long because each dispute is one story.
 */
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
import { stampOf } from '../../server/src/core/stamp.ts'
import { createRetention } from '../../server/src/workers/retention.ts'
import { textReport } from '../src/text-report.mjs'
import { verifyBytes, verifyFiles, withBit, wrongCodes } from './evidence-device.ts'

let folder: string
let device: Device
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parking-dispute-'))
  device = await openDevice({ folder, mono: 'held' })
})
afterEach(async () => {
  await device.close()
  rmSync(folder, { recursive: true, force: true })
})
const minute = 60_000
/** Everything that is old enough goes at once, and the disk is large. */
const retention_now = {
  space: async () => ({ total: 1e12, free: 9e11, inodes: null }),
  grace_ms: 0,
  by_time_after_ms: 0,
}
const sent = (uuid: string) => {
  for (const status of [0, 2])
    device.deps.db.run('UPDATE event SET status = ?, moved_ms = ? WHERE uuid = ?', [
      status,
      device.deps.now(),
      uuid,
    ])
}
const see = async (after_minutes: number, given: Parameters<typeof report>[1]) => {
  device.wait(after_minutes * minute)
  const uuid = await report(device, { pictures: 2, ...given })
  sent(uuid)
  await device.deps.proof_log.caughtUp()
  return uuid
}
const call = async (
  name: Parameters<Device['call']>[0],
  body: object,
  user: 'admin' | 'operator' = 'admin',
) => {
  const answer = await device.call(name, body as never, await device.tokenOf(user))
  expect(answer.code).toBe(0)
  return answer.data as Record<string, string>
}

test('a stranger who reads every paper finds what happened, who did it, and no other story', async () => {
  plantLots(device.deps.db)
  await device.deps.proof_log.caughtUp()
  const { host_sn } = await call('get_basic_info', {})
  const keep = ['network', 'users', 'cameras', 'params', 'events']
  await call('set_restore_config', { ...restore_network, keep })
  const neighbour = await see(10, { event_type: 3, plate_number: '粤B22222' })
  const entry = await see(10, {})
  const late = await see(20, { event_type: 2, ahead_ms: -15 * minute })
  const exit = await see(20, { event_type: 3 })
  await call('delete_parking_event', { list: [neighbour] })
  const { snapshot } = await call('restore', { host_sn })
  device = await device.restart()
  device.wait(minute)
  const withdrawal = { uuid: exit, verdict: 'discarded', reason: '误识别', seen_checks: 0 }
  await call('check_parking_event', withdrawal, 'operator')
  await call('rotate_device_key', {})
  const lost = await see(1, { event_type: 2 })
  await call('bring_back_snapshot', { name: snapshot, host_sn })
  device = await device.restart()
  device.wait(minute)
  await call('check_parking_event', withdrawal, 'operator')
  const next = await see(10, { plate_number: '粤B33333' })
  updateAllStays(device.deps.db)
  const token = await device.tokenOf('operator')
  const shown = (await device.call('stay_detail', { uuid: entry }, token)).data
  const time = stampOf(shown.begin_ms + 25 * minute)
  const typed = { stay: shown.identity, act: 'close', reason: '驾驶人提供凭证', time }
  await call('repair_stay', typed, 'operator')
  updateAllStays(device.deps.db)
  device.wait(minute)

  const detail = (await device.call('stay_detail', { uuid: entry }, token)).data
  expect(detail.events.map(({ standing }) => standing)).toEqual([
    'observed',
    'observed',
    'typed',
    'withdrawn',
  ])
  const bytes = await dossierOf(device, entry)
  const files = unzipSync(bytes)
  const about = JSON.parse(Buffer.from(files['dossier.json']!).toString())
  expect(about.events).toEqual(detail.events.map(({ uuid }) => uuid))
  expect(about.stay).toMatchObject({ begin_ms: detail.begin_ms, end_ms: detail.end_ms })
  expect(about.gone.map(({ uuid }: { uuid: string }) => uuid)).toEqual([neighbour, lost])
  const said: Record<'zh' | 'tw', readonly RegExp[]> = {
    zh: [
      /出场<\/dt><dd>[^<]*（人工补录）/,
      /停放时长<\/dt><dd>0:25:00</,
      /事件 2（更新，[^）]*）：设备在 0:15:00（时:分:秒）之后才知道它/,
      /恢复过出厂设置（操作人：admin）/,
      /恢复到较早的快照（操作人：admin）/,
      /出场（[^）]*，其他车辆，车牌不列出）已于 [^，]*被删除，操作人：admin/,
      /更新（[^）]*，粤B12345）已于 [^，]*被删除，操作人：admin/,
      /operator<\/td><td>4<\/td><td>核查事件<\/td><td>成功；之后设备恢复到较早的状态，它的结果已不存在/,
      /operator<\/td><td>4<\/td><td>人工核查: 作废<\/td><td>误识别/,
      /operator<\/td><td>3<\/td><td>修复停车记录: 补录出场<\/td><td>驾驶人提供凭证/,
      /更换签名密钥/,
      /此前的签名密钥/,
    ],
    tw: [
      /裝置在 0:15:00（時:分:秒）之後才知道它/,
      /還原到較早的快照（操作者：admin）/,
      /其他車輛，車牌不列出/,
      /成功；之後裝置還原到較早的狀態，它的結果已不存在/,
      /修復停車紀錄: 補登出場/,
    ],
  }
  for (const language of ['zh', 'tw'] as const) {
    const page = unzipSync(await dossierOf(device, entry, language))['index.html']!
    for (const sentence of said[language]) expect(Buffer.from(page).toString()).toMatch(sentence)
  }
  const keys = [device.deps.proof_log.key.current.key_id]
  const { verdict, findings } = await verifyBytes(bytes, { keys })
  expect(verdict).toBe('doubtful')
  expect([...new Set(findings.map(({ code }) => code))].toSorted()).toEqual(
    [
      'brought_back',
      'event_deleted',
      'event_late',
      'event_typed',
      'event_withdrawn',
      'restored_kept',
    ].toSorted(),
  )
  expect(wrongCodes(await verifyFiles(withBit(files, `files/${exit}/in-1.jpg`)))).not.toEqual([])
  // The next vehicle's driver reads of the deletion, but not the plate of the other vehicle.
  const others = Buffer.from(unzipSync(await dossierOf(device, next))['index.html']!).toString()
  expect(others).toMatch(/更新（[^）]*，其他车辆，车牌不列出）已于/)
  expect(others).not.toContain('粤B12345')
  expect(late).toBe(detail.events[1]!.uuid)
})

test('pictures and an exit that retention erased are named, and no vehicle is called parked', async () => {
  const { db } = device.deps
  plantLots(db)
  const keeper = createRetention(device.deps, retention_now)
  await device.deps.proof_log.caughtUp()
  const entry = await see(10, { plate_number: '粤B1234S' })
  const corrected = {
    uuid: entry,
    verdict: 'corrected',
    plate_number: '粤B12345',
    reason: '',
    seen_checks: 0,
  }
  await call('check_parking_event', corrected, 'operator')
  const update = await see(60, { event_type: 2 })
  const early = unzipSync(await dossierOf(device, entry))
  await call('update_retention', { media_days: 1 })
  device.wait(2 * 24 * 60 * minute)
  await keeper.runNow()
  const exit = await see(30, { event_type: 3 })
  const pages = async () =>
    Promise.all(
      (['zh', 'tw'] as const).map(async (language) =>
        Buffer.from(unzipSync(await dossierOf(device, entry, language))['index.html']!).toString(),
      ),
    )
  for (const [at, page] of (await pages()).entries()) {
    expect(page).toMatch([/图片与视频已于 \d{4}-\d\d-\d\d 清理/, /圖片與影片已於 \d{4}-\d\d-\d\d 清理/][at]!)
    expect(page).toMatch([/图片与视频的天数 90 → 1</, /圖片與影片的天數 90 → 1</][at]!)
  }
  const bytes = await dossierOf(device, exit)
  const files = unzipSync(bytes)
  const known = { keys: [device.deps.proof_log.key.current.key_id] }
  const said = await verifyBytes(bytes, known)
  expect(said).toMatchObject({
    verdict: 'confirmed',
    findings: [{ code: 'file_absent' }, { code: 'file_absent' }],
  })
  expect(textReport(said, 'zh')).toContain('粤B12345（人工更正，识别为 粤B1234S）')
  // A picture that comes back from elsewhere is no part of what the device signed.
  const name = `files/${update}/in-0.jpg`
  expect(wrongCodes(await verifyFiles({ ...files, [name]: early[name]! }))).toContain('file_unlisted')
  const { [`files/${exit}/in-0.jpg`]: _, ...without } = files
  const missing = (await verifyFiles(without)).findings.filter(({ code }) => code === 'file_missing')
  expect(missing).toHaveLength(1)

  // The rows expire before the entry, which still waits for the platform.
  await call('update_retention', { sent_days: 1 })
  device.wait(2 * 24 * 60 * minute)
  await keeper.runNow()
  await keeper.stop()
  await device.deps.proof_log.caughtUp()
  updateAllStays(db)
  const gone = { event_type: 3, by: '' }
  expect(await call('stay_detail', { uuid: entry })).toMatchObject({
    end_ms: null,
    lost_exit: true,
    gone: [{ event_type: 2, by: '' }, gone],
  })
  expect(await call('parking_event_detail', { uuid: entry })).toMatchObject({ session: { lost_exit: true } })
  for (const [at, page] of (await pages()).entries()) {
    expect(page).toContain(
      ['没有记录（原有的出场已被删除，见下）', '沒有紀錄（原有的出場已被刪除，見下）'][at],
    )
    expect(page).toMatch(
      [/已于 [^，]*被删除，操作人：设备，按保留规则/, /已於 [^，]*被刪除，操作者：裝置，依保留規則/][at]!,
    )
    expect(page).not.toMatch(/尚未出[场場]|到(导|匯)出(时|時)为?為?止）/)
  }
  // An exit that a user withdrew never counted, also after it was deleted.
  const other = await see(10, { plate_number: '粤B33333', lot_no: 'A02' })
  const wrong = await see(10, { event_type: 3, plate_number: '粤B33333', lot_no: 'A02' })
  await call('check_parking_event', { uuid: wrong, verdict: 'discarded', reason: '误识别', seen_checks: 0 })
  await call('delete_parking_event', { list: [wrong] })
  updateAllStays(db)
  expect(await call('stay_detail', { uuid: other })).toMatchObject({
    lost_exit: false,
    gone: [{ event_type: 3, by: 'admin' }],
  })
})
