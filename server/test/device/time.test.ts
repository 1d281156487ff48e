/**
 * The clock (spec §3 "Time"): the real adapter on a simulated machine, with a real time server on loopback.
 * Long because each setting has its own failures.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMachine, type Machine } from '@parking/sim/os/machine.ts'
import { startTimeServer, type TimeServer } from '@parking/sim/peers/time-server.ts'
import { momentOf } from '#src/adapters/system/systemd-clock.ts'
import { followBoxZone } from '#src/device/time.ts'
import { stampOf } from '#src/core/stamp.ts'
import { momentIn, stampIn } from '#src/core/zone.ts'
import { openDevice, type Device } from '../device.ts'

let [folder, token, zone] = ['', '', process.env['TZ']]
let box: Device
let machine: Machine
let server: TimeServer
beforeEach(async () => {
  zone = process.env['TZ']
  folder = mkdtempSync(join(tmpdir(), 'parking-time-'))
  mkdirSync(join(folder, 'data'))
  server = await startTimeServer()
  machine = await startMachine({
    folder: join(folder, 'machine'),
    requests: join(folder, 'data', 'root'),
    ntp_server: server.address,
  })
  box = await openDevice({
    folder: join(folder, 'data'),
    programs: machine.env.PARKING_PROGRAMS,
    helper_results: machine.env.PARKING_HELPER_RESULTS,
  })
  token = await box.tokenOf('admin')
})
afterEach(async () => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  await box.close()
  await Promise.all([machine.stop(), server.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const read = async () => (await box.call('time_para', {}, token)).data
const off = () => box.call('set_ntp', { ntp_enabled: false, ntp_server: server.address }, token)
const minutes_apart = (a: string, b: string) =>
  Math.abs(Date.parse(`${a.replace(' ', 'T')}Z`) - Date.parse(`${b.replace(' ', 'T')}Z`)) / 60_000
const changed = () =>
  machine.log
    .filter(({ program, args }) => program === 'timedatectl' && args.some((arg) => arg.startsWith('set-')))
    .map(({ args }) => args.slice(1).join(' '))

describe('reading', () => {
  test('reads the clock, its zone, its time server and whether it is synchronized', async () => {
    await machine.clock.follow()
    const time = await read()
    expect(time).toMatchObject({ time_zone: 'Asia/Shanghai', ntp_enabled: true, synchronized: true })
    expect(Math.abs(time.current_ms! - Date.now())).toBeLessThan(60_000)
    expect(minutes_apart(time.current_time, stampIn(Date.now(), 'Asia/Shanghai'))).toBeLessThan(1)
    expect(time).not.toHaveProperty('open_sessions') // the analysis application is not connected
  })

  test('a dead time server: not synchronized, and the page still loads', async () => {
    server.behaviour = 'silent'
    await machine.clock.follow()
    expect(await read()).toMatchObject({ ntp_enabled: true, synchronized: false })
  })

  test('a box without timedatectl says that the clock is not supported', async () => {
    machine.installed('timedatectl', false)
    expect(await box.call('time_para', {}, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'unsupported' },
    })
    expect(await box.call('set_time', { time: '2026-11-21 08:30:00' }, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'unsupported' },
    })
  })

  test("reads timedatectl's output in the box's zone, also in the repeated hour in autumn", () => {
    const reported = Date.UTC(2026, 10, 21, 4, 41, 33)
    expect(momentOf('Sat 2026-11-21 12:41:33 CST', 'Asia/Shanghai', 0)).toBe(reported)
    expect(momentOf('Fri 2026-11-20 22:41:33 CST', 'America/Chicago', 0)).toBe(reported)
    expect(momentOf('Sat 2026-11-21 04:41:33 UTC', 'UTC', 0)).toBe(reported)
    expect(momentOf('Sat 2026-11-21 12:41:33 +08', 'Asia/Singapore', reported + 700)).toBe(reported + 700)
    for (const ms of [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)])
      expect(momentIn(stampIn(ms, 'Europe/Berlin'), 'Europe/Berlin', ms)).toBe(ms)
    expect(momentIn('2026-03-29 02:30:00', 'Europe/Berlin', 0)).toBe(Date.UTC(2026, 2, 29, 1, 30))
  })
})

describe('setting', () => {
  test('the zone applies to all timestamps at once, and the audit has both values', async () => {
    await read()
    expect(await box.call('set_time', { time_zone: 'Asia/Tokyo' }, token)).toMatchObject({
      code: code.success,
    })
    expect(await read()).toMatchObject({ time_zone: 'Asia/Tokyo' })
    expect(stampOf(Date.UTC(2026, 10, 21))).toBe('2026-11-21 09:00:00')
    box.deps.log_writer.flush()
    const { list } = (await box.call('log', { type: 2, page: 1, page_size: 10 }, token)).data
    expect(list.find(({ audit }) => audit?.call === 'set_time')?.audit).toMatchObject({
      before: { time_zone: 'Asia/Shanghai' },
      after: { time_zone: 'Asia/Tokyo' },
    })
  })

  test.each([['Mars/Olympus'], ['asia/shanghai'], ['-h'], ['../etc/passwd'], ['Asia/Shanghai; reboot']])(
    '%s is not a zone, and nothing changes',
    async (time_zone) => {
      expect(await box.call('set_time', { time_zone }, token)).toMatchObject({
        code: code.format_error,
        data: [{ field: 'time_zone', issue: 'time_zone' }],
      })
      expect(await read()).toMatchObject({ time_zone: 'Asia/Shanghai' })
    },
  )

  test('refuses to set the time while NTP is on, and leaves the zone unchanged', async () => {
    const answer = await box.call('set_time', { time: '2026-11-21 08:30:00', time_zone: 'Asia/Tokyo' }, token)
    expect(answer).toMatchObject({ code: code.failed, data: { reason: 'ntp_on' } })
    expect(changed()).toEqual([])
  })

  test('with NTP off: zone first, then the time in the new zone', async () => {
    await off()
    expect(
      await box.call('set_time', { time: '2030-01-02 03:04:05', time_zone: 'Asia/Tokyo' }, token),
    ).toMatchObject({ code: code.success })
    const time = await read()
    expect(minutes_apart(time.current_time, '2030-01-02 03:04:05')).toBeLessThan(1)
    expect(Math.abs(time.current_ms! - Date.UTC(2030, 0, 1, 18, 4, 5))).toBeLessThan(60_000)
    box.deps.log_writer.flush()
    expect(box.logged()).toContain('"what":"clock_set"')
  })

  test('restores the zone when the system refuses the time', async () => {
    await off()
    machine.clock.refuse('set-time', 'Failed to set time: Previous request is not finished, refusing.')
    const answer = await box.call('set_time', { time: '2030-01-02 03:04:05', time_zone: 'Asia/Tokyo' }, token)
    expect(answer).toMatchObject({
      code: code.failed,
      data: {
        reason: 'program_failed',
        detail: 'Failed to set time: Previous request is not finished, refusing.',
      },
    })
    expect(await read()).toMatchObject({ time_zone: 'Asia/Shanghai' })
    expect(changed()).toEqual([
      'set-ntp false',
      'set-timezone Asia/Tokyo',
      'set-time 2030-01-02 03:04:05',
      'set-timezone Asia/Shanghai',
    ])
  })

  test("a server uses the box's zone from the start, unless the environment names one", async () => {
    const [found, named]: NodeJS.ProcessEnv[] = [{}, { TZ: 'Europe/Berlin' }]
    await followBoxZone(box.deps, found)
    await followBoxZone(box.deps, named)
    expect([found!['TZ'], named!['TZ']]).toEqual(['Asia/Shanghai', 'Europe/Berlin'])
    machine.installed('timedatectl', false)
    const left: NodeJS.ProcessEnv = {}
    await followBoxZone(box.deps, left)
    expect(left).toEqual({})
  })

  test('is allowed only to administrators', async () => {
    for (const role of ['operator', 'viewer'] as const)
      expect(await box.call('set_time', { time_zone: 'UTC' }, await box.tokenOf(role))).toMatchObject({
        code: code.permission_denied,
      })
  })
})

describe('the time server', () => {
  test('is queried for offset, delay and stratum, relative to the clock of the box', async () => {
    server.offset_ms = 3_600_000
    server.stratum = 3
    const { data } = await box.call('test_ntp', { ntp_server: server.address }, token)
    expect(data.stratum).toBe(3)
    expect(Math.abs(data.offset_ms - 3_600_000)).toBeLessThan(60_000)
    await off()
    await box.call('set_time', { time: stampIn(Date.now() + 7_200_000, 'Asia/Shanghai') }, token)
    expect(
      Math.abs(
        (await box.call('test_ntp', { ntp_server: server.address }, token)).data.offset_ms + 3_600_000,
      ),
    ).toBeLessThan(60_000)
  })

  test('that is dead, refuses or is not synchronized: reports the reason', async () => {
    server.behaviour = 'kiss'
    expect(await box.call('test_ntp', { ntp_server: server.address }, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'turned_away', detail: 'RATE' },
    })
    server.behaviour = 'unsynchronized'
    expect(await box.call('test_ntp', { ntp_server: server.address }, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'not_synchronized' },
    })
    server.behaviour = 'silent'
    expect(await box.call('test_ntp', { ntp_server: server.address }, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'timeout' },
    })
    expect(await box.call('test_ntp', { ntp_server: '127.0.0.1:1' }, token)).toMatchObject({
      code: code.failed,
      data: { reason: 'unreachable' },
    })
  })

  test('may not be a forbidden address', async () => {
    expect(await box.call('test_ntp', { ntp_server: '169.254.169.254' }, token)).toMatchObject({
      code: code.format_error,
      data: [{ field: 'ntp_server', issue: 'url_forbidden' }],
    })
    expect(
      await box.call('set_ntp', { ntp_enabled: true, ntp_server: '169.254.169.254' }, token),
    ).toMatchObject({ code: code.format_error })
    for (const ntp_server of ['', 'a b', '$(reboot)', 'host:0', 'host:70000', '-h', 'http://x']) {
      expect(await box.call('test_ntp', { ntp_server }, token)).toMatchObject({
        code: code.format_error,
        data: [{ field: 'ntp_server' }],
      })
    }
  })

  test('is stored even while it does not answer, and followed once it does', async () => {
    const other = await startTimeServer()
    Object.assign(other, { behaviour: 'silent', offset_ms: 86_400_000 })
    expect(await box.call('set_ntp', { ntp_enabled: true, ntp_server: other.address }, token)).toMatchObject({
      code: code.success,
    })
    expect(await read()).toMatchObject({ ntp_enabled: true, ntp_server: other.address, synchronized: false })
    other.behaviour = 'answers'
    await machine.clock.follow()
    const time = await read()
    expect(time.synchronized).toBe(true)
    expect(Math.abs(time.current_ms! - Date.now() - 86_400_000)).toBeLessThan(60_000)
    await other.stop()
  })

  test('while NTP is off the page still names the server; empty means the system defaults', async () => {
    await off()
    expect(await read()).toMatchObject({
      ntp_enabled: false,
      ntp_server: server.address,
      synchronized: false,
    })
    expect(await box.call('set_ntp', { ntp_enabled: true, ntp_server: '' }, token)).toMatchObject({
      code: code.success,
    })
    expect(await read()).toMatchObject({ ntp_enabled: true, ntp_server: '2.debian.pool.ntp.org' })
  })

  test('systemd-timesyncd: accepts a host, refuses a port on its field and changes nothing', async () => {
    machine.clock.service = 'timesyncd'
    expect(
      await box.call('set_ntp', { ntp_enabled: false, ntp_server: 'ntp.example.com:1123' }, token),
    ).toMatchObject({ code: code.format_error, data: [{ field: 'ntp_server', issue: 'host' }] })
    expect(changed()).toEqual([])
    expect(
      await box.call('set_ntp', { ntp_enabled: true, ntp_server: 'ntp.example.com' }, token),
    ).toMatchObject({ code: code.success })
    expect(await read()).toMatchObject({ ntp_enabled: true, ntp_server: 'ntp.example.com' })
  })

  test('a box without an NTP service says so, and a failed helper changes nothing', async () => {
    await off()
    machine.clock.service = 'none'
    expect(
      await box.call('set_ntp', { ntp_enabled: true, ntp_server: 'ntp.example.com' }, token),
    ).toMatchObject({ code: code.failed, data: { reason: 'unsupported' } })
    machine.clock.service = 'chrony'
    machine.clock.refuse('ntp-server', 'chronyd is not there')
    expect(
      await box.call('set_ntp', { ntp_enabled: true, ntp_server: 'ntp.example.com' }, token),
    ).toMatchObject({ code: code.failed, data: { reason: 'program_failed', detail: 'chronyd is not there' } })
    expect(await read()).toMatchObject({ ntp_enabled: false, ntp_server: server.address })
  })
})
