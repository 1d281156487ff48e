/**
 * Every row of the table of quirks (sim/src/peers/camera/quirks) through all that the device does with a
 * camera, each answer compared with the row. What the console calls online, the analysis program can open.
 * Long because all of a row is one test.
 */
import { expect, test } from 'vitest'
import type { Body } from '@parking/contract'
import { openSource } from '@parking/analysis/sources/open-source.ts'
import { wsDiscovery } from '#src/adapters/camera/ws-discovery.ts'
import { ffmpegVideo } from '#src/adapters/video/ffmpeg-video.ts'
import { rtspRelays } from '#src/adapters/video/rtsp-relays.ts'
import { sharedStreams } from '#src/adapters/video/shared-streams.ts'
import { analysisConfig } from '#src/analysis/config.ts'
import { started } from '#src/core/part.ts'
import { zoneOfProcess } from '#src/core/stamp.ts'
import { offsetAt } from '#src/core/zone.ts'
import { createCameraChanges } from '#src/workers/camera-changes.ts'
import { createCameraWatch } from '#src/workers/camera-watch.ts'
import type { CameraOptions } from '@parking/sim/peers/camera/camera-options.ts'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { startDiscovery } from '@parking/sim/peers/camera/discovery.ts'
import type { Quirk } from '@parking/sim/peers/camera/quirks/quirk.ts'
import { quirks } from '@parking/sim/peers/camera/quirks/table.ts'
import { borrowFfmpeg, ffmpegFolder } from '../debian.ts'
import { openDevice, patient_cameras, type Device } from '../device.ts'
import { plainJpeg } from '../plain-jpeg.ts'
import { until } from '../until.ts'

const programs = await ffmpegFolder()
// The analysis program looks for it on the path.
await borrowFfmpeg()
const jpeg = await plainJpeg(640, 360)
const password = 'Street#2026'
/** Runs when the test has ended, the last one first. Each row has its own: the rows run side by side. */
type OnEnd = (end: () => Promise<unknown> | void) => void

async function peerOf(
  { peer: { fault = 'none', clock_ms = 0, ...options } }: Quirk,
  shown: Pick<CameraOptions, 'frame'>,
  onEnd: OnEnd,
): Promise<Camera> {
  const camera = await startCamera({
    name: 'East',
    model: 'SL-B4216',
    serial: 'SN-0001',
    password,
    ...options,
    frame: (aim, source) => shown.frame(aim, source),
  })
  onEnd(camera.stop)
  camera.setFault(fault)
  camera.setClockOffset(clock_ms)
  return camera
}

/** What a call answers, from the values of a row: an address is given by its beginning or its end. */
const like = (values: object): object =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (typeof value === 'number' && /(^|_)offset_ms$/.test(field)) {
        const zone_ms = field === 'picture_clock_offset_ms' ? offsetAt(Date.now(), zoneOfProcess()) : 0
        return [field, expect.closeTo(value - zone_ms, -4)] // five seconds
      }
      const isPart = typeof value === 'string' && /^(stream|frame)_url|^camera_sn$/.test(field)
      if (!isPart || value === '') return [field, value]
      const whole = value.replaceAll(/[.?/]/g, '\\$&')
      return [field, expect.stringMatching(new RegExp(/^[/?]/.test(value) ? `${whole}$` : `^${whole}`))]
    }),
  )

/** The calls that try and add the camera of a row, by ONVIF or by the addresses of the row. */
function callsOf({ typed, form = {} }: Quirk, camera: Camera, device: Device, token: string) {
  const account = { username: camera.username, password, ...form }
  if (typed === undefined) {
    const body: Body<'try_onvif_camera'> = { ipv4: '127.0.0.1', onvif_port: camera.port, ...account }
    return {
      tryIt: () => device.call('try_onvif_camera', body, token),
      // As the console does it: with the source that was offered.
      add: (source: object) =>
        device.call('add_onvif_camera', { camera_name: 'East', ...body, ...source }, token),
    }
  }
  const addresses = { stream_url_main: '', stream_url_sub: '', frame_url: '', ...typed(camera) }
  const body: Body<'try_common_camera'> = { ...addresses, ...account }
  return {
    tryIt: () => device.call('try_common_camera', body, token),
    add: () => device.call('add_common_camera', { camera_name: 'East', ...body }, token),
  }
}

/** The device of a row: with ffmpeg if the row needs it, and with a discovery that hears its camera alone. */
async function deviceOf({ ffmpeg }: Quirk, camera: Camera, onEnd: OnEnd): Promise<Device> {
  const discovery = await startDiscovery(() => [camera], 0)
  onEnd(discovery.stop)
  const reach = { allow_loopback: true }
  const port = discovery.port ?? 0
  const streams = sharedStreams(reach)
  const device = await openDevice({
    camera_limits: patient_cameras,
    ports: {
      discovery: wsDiscovery({ ...reach, loopback_only: true, port, wait_ms: 1_000, quiet_ms: 300 }),
      stream_relay: rtspRelays(reach, streams),
      ...(ffmpeg && programs && { video: ffmpegVideo({ ...reach, programs, still_ms: 10_000, streams }) }),
    },
  })
  onEnd(device.close)
  device.deps.camera_relays.start()
  onEnd(() => device.deps.camera_relays.stop())
  return device
}

const expectUnasked = ({ outcome }: Quirk, { requests }: Camera): void =>
  expect(outcome.unasked?.filter((action) => action in requests) ?? []).toEqual([])

// A row waits for key frames and timeouts; it hardly computes.
for (const row of quirks)
  test.skipIf(row.ffmpeg === true && programs === undefined)(
    `${row.area}: ${row.id}`,
    // This failure is found by decoding, within the limit of a try.
    { concurrent: row.outcome.failed?.['reason'] !== 'picture_damaged' },
    async (context) => {
      const onEnd: OnEnd = (end) => context.onTestFinished(async () => void (await end()))
      const { outcome } = row
      const shown = { frame: row.peer.frame ?? (async () => jpeg) }
      const camera = await peerOf(row, shown, onEnd)
      const device = await deviceOf(row, camera, onEnd)
      const token = await device.tokenOf('admin')
      const { tryIt, add } = callsOf(row, camera, device, token)
      if (outcome.found) {
        const { list } = (await device.call('discover_cameras', {}, token)).data
        expect(list).toMatchObject(outcome.found)
      }
      const tried = await tryIt()
      if (outcome.failed) {
        const { code = 7000, ...data } = outcome.failed
        expect(tried).toMatchObject({ code, data })
        return expectUnasked(row, camera)
      }
      expect(tried).toMatchObject({ code: 0, data: like(outcome.report ?? {}) })
      const { source_token = '' } = tried.data as { source_token?: string }
      const added = await add(source_token === '' ? {} : { source_token })
      expect(added).toMatchObject({ code: 0 })
      const { camera_sn } = added.data
      device.wait(1_000)
      const watch = await started(createCameraWatch(device.deps, { every_ms: 50 }))
      await until(
        'the watch has looked',
        () => device.deps.looks.get(camera_sn)?.look_ms === device.deps.now(),
      )
      await watch.stop()
      const { list } = (await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data
      expect(list).toMatchObject([{ state: 1, ...like(outcome.camera ?? {}) }])
      if (outcome.camera?.['state'] === undefined) {
        expect(await device.call('snapshot', { camera_sn }, token)).toMatchObject({ code: 0 })
        await device.deps.camera_relays.prepare()
        const program = openSource(analysisConfig(device.deps).cameras[0]!, Date.now)
        onEnd(() => program.close())
        // The second picture proves that the stream goes on.
        for (const _ of [1, 2]) expect((await program.next()).jpeg.length).toBeGreaterThan(0)
        program.close()
      }
      if (row.typed === undefined) {
        const { data } = await device.call('sync_onvif_camera', { list: [camera_sn] }, token)
        expect(data.list).toMatchObject([{ message: 'success', code: 0, changes: [], ...outcome.synced }])
      }
      if (outcome.ptz) {
        const { code = 0, ...data } = outcome.ptz
        expect(await device.call('ptz_info', { camera_sn }, token)).toMatchObject({ code, data })
      }
      const granted = { code: 0 }
      for (const part of outcome.turned ?? []) {
        const velocity = part === 'Zoom' ? { pan: 0, tilt: 0, zoom: 0.5 } : { pan: 0.5, tilt: 0, zoom: 0 }
        const before = { aim: camera.aim(), stops: camera.requests['Stop'] ?? 0 }
        expect(await device.call('ptz_move', { camera_sn, ...velocity }, token)).toMatchObject(granted)
        const axis = part === 'Zoom' ? 'zoom' : 'pan'
        await until('it turns', () => camera.aim()[axis] > before.aim[axis])
        await until('the device stops it', () => (camera.requests['Stop'] ?? 0) > before.stops)
      }
      if (outcome.preset) {
        const { name, token: preset } = outcome.preset
        expect(await device.call('ptz_set_preset', { camera_sn, name }, token)).toMatchObject({
          ...granted,
          data: { preset },
        })
        for (const call of ['ptz_goto_preset', 'ptz_remove_preset'] as const)
          expect(await device.call(call, { camera_sn, preset }, token)).toMatchObject(granted)
      }
      if (outcome.clock_set) {
        const set = await device.call('set_camera_clock', { camera_sn }, token)
        expect(set).toMatchObject({
          ...outcome.clock_set,
          data: like(outcome.clock_set['data'] as object),
        })
      }
      if (row.later) {
        shown.frame = row.later
        expect(await device.call('snapshot', { camera_sn }, token)).toMatchObject(granted)
        await createCameraChanges(device.deps).runNow()
        const page = await device.call('list_cameras', { page: 1, page_size: 10 }, token)
        expect(page.data.list).toMatchObject([{ findings: outcome.changed }])
      }
      if (outcome.restarted)
        expect(await device.call('reboot_onvif_camera', { camera_sn }, token)).toMatchObject(
          outcome.restarted,
        )
      return expectUnasked(row, camera)
    },
  )

test('the table has a row for each id, with a report of users', () => {
  expect(new Set(quirks.map(({ id }) => id)).size).toBe(quirks.length)
  for (const { id, reports } of quirks) {
    expect(id).toMatch(/^[a-z0-9-]+$/)
    expect(reports.length).toBeGreaterThan(0)
    for (const report of reports) expect(report).toMatch(/^[\w.-]+\/[\w.-]+#\d+$/)
  }
})
