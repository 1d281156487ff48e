/** The calls of the areas device, system and utils over the wire. Long because each call is tested here. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { code } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectProvision } from '#src/device/provision-progress.store.ts'
import { provision, readProvision } from '#src/provision.ts'
import { thinned } from '#src/system/vitals/vitals.ts'
import type { Reading } from '#src/system/vitals/vitals.store.ts'
import { openDevice, type Device } from '../device.ts'

let device: Device
let token: string
beforeEach(async () => {
  device = await openDevice()
  token = await device.tokenOf('admin')
})
afterEach(() => device.close())

describe('device', () => {
  test('name and address survive a restart, and other parts are notified', async () => {
    let reported = 0
    device.deps.bus.subscribe('config', () => void reported++)
    const address = {
      province: '广东省',
      city: '深圳市',
      district: '南山区',
      detail_address: '深南大道 9988 号',
      longitude: 113.94386,
      latitude: 22.54023,
    }
    expect((await device.call('get_address', {}, token)).data).toEqual({
      province: '',
      city: '',
      district: '',
      detail_address: '',
      longitude: null,
      latitude: null,
    })
    for (const name of ['a\nb', 'a\tb', 'a\u2028b', 'a\u0085', 'a\u0000'])
      expect((await device.call('set_basic_info', { name }, token)).data).toMatchObject([
        { field: 'name', issue: 'control_character' },
      ])
    expect((await device.call('set_basic_info', { name: '深南大道-01' }, token)).code).toBe(code.success)
    expect((await device.call('set_address', address, token)).code).toBe(code.success)
    expect(reported).toBe(2)
    device = await device.restart()
    expect((await device.call('get_address', {}, token)).data).toEqual(address)
    expect((await device.call('get_basic_info', {}, token)).data).toMatchObject({
      name: '深南大道-01',
      version: '0.0.0-test',
      host_name: expect.any(String),
    })
  })

  test('a box without a serial number keeps one generated serial number', async () => {
    const before = (await device.call('get_basic_info', {}, token)).data
    expect(before.host_sn).not.toBe('')
    expect(before.hardware_id).toMatch(/^[0-9a-f]{32}$/)
    device = await device.restart()
    expect((await device.call('get_basic_info', {}, token)).data).toMatchObject({
      host_sn: before.host_sn,
      hardware_id: before.hardware_id,
    })
  })
})

describe('system', () => {
  test('reads the memory of the box and records its history', async () => {
    for (let i = 0; i < 3; i++) {
      await device.deps.history.sample()
      device.wait(30_000)
    }
    const { data } = await device.call('system_status', {}, token)
    expect(data.memory_total).toBeGreaterThan(data.memory_used)
    expect(data.memory).toBeCloseTo((data.memory_used / data.memory_total) * 100, 0)
    expect(data.history).toHaveLength(3)
    expect(data.history[1]![0] - data.history[0]![0]).toBe(30_000)
  })

  test('a day of readings is reduced to 120 points and survives a restart', async () => {
    for (let i = 0; i < 2880; i++) {
      await device.deps.history.sample()
      device.wait(30_000)
    }
    const points = device.deps.history.points()
    expect(points.length).toBeLessThanOrEqual(120)
    expect(points.length).toBeGreaterThan(100)
    expect(points.map(([at]) => at)).toEqual(points.map(([at]) => at).toSorted((a, b) => a - b))
    const { total } = device.deps.db.get<{ total: number }>('SELECT count(*) AS total FROM vitals')!
    expect(total).toBeLessThanOrEqual(289)
    device = await device.restart()
    expect(device.deps.history.points().length).toBeGreaterThan(100)
  })

  test('thinning keeps the mean, and null where there is no sensor', () => {
    const readings = Array.from({ length: 1000 }, (_, i): Reading => [i * 1000, i % 10, i < 500 ? null : 40])
    const points = thinned(readings, 120)
    expect(points.length).toBeLessThanOrEqual(120)
    expect(points.reduce((sum, [, memory]) => sum + memory, 0) / points.length).toBeCloseTo(4.5, 0)
    expect([points[0]![2], points.at(-1)![2]]).toEqual([null, 40])
    expect(thinned([], 120)).toEqual([])
  })

  test('reports the time of the last start', async () => {
    const { data } = await device.call('reboot_time', {}, token)
    expect(data.reboot_time).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(data.run_time).toBeGreaterThanOrEqual(0)
  })
})

describe('utils', () => {
  test('ping identifies this start of the server', async () => {
    const before = (await device.call('ping', {})).data.boot_id
    expect((await device.call('ping', {})).data.boot_id).toBe(before)
    device.wait(1)
    device = await device.restart()
    expect((await device.call('ping', {})).data.boot_id).not.toBe(before)
  })

  test('pages the template list to its end and beyond', async () => {
    const page = async (at: number) => (await device.call('getList', { page: at, page_size: 20 }, token)).data
    const pages = [await page(1), await page(2), await page(3), await page(4), await page(5)]
    expect(pages.map((one) => [one.total, one.list.length])).toEqual([
      [64, 20],
      [64, 20],
      [64, 20],
      [64, 4],
      [64, 0],
    ])
    expect(new Set(pages.flatMap((one) => one.list.map((row) => row.id))).size).toBe(64)
  })
})

test('an unsupported call is reported after permission and body have been checked', async () => {
  expect(await device.call('set_dns', { dns_main: '192.0.2.53', dns_sub: '' }, token)).toMatchObject({
    code: code.failed,
    data: { reason: 'unsupported' },
  })
  expect((await device.call('set_dns', { dns_main: '192.0.2.999', dns_sub: '' }, token)).data).toEqual([
    { field: 'dns_main', issue: 'ipv4' },
  ])
})

describe('provisioning', () => {
  const items = [
    { path: '/api/device/set_basic_info', body: { name: '深南大道-01' } },
    { path: '/api/no/such', body: {} },
    { path: '/api/device/set_address', body: { longitude: 999 } },
    { path: '/api/parking/update_platform_param', body: { operator_no: 'OP-1' } },
  ]
  const nameOf = async () => (await device.call('get_basic_info', {}, token)).data.name

  test('is applied once to a new database; a failed item is logged and the rest is applied', async () => {
    await provision(device.deps, items)
    expect(await nameOf()).toBe('')
    expectProvision(device.deps)
    await provision(device.deps, items)
    expect(await nameOf()).toBe('深南大道-01')
    expect(device.logged()).toContain('"code":1000')
    expect(device.logged()).toContain('unknown call')
    expect((await device.call('get_platform_param', {}, token)).data.operator_no).toBe('OP-1')
    await device.call('set_basic_info', { name: 'changed' }, token)
    await provision(device.deps, items)
    expect(await nameOf()).toBe('changed')
  })

  test('continues after an interruption', async () => {
    expectProvision(device.deps)
    const stopped = new AbortController()
    device.deps.bus.subscribe('config', () => stopped.abort())
    await provision(device.deps, items, { signal: stopped.signal })
    await device.call('set_basic_info', { name: 'changed' }, token)
    await provision(device.deps, items)
    expect(await nameOf()).toBe('changed')
    expect((await device.call('get_platform_param', {}, token)).data.operator_no).toBe('OP-1')
  })

  test('is read from the environment or from a file', () => {
    const file = join(device.folder, 'provision.json')
    writeFileSync(file, JSON.stringify(items))
    expect(readProvision(file)).toEqual(items)
    expect(readProvision(JSON.stringify(items))).toEqual(items)
    expect(() => readProvision('{}')).toThrow(/^PARKING_PROVISION/)
    expect(() => readProvision(join(device.folder, 'nothing.json'))).toThrow(
      /^PARKING_PROVISION cannot be read/,
    )
  })
})

describe('media', () => {
  const get = (url: string) => device.app.inject(url)
  beforeEach(() => {
    mkdirSync(join(device.folder, 'media', '2026'), { recursive: true })
    writeFileSync(join(device.folder, 'media', '2026', '车 1.jpg'), 'a picture')
  })

  test('serves a picture only by its signed address, and only for a limited time', async () => {
    const address = await device.mediaAddress('2026/车 1.jpg')
    const answer = await get(address)
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
      200,
      'a picture',
      'image/jpeg',
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await get(address.replace(/sign=.{5}/, 'sign=AAAAA'))).statusCode).toBe(404)
    expect((await get(address.replace(/until=\d/, 'until=9'))).statusCode).toBe(404)
    expect((await get(address.split('?')[0]!)).statusCode).toBe(404)
    device.wait(3_600_000)
    expect(await get(address).then((late) => [late.statusCode, late.json().code])).toEqual([
      404,
      code.not_found,
    ])
  })

  test('an address stays the same while a list is polled', () => {
    const at = Math.ceil(device.deps.now() / 600_000) * 600_000
    expect(device.deps.media.address('a.jpg', at - 599_000)).toBe(device.deps.media.address('a.jpg', at))
  })

  test('serves nothing outside the folder, even with a signature', async () => {
    for (const path of ['../secret.key', '2026/../../secret.key', '..', '/etc/passwd', '2026']) {
      const { statusCode, body } = await get(await device.mediaAddress(path))
      expect([path, statusCode, body.includes('root:')]).toEqual([path, 404, false])
    }
  })
})
