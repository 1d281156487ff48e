/**
 * Pictures that count: a camera that sends dark, frozen, cut or smeared pictures, or those of another lens,
 * between the real program and a real device. None of them decides an event or is shown with one, and the
 * event's looks say why. The clock runs thirty times faster, and the vision reads the ground truth.
 */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { look_faults } from '@parking/contract/events/event-looks.ts'
import { createAnalysisSocket } from '@parking/server/analysis/socket-server.ts'
import { started, type Part } from '@parking/server/core/part.ts'
import { openDevice, patient_cameras, type Device } from '@parking/server/test/device.ts'
import { until } from '@parking/server/test/until.ts'
import { createCameraChanges } from '@parking/server/workers/camera-changes.ts'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { darkPicture } from '@parking/sim/peers/camera/fault-frames.ts'
import { sceneOf } from '@parking/sim/provision.ts'
import { createStreet, type Street } from '@parking/sim/street/street.ts'
import { fast_clock, linkProgram, type LinkedProgram } from './linked-program.ts'

const password = 'Street#2026'
const login = { username: 'admin', password }
const no_stream = { stream_url_main: '', stream_url_sub: '' }
const lenses = ['wide', 'tele'].map((name) => ({ token: name, name, main: { width: 1920, height: 1080 } }))

let street: Street
let camera: Camera
let device: Device
let socket: Part
let running: LinkedProgram | undefined
let token = ''
let faulty: ((jpeg: Buffer) => Buffer | Promise<Buffer>) | undefined
/** The hashes of the pictures that the camera sent while it was faulty. */
const bad = new Set<string>()
const sources = [...lenses]

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

beforeEach(async () => {
  faulty = undefined
  bad.clear()
  sources.splice(0, sources.length, ...lenses)
  street = createStreet({ cameras: 1, traffic: false, now: fast_clock.now })
  const frame = async () => {
    const jpeg = await street.frame(0, 'SN-1')
    if (!faulty) return jpeg
    const sent = await faulty(jpeg)
    bad.add(hashOf(sent))
    return sent
  }
  camera = await startCamera({ name: 'Kerb', model: 'M', serial: 'SN-1', password, sources, frame })
  device = await openDevice({ ports: { now: fast_clock.now }, camera_limits: patient_cameras })
  token = await device.tokenOf('admin')
  device.deps.camera_relays.start()
  socket = await started(createAnalysisSocket(device.deps))
})
afterEach(async () => {
  await running?.stop()
  running = undefined
  await socket.stop()
  await device.deps.camera_relays.stop()
  await device.close()
  await camera.stop()
})

/** Starts the program at a camera whose lots are all seen empty. */
async function watching(camera_sn: string): Promise<void> {
  const scene = await device.call('add_update_scene', sceneOf(street, 0, camera_sn), token)
  expect(scene.code).toBe(0)
  running = linkProgram(device.deps.socket)
  await until('the state of all lots', () => device.deps.lot_states.size === 6)
  await until('some looks', async () => ((await figuresOf(camera_sn))?.looks ?? 0) > 5)
}
/** The looks that missed, since the start; the camera's own figures only count those of five minutes. */
const misses = () => new Map(device.deps.meters.looks.entries()).get('missed') ?? 0
const figuresOf = async (camera_sn: string) =>
  (await device.call('analysis_health', { camera_sn }, token)).data.figures
const events = async () => (await device.call('parking_event', { page: 1, page_size: 10 }, token)).data.list

/** The event that came after the fault: its looks name the reason, and no picture of the fault is in it. */
async function expectEvent(plate: string, why: (typeof look_faults)[number]): Promise<void> {
  await until('the event', async () => (await events()).length === 1)
  const [event] = await events()
  expect(event).toMatchObject({ lot_no: 'A01', plate_number: plate })
  const { data } = await device.call('parking_event_detail', { uuid: event!.uuid }, token)
  const unseen = data.looks.filter((look) => look_faults.some((fault) => fault === look.why))
  expect(new Set(unseen.map((look) => look.why))).toEqual(new Set([why]))
  expect(unseen.length).toBeLessThanOrEqual(2)
  for (const look of unseen) expect(look).toMatchObject({ seen: 'unknown', llr: null, cover: 0 })
  expect(data.looks.some(({ seen }) => seen === 'vehicle')).toBe(true)
  expect(data.pictures.length).toBeGreaterThan(0)
  for (const { url } of data.pictures) {
    const { rawPayload, statusCode } = await device.app.inject({ url })
    expect(statusCode).toBe(200)
    expect(bad).not.toContain(hashOf(rawPayload))
  }
}

/** The last picture, again and again. */
function frozen(): (jpeg: Buffer) => Buffer {
  let still: Buffer | undefined
  return (jpeg) => (still ??= jpeg)
}
/** Some bytes in the middle are lost: the rest of the picture is smeared. */
function smeared(jpeg: Buffer): Buffer {
  const at = Math.floor(jpeg.length / 2)
  return Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(at + 300)])
}

test.each([
  ['dark', 'dark', () => darkPicture],
  ['frozen', 'frozen', frozen],
  ['cut', 'damaged', () => (jpeg: Buffer) => jpeg.subarray(0, jpeg.length * 0.6)],
  ['smeared', 'damaged', () => smeared],
] as const)('%s pictures decide nothing, and the next event says why', async (_, why, fault) => {
  const frame_url = `http://127.0.0.1:${camera.port}/snapshot.jpg`
  const added = await device.call(
    'add_common_camera',
    { camera_name: 'Kerb', ...no_stream, frame_url, ...login },
    token,
  )
  const { camera_sn } = added.data
  await watching(camera_sn)
  faulty = fault()
  await until('the reason', async () => (await figuresOf(camera_sn))?.why !== '')
  const plate = street.arrive(0, 0)
  const missed = misses()
  await until('more of them', () => misses() > missed + 3)
  expect(await events()).toEqual([])
  faulty = undefined
  await expectEvent(plate, why)
})

test("another lens's pictures decide nothing: not by the program, by a timer or by a user", async () => {
  const address = { ipv4: '127.0.0.1', onvif_port: camera.port, ...login, source_token: 'tele' }
  const added = await device.call('add_onvif_camera', { camera_name: 'Tele', ...address }, token)
  const { camera_sn } = added.data
  await watching(camera_sn)
  const changes = createCameraChanges(device.deps)
  sources[1] = { ...lenses[1]!, token: 'other' }
  await changes.runNow()
  const plate = street.arrive(0, 0)
  const reason = 'the pictures come from another lens or another camera'
  await until('the reason', async () => (await figuresOf(camera_sn))?.why === reason)
  const missed = misses()
  await until('more of them', () => misses() > missed)
  expect(await events()).toEqual([])
  const check = await device.call('human_check', { lot_no: 'A01', event_type: 8, comment: '' }, token)
  expect(check).toMatchObject({ code: 7000, data: { reason: 'source_gone' } })
  sources[1] = lenses[1]!
  await changes.runNow()
  await expectEvent(plate, 'other_view')
})
