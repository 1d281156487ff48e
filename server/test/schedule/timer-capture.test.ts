/**
 * Timer pictures by the device's own clock: real cameras, one dead and one hanging, and an application that
 * reports the lots. Long because all tests share these.
 */
import { started } from '#src/core/part.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { insertCamera } from '#src/camera/camera.store.ts'
import { saveScene } from '#src/camera/scene.store.ts'
import { createTimerCapture, type TimerCapture } from '#src/workers/timer-capture.ts'
import { createWorkers } from '#src/workers.ts'
import { cameraRow } from '../camera/camera-row.ts'
import { openDevice, type Device } from '../device.ts'
import { newEvent, startApplication } from '../events/event-application.ts'
import { until } from '../until.ts'
import { plainJpeg } from '../plain-jpeg.ts'
import { knownLot } from '../events/event-device.ts'

let device: Device
let timer: TimerCapture
let cameras: Camera[]
let taken = 0

const minute = 60_000
const start = Date.UTC(2026, 10, 23, 1, 0, 30)

beforeEach(async () => {
  device = await openDevice({ now: start })
  taken = 0
  cameras = []
  for (const [n, scenes] of [
    [1, ['s1', 's2']],
    [2, ['s3']],
    [3, ['s4']],
  ] as const) {
    const frame = async () => plainJpeg(64, 48, { r: ++taken, g: n, b: 99 })
    const camera = await startCamera({ name: `c${n}`, model: 'm', serial: `SN-${n}`, password: 'x', frame })
    cameras.push(camera)
    insertCamera(
      device.deps.db,
      cameraRow({
        camera_sn: `SN-${n}`,
        camera_name: `c${n}`,
        ipv4: '127.0.0.1',
        onvif_port: camera.port,
        onvif_supported: 1,
        width: 64,
        height: 48,
        frame_url: `http://127.0.0.1:${camera.port}/snapshot.jpg`,
        state: 1,
      }),
    )
    device.deps.db.run('UPDATE camera SET username = ?, password = ? WHERE camera_sn = ?', [
      'admin',
      device.deps.secrets.seal('x'),
      `SN-${n}`,
    ])
    for (const scene_id of scenes) {
      const row = {
        scene_id,
        camera_sn: `SN-${n}`,
        scene_type: 0 as const,
        enabled: 1 as const,
        parking_no: 'P-1',
        direction: 5 as const,
        ref_width: 64,
        ref_height: 48,
        feature: null,
        focus: null,
        ref_picture: '',
        update_ms: 0,
      }
      saveScene(
        device.deps.db,
        row,
        ['1', '2'].map((lot) => knownLot(`${scene_id}-${lot}`)),
      )
    }
  }
  begin()
})
afterEach(async () => {
  await timer.stop()
  for (const camera of cameras) await camera.stop()
  await device.close()
})

const begin = (picture_ms = 2_000) => {
  timer = createTimerCapture(device.deps, { picture_ms })
  void timer.start()
  return timer
}
const setMode = async (timer_mode: 0 | 1 | 2 | 3 | 4 | 5, timer_seconds = 60) => {
  expect(
    (await device.call('update_alg_param', { timer_mode, timer_seconds }, await device.tokenOf('admin')))
      .code,
  ).toBe(0)
  await timer.runNow()
}
const pass = async (ms = minute) => {
  device.wait(ms)
  await timer.runNow()
}
const see = (plates: Record<string, string | null>) =>
  device.deps.lot_states.replace(
    Object.entries(plates).map(([lot_no, plate]) => ({
      scene_id: lot_no.slice(0, 2),
      lot_no,
      occupied: plate !== null,
      plate_number: plate ?? '',
      cover: 0.5,
    })),
    device.deps.now(),
  )
type Row = {
  event_id: number
  event_type: number
  event_ms: number
  lot_no: string
  plate_number: string
  plate_color: string
  uuid: string
}
const stored = (): Row[] =>
  device.deps.db.all<Row>(
    `SELECT event.*, lot_no FROM event JOIN place USING (place_id) WHERE event_type IN (4, 5, 6)
      ORDER BY event_ms, lot_no`,
  )
const shown = () =>
  stored().map(({ event_type, lot_no, plate_number }) => `${event_type} ${lot_no} ${plate_number}`)

test('timed mode: occupied lots at multiples of the interval, with one picture per camera', async () => {
  see({ 's1-1': '粤B12345', 's1-2': null, 's2-1': '', 's3-1': '粤B54321' })
  await setMode(1)
  expect(shown()).toEqual([])
  await pass(29_000)
  expect(shown()).toEqual([])
  await pass(1_000)
  expect(shown()).toEqual(['5 s1-1 粤B12345', '5 s2-1 ', '5 s3-1 粤B54321'])
  expect(stored().map(({ event_ms }) => event_ms)).toEqual([1, 1, 1].map(() => Date.UTC(2026, 10, 23, 1, 1)))
  expect(taken).toBe(2)
  const { list } = (
    await device.call('parking_event', { page: 1, page_size: 10 }, await device.tokenOf('viewer'))
  ).data
  expect(list.map(({ pictures, confidence }) => [pictures.length, confidence])).toEqual([
    [1, 100],
    [1, 100],
    [1, 100],
  ])
  expect((await device.app.inject({ url: list[0]!.pictures[0]!.url })).statusCode).toBe(200)
  await timer.runNow()
  await pass(59_999)
  expect(stored()).toHaveLength(3)
  await pass(1)
  expect(stored()).toHaveLength(6)
})

test('the other modes work; another mode or interval restarts the interval', async () => {
  see({ 's1-1': 'X', 's1-2': null, 's3-1': 'Y', 's4-2': null })
  await setMode(3)
  await pass()
  expect(shown()).toEqual(['6 s1-1 X', '6 s3-1 Y'])
  await setMode(2)
  await pass()
  expect(stored()).toHaveLength(2)
  see({ 's1-1': 'X', 's1-2': 'Z', 's3-1': null, 's4-2': null })
  await pass()
  expect(shown().slice(2)).toEqual(['4 s1-2 Z', '4 s3-1 '])
  await pass()
  expect(stored()).toHaveLength(4)
  await setMode(4)
  await pass()
  expect(shown().slice(4)).toEqual(['5 s1-1 ', '5 s2-1 ', '5 s3-1 ', '5 s4-1 '])
  await setMode(5)
  await pass()
  expect(shown().slice(8)).toEqual(['5 s1-1 ', '5 s3-1 ', '5 s4-1 '])
  await setMode(5, 120)
  await setMode(5, 60)
  await setMode(0)
  await pass()
  expect(stored()).toHaveLength(11)
})

test('a dead or hanging camera costs its pictures and one log line, until it is back', async () => {
  await timer.stop()
  begin(1_500)
  await cameras[1]!.stop()
  cameras[2]!.setFault('hang')
  await setMode(5)
  await pass()
  await pass()
  expect(shown()).toEqual(['5 s1-1 ', '5 s1-1 '])
  const lines = device
    .logged()
    .split('\n')
    .filter((line) => line.includes('timer_no_picture'))
  expect(lines.map((line) => (JSON.parse(line) as { camera_sn: string }).camera_sn).sort()).toEqual([
    'SN-2',
    'SN-3',
  ])
  cameras[2]!.setFault('none')
  await pass()
  expect(shown().slice(2)).toEqual(['5 s1-1 ', '5 s4-1 '])
  await pass(3_600_000)
  expect(
    device
      .logged()
      .split('\n')
      .filter((line) => line.includes('timer_no_picture') && line.includes('"times":3')),
  ).toHaveLength(1)
})

test('after a restart or a clock change no picture is repeated or taken late', async () => {
  await setMode(4)
  await pass()
  expect(stored()).toHaveLength(4)
  const first = stored().map(({ uuid }) => uuid)
  expect(
    first.every((uuid) => /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid)),
  ).toBe(true)
  await timer.stop()
  device = await device.restart('killed')
  begin()
  await timer.runNow()
  await pass(1_000)
  expect(stored()).toHaveLength(4)
  // Off for an hour, then checked between two moments.
  await pass(3_600_000 + 2_000)
  expect(stored()).toHaveLength(4)
  await pass(27_000)
  expect(stored()).toHaveLength(8)
  await pass(-10 * minute)
  expect(stored()).toHaveLength(8)
  await pass(10 * minute)
  expect(stored()).toHaveLength(8) // That moment already has its events.
  await pass()
  expect(stored()).toHaveLength(12)
})

test('with all workers: the corrected plate, no clip, and none from the application', async () => {
  await timer.stop()
  const workers = await started(createWorkers(device.deps))
  const application = await startApplication(device.deps.socket)
  const place = { camera_sn: 'SN-1', scene_id: 's1', lot_no: 's1-1' }
  await device.call('update_event_param', { video_enabled: true }, await device.tokenOf('admin'))
  expect(
    await application.report(newEvent({ ...place, plate_number: '粤B12345', plate_color: 'green' })),
  ).toMatchObject({ type: 'ack' })
  device.deps.db.run("UPDATE event SET checked_plate = '粤BD12345'")
  application.say({
    type: 'state',
    lots: [{ scene_id: 's1', lot_no: 's1-1', occupied: true, plate_number: '粤B12345', cover: 0.9 }],
  })
  await until('the state', () => device.deps.lot_states.size === 1)
  await device.call('update_alg_param', { timer_mode: 1, timer_seconds: 60 }, await device.tokenOf('admin'))
  device.wait(30_000)
  device.deps.bus.emit('params')
  const event = await until('the timer picture', () => stored()[0])
  expect(event).toMatchObject({ lot_no: 's1-1', plate_number: '粤BD12345', plate_color: 'green' })
  expect(device.deps.db.get('SELECT 1 FROM event_clip WHERE event_id = ?', [event.event_id])).toBeUndefined()
  for (const event_type of [4, 5, 6, 7, 8, 9, 10] as never[]) {
    expect(await application.report(newEvent({ ...place, event_type }))).toMatchObject({
      type: 'refused',
      code: 1000,
      issues: [{ field: 'event_type' }],
    })
  }
  application.close()
  await workers.stop()
  begin()
})
