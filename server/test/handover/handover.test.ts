/**
 * The state of the installation and the handover sheet, on a device with a machine, peers and a real picture.
 * Long because both need the same device.
 */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code, event_status, handover_tests, type InstallStep } from '@parking/contract'
import { startMachine, type Machine } from '@parking/sim/os/machine.ts'
import { startDnsServer, type DnsServer } from '@parking/sim/peers/dns-server.ts'
import { startPlatform, type Platform } from '@parking/sim/peers/platform/platform.ts'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { httpPlatform } from '#src/adapters/http/http-platform.ts'
import { pingReach } from '#src/adapters/network/ping-reach.ts'
import { openPrograms } from '#src/adapters/system/program.ts'
import { setState } from '#src/camera/camera.store.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeAnswer, storeEvent } from '../events/event-device.ts'

const app_secret = 'street-app-secret'
const plate = '粤B12345'

let machine: Machine
let platform: Platform
let box: Device
let token: string
let dns: DnsServer
/** Time that a test adds to the real clock, which the platform compares with its own. */
let passed_ms = 0
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-'))
  machine = await startMachine({ folder: join(folder, 'machine'), requests: join(folder, 'root') })
  passed_ms = 0
  dns = await startDnsServer({ host: '127.77.0.53', names: { '2.debian.pool.ntp.org': '127.0.0.1' } })
  platform = await startPlatform({ appSecret: app_secret })
  const run = openPrograms(machine.env.PARKING_PROGRAMS)
  box = await openDevice({
    folder,
    programs: machine.env.PARKING_PROGRAMS,
    helper_results: machine.env.PARKING_HELPER_RESULTS,
    ports: {
      platform: httpPlatform({ allow_loopback: true, timeout_ms: 400 }),
      reach: pingReach(run, { dns_port: dns.port }),
      now: () => Date.now() + passed_ms,
    },
  })
  token = await box.tokenOf('operator')
})
afterEach(async () => {
  await Promise.all([machine.stop(), platform.stop(), dns.stop()])
  await box.close()
})

const state = async () => (await box.call('install_state', {}, token)).data
const step = async (wanted: InstallStep) => (await state()).steps.find((one) => one.step === wanted)
const run = async (name: (typeof handover_tests)[number]) => {
  const answer = await box.call('run_handover_test', { test: name }, token)
  expect(answer.code).toBe(code.success)
  return answer.data
}
const connectPlatform = async (fields: object = {}) =>
  expect(
    (
      await box.call(
        'update_platform_param',
        {
          operator_no: 'OP-1',
          extra_info: JSON.stringify({ app_secret }),
          auth_url: platform.urls.auth_url,
          device_init_url: platform.urls.device_init_url,
          data_url: platform.urls.data_url,
          ...fields,
        },
        await box.tokenOf('admin'),
      )
    ).code,
  ).toBe(code.success)

async function plantScene(): Promise<void> {
  const { db, media } = box.deps
  plantLots(db)
  setState(db, 'SN-0001', 1, '', box.deps.now())
  mkdirSync(join(media.folder, 'cameras/SN-0001'), { recursive: true })
  await sharp({ create: { width: 64, height: 48, channels: 3, background: '#456' } })
    .jpeg()
    .toFile(join(media.folder, 'cameras/SN-0001/drawn.jpg'))
  db.run("UPDATE scene SET ref_picture = 'cameras/SN-0001/drawn.jpg', update_ms = ?", [box.deps.now()])
}

function plantEvent(uuid: string, answered: boolean): void {
  const [event_ms, { db }] = [box.deps.now(), box.deps]
  storeEvent(db, event_ms, { uuid, plate_number: plate, confidence: 0.94 })
  const event_id = Number(db.get<{ id: number }>('SELECT max(event_id) AS id FROM event')?.id)
  if (answered)
    storeAnswer(db, event_id, event_ms, {
      status: event_status.sent,
      reason: 'accepted',
      response_info: 'ok',
      next_try_ms: 0,
    })
}

const sheet = async (language: 'zh' | 'tw' = 'zh', more = '') => {
  const { data } = await box.call('handover_sheet', { language }, token)
  const answer = await box.app.inject({ url: data.url + more })
  expect(answer.statusCode).toBe(200)
  return answer
}

describe('the state of the installation', () => {
  test('a new device: every step is open', async () => {
    expect((await state()).steps.map(({ step: name, state: how, lacks }) => [name, how, lacks])).toEqual([
      ['place', 'open', ['no_name', 'no_place']],
      ['network', 'open', ['untested']],
      ['time', 'open', expect.arrayContaining(['untested'])],
      ['cameras', 'open', ['no_cameras']],
      ['lots', 'open', ['no_cameras']],
      ['platform', 'open', ['no_platform']],
      ['storage', 'open', ['no_storage']],
      ['proof', 'open', ['no_event']],
      ['handover', 'open', ['untested']],
    ])
  })

  test('name and place are taken from the stored settings', async () => {
    await box.call('set_basic_info', { name: '深南大道-01' }, token)
    expect((await step('place'))?.lacks).toEqual(['no_place'])
    await box.call(
      'set_address',
      { province: '', city: '', district: '', detail_address: '', longitude: 113.9, latitude: 22.5 },
      token,
    )
    expect(await step('place')).toEqual({ step: 'place', state: 'done', lacks: [] })
  })

  test('a postponed step stays an open point until it is done', async () => {
    await box.call('put_off_step', { step: 'storage', put_off: true }, token)
    expect(await step('storage')).toEqual({ step: 'storage', state: 'skipped', lacks: ['no_storage'] })
    box = await box.restart()
    expect((await step('storage'))?.state).toBe('skipped')
    await box.call('put_off_step', { step: 'storage', put_off: false }, token)
    expect((await step('storage'))?.state).toBe('open')
  })

  test('network: done once its tests have passed, open again when one fails', async () => {
    for (const name of ['link', 'gateway', 'dns'] as const) await run(name)
    expect(await step('network')).toEqual({ step: 'network', state: 'done', lacks: [] })
    machine.network.carrier = false
    expect(await run('link')).toMatchObject({ result: 'failed', finding: 'no_cable' })
    expect((await step('network'))?.lacks).toEqual(['failed'])
  })

  test('platform: a result counts until the settings change', async () => {
    await connectPlatform()
    expect((await step('platform'))?.lacks).toEqual(['untested'])
    expect(await run('platform')).toMatchObject({ result: 'good', stale: false })
    expect((await step('platform'))?.state).toBe('done')
    await connectPlatform({ operator_no: 'OP-2' })
    expect((await state()).tests).toMatchObject([{ test: 'platform', stale: true }])
    expect((await step('platform'))?.lacks).toEqual(['untested'])
  })

  test('object storage: not set, then one that does not answer', async () => {
    expect(await run('object_storage')).toMatchObject({ result: 'skipped', finding: 'no_object_storage' })
    const set = {
      endpoint: 'http://127.0.0.1:9',
      username: 'kerb',
      password: 'x-secret-x',
      directory: 'bucket',
    }
    await box.call('update_storage_param', set, await box.tokenOf('admin'))
    expect(await run('object_storage')).toMatchObject({
      result: 'failed',
      finding: 'object_storage_failed',
      facts: { step: expect.any(String), reason: expect.any(String) },
    })
    expect((await step('storage'))?.lacks).toEqual(['failed'])
  })

  test('cameras, lots and the first car', async () => {
    await plantScene()
    expect((await step('cameras'))?.state).toBe('done')
    expect((await step('lots'))?.state).toBe('done')
    setState(box.deps.db, 'SN-0001', 0, 'reach', box.deps.now())
    expect((await step('cameras'))?.lacks).toEqual(['cameras_offline'])
    plantEvent('0f3b9b0e-0000-4000-8000-000000000001', false)
    expect((await step('proof'))?.lacks).toEqual(['not_answered'])
    box.deps.db.run('DELETE FROM event')
    plantEvent('0f3b9b0e-0000-4000-8000-000000000002', true)
    expect(await state()).toMatchObject({
      lots: 2,
      without_lots: 0,
      proof: { lot_no: 'A01', plate_number: plate, answered: true, confidence: 0.94 },
    })
    expect((await step('proof'))?.state).toBe('done')
    expect((await step('handover'))?.state).toBe('open')
    for (const name of handover_tests) await run(name)
    expect((await step('handover'))?.state).toBe('done')
  })
})

describe('the sheet', () => {
  test('the same state gives the same bytes; a changed state gives others', async () => {
    await plantScene()
    plantEvent('0f3b9b0e-0000-4000-8000-000000000003', true)
    await run('link')
    const [first, second] = [await sheet(), ((passed_ms = 3_600_000), await sheet())]
    expect(second.body).toBe(first.body)
    box = await box.restart()
    token = await box.tokenOf('operator')
    expect((await sheet()).body).toBe(first.body)
    await run('gateway')
    expect((await sheet()).body).not.toBe(first.body)
  })

  test('lists what is installed, tested and open, with the lots on the picture', async () => {
    await plantScene()
    await box.call('set_basic_info', { name: '深南 <01> & Co' }, token)
    await run('link')
    const { body, headers } = await sheet()
    const { host_sn } = (await box.call('get_basic_info', {}, token)).data
    for (const text of [
      host_sn,
      '深南 &lt;01&gt; &amp; Co',
      '127.77.0.10 / 255.255.255.0',
      '还有 7 个未完成项',
      '还没有填写详细地址或经纬度',
      '东门 1',
      'P-1',
      'data:image/jpeg;base64,',
      '<polygon class="lot"',
      '>A01</text>',
      '未测试',
    ])
      expect(body).toContain(text)
    expect(body).not.toMatch(/<script|src="http|href="http|url\(/)
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'sha256-/)
    expect(headers['content-disposition']).toBeUndefined()
    expect((await sheet('tw', '&download=1')).headers['content-disposition']).toContain('.html')
  })

  test('in Traditional Chinese for Taiwan', async () => {
    const { body } = await sheet('tw')
    expect(body).toContain('<html lang="zh-TW">')
    expect(body).toContain('停車邊緣裝置交接單')
    expect(body).toContain('沒有新增攝影機')
  })

  test('contains no secret, no plate and no text from a peer', async () => {
    await plantScene()
    await connectPlatform({ extra_info: JSON.stringify({ app_secret: 'not-the-secret' }) })
    const storage = {
      endpoint: 'http://127.0.0.1:9',
      username: 'kerb',
      password: 'x-secret-x',
      directory: 'b',
    }
    await box.call('update_storage_param', storage, await box.tokenOf('admin'))
    for (const name of handover_tests) await run(name)
    plantEvent('0f3b9b0e-0000-4000-8000-000000000004', true)
    const { body } = await sheet()
    for (const hidden of ['not-the-secret', 'x-secret-x', plate, token]) expect(body).not.toContain(hidden)
  })

  test('its address expires and belongs to its session', async () => {
    const { data } = await box.call('handover_sheet', { language: 'zh' }, token)
    expect((await box.app.inject({ url: data.url.replace('/zh', '/tw') })).statusCode).toBe(404)
    expect((await box.app.inject({ url: data.url.replace(/sign=./, 'sign=_') })).statusCode).toBe(404)
    expect((await box.app.inject({ url: '/media/handover/zh' })).statusCode).toBe(404)
    passed_ms = 11 * 60_000
    expect((await box.app.inject({ url: data.url })).statusCode).toBe(404)
    const again = await box.call('handover_sheet', { language: 'zh' }, token)
    await box.call('logout', {}, token)
    expect((await box.app.inject({ url: again.data.url })).statusCode).toBe(404)
  })
})
