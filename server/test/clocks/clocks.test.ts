/**
 * The clock of the device, a camera or the platform is wrong, all on real sockets: the next measurement
 * identifies it, a camera's clock is corrected, and each event stores the known offsets. Long because all
 * share one camera and platform.
 */
import { alarm_limits, code } from '@parking/contract'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { find } from '@parking/sim/peers/camera/soap.ts'
import { startPlatform, type Platform } from '@parking/sim/peers/platform/platform.ts'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leavesOf } from '#src/proof/proof-log.store.ts'
import { ClockSetter } from '#src/clocks/clock-setter.ts'
import { createClockWatch } from '#src/workers/clock-watch.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { report } from '../proof/report.ts'

const password = 'Street#2026'
let [device, camera, platform]: [Device, Camera, Platform] = [] as never
let token: string
/** How far the device's own clock is ahead of this machine's, in ms. */
let shift = 0
beforeEach(async () => {
  shift = 0
  device = await openDevice({ ports: { now: () => Date.now() + shift } })
  token = await device.tokenOf('admin')
  const frame = sharp({ create: { width: 64, height: 48, channels: 3, background: '#446' } }).jpeg()
  const jpeg = await frame.toBuffer()
  camera = await startCamera({
    name: 'East',
    model: 'SL-1',
    serial: 'SN-0001',
    password,
    frame: async () => jpeg,
  })
  platform = await startPlatform()
  await device.call('update_platform_param', { operator_no: 'OP', ...platform.urls }, token)
  plantLots(device.deps.db)
  device.deps.db.run(
    `UPDATE camera SET ipv4 = '127.0.0.1', onvif_port = ?, onvif_supported = 1, username = 'admin',
       password = ?, state = 1`,
    [camera.port, device.deps.secrets.seal(password)],
  )
})
afterEach(async () => {
  await Promise.all([camera.stop(), platform.stop()])
  await device.close()
})

/** Expects that at most two polls identify exactly these clocks, with offsets correct to 0.15 s. */
async function named(kinds: string[], ms = 0) {
  const poll = async () => {
    await device.deps.clocks.poll()
    return device.deps.clocks.state.verdicts.filter(({ state }) => state !== 'agrees')
  }
  const first = await poll()
  const found = first.map(({ kind }) => kind).join() === kinds.join() ? first : await poll()
  return found.map(({ kind, state, off_ms }) => ({ kind, state, is_near: Math.abs(off_ms - ms) < 150 }))
}

test.each([0.2, -120])(
  'a clock that is %s s off is identified at camera, platform and device',
  async (seconds) => {
    const ms = seconds * 1000
    expect(await named([])).toEqual([])
    camera.setClockOffset(ms)
    expect(await named(['camera'], ms)).toEqual([{ kind: 'camera', state: 'off', is_near: true }])
    camera.setClockOffset(0)
    platform.clock.offset_ms = ms
    expect(await named(['platform'], ms)).toEqual([{ kind: 'platform', state: 'off', is_near: true }])
    platform.clock.offset_ms = 0
    shift = ms
    expect(await named(['device'], ms)).toEqual([{ kind: 'device', state: 'off', is_near: true }])
  },
)

test('a camera whose clock is off raises an alarm, and is corrected from the console', async () => {
  const { deps } = device
  camera.setClockOffset(42_000)
  const watch = createClockWatch(deps)
  await watch.runNow()
  const readings = () => deps.readings.all().filter(({ kind }) => kind === 'camera_clock')
  expect(readings()).toMatchObject([{ subject: 'SN-0001', level: 'bad' }])
  expect(readings()[0]!.facts['offset_ms']).toBeGreaterThan(41_800)
  const { list } = (await device.call('get_clocks', {}, token)).data
  expect(list.map(({ kind, state, by }) => [kind, state, by])).toEqual([
    ['device', 'agrees', null],
    ['platform', 'agrees', 'date'],
    ['camera', 'off', 'onvif'],
  ])
  const set = await device.call('set_camera_clock', { camera_sn: 'SN-0001' }, token)
  expect(set.code).toBe(code.success)
  expect(Math.abs(set.data.offset_ms!)).toBeLessThan(300)
  expect(readings()).toMatchObject([{ level: 'well' }])
  await watch.stop()
})

test('a camera that is set keeps its zone and its rule for summer', async () => {
  const sent: string[] = []
  const zone = 'CET-1CEST,M3.5.0,M10.5.0/3'
  const summer = await startCamera({
    name: 'West',
    model: 'SL-B4216',
    serial: 'SN-0001',
    password,
    frame: async () => Buffer.alloc(0),
    wire: {
      answers: {
        GetSystemDateAndTime: (content) =>
          content
            .replace(/<tt:TZ>.*?<\/tt:TZ>/, `<tt:TZ>${zone}</tt:TZ>`)
            .replace(/(<tt:DaylightSavings>)false/, '$1true'),
        SetSystemDateAndTime: (content, _, request) => {
          for (const name of ['TZ', 'DaylightSavings']) sent.push(find(request, name)?.text ?? 'none')
          return content
        },
      },
    },
  })
  device.deps.db.run('UPDATE camera SET onvif_port = ?', [summer.port])
  summer.setClockOffset(42_000)
  const set = await device.call('set_camera_clock', { camera_sn: 'SN-0001' }, token)
  await summer.stop()
  expect(set.code).toBe(code.success)
  expect(sent).toEqual([zone, 'true'])
})

test('a camera that refuses is reported; a device whose own clock is off sets no camera', async () => {
  const set = () => device.call('set_camera_clock', { camera_sn: 'SN-0001' }, token)
  camera.setFault('fixed_clock')
  expect(await set()).toMatchObject({ data: { reason: 'clock_refused' } })
  camera.setFault('none')
  await device.deps.clocks.poll()
  shift = -60_000
  await device.deps.clocks.poll()
  expect(await set()).toMatchObject({ data: { reason: 'clock_device_off' } })
  expect(camera.requests['SetSystemDateAndTime']).toBe(1)
  expect(await device.call('set_camera_clock', { camera_sn: 'none' }, token)).toMatchObject({
    code: code.not_found,
  })
})

test('an event stores how far device and camera were off, and the source of that knowledge', async () => {
  camera.setClockOffset(1_500)
  await device.deps.clocks.poll()
  const uuid = await report(device)
  await device.deps.proof_log.caughtUp()
  const [leaf] = leavesOf(device.deps.proof_log.reader(), uuid)
  const { clock, camera_clock } = JSON.parse(leaf!.body!) as Record<string, { offset_ms: number; by: string }>
  expect(clock).toMatchObject({ by: 'date' })
  expect(camera_clock).toMatchObject({ by: 'onvif' })
  expect(Math.abs(camera_clock!.offset_ms - 1_500)).toBeLessThan(300)
})

/** How often the device asked the camera to set its clock. */
const sets = () => camera.requests['SetSystemDateAndTime'] ?? 0
const allow = () => device.call('set_clock_rule', { set_cameras: true }, token)
/** Clocks that the last measurement found so far off that an alarm would remain. */
const stillWrong = () =>
  device.deps.clocks.state.verdicts.filter(
    ({ off_ms }) => Math.abs(off_ms) > alarm_limits.camera_clock_ms.well,
  )
const logged = (what: string) => {
  device.deps.log_writer.flush()
  return device.deps.db.all('SELECT 1 FROM log WHERE detail LIKE ?', [`%"${what}"%`]).length
}

test('if a user allows it, the device corrects a camera by itself, at most once an hour', async () => {
  let mono = 0
  const { deps } = device
  const watch = createClockWatch({ ...deps, clock_setter: new ClockSetter({ ...deps, mono: () => mono }) })
  camera.setClockOffset(42_000)
  await watch.runNow()
  expect(sets()).toBe(0) // off until a user turns it on
  expect((await allow()).code).toBe(code.success)
  await watch.runNow()
  expect([sets(), stillWrong(), logged('camera_clock_set')]).toEqual([1, [], 1])
  camera.setClockOffset(-9_000)
  await watch.runNow()
  expect(sets()).toBe(1)
  mono += 3_600_000
  await watch.runNow()
  expect([sets(), stillWrong()]).toEqual([2, []])
  await watch.stop()
})

test('a camera that refuses gets only one request, and the page shows the reason', async () => {
  const { deps } = device
  const watch = createClockWatch(deps)
  await allow()
  camera.setFault('fixed_clock')
  camera.setClockOffset(42_000)
  await watch.runNow()
  await watch.runNow()
  expect([sets(), logged('camera_clock_left')]).toEqual([1, 1])
  const { list, set_cameras } = (await device.call('get_clocks', {}, token)).data
  expect([list.find(({ kind }) => kind === 'camera')?.left, set_cameras]).toEqual(['refused', true])
  await watch.stop()
})

test('a device whose own clock is unconfirmed corrects no camera', async () => {
  const watch = createClockWatch(device.deps)
  await allow()
  await device.call(
    'update_platform_param',
    { operator_no: 'OP', ...platform.urls, device_hb_url: '' },
    token,
  )
  camera.setClockOffset(42_000)
  await watch.runNow()
  expect(sets()).toBe(0)
  await watch.stop()
})
