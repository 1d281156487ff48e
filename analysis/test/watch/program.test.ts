/**
 * The program between a camera of the simulated street and a device with its real socket. Its clock runs
 * thirty times faster, and its vision reads the ground truth.
 * Long because all tests share one street.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAnalysisSocket } from '@parking/server/analysis/socket-server.ts'
import { started, type Part } from '@parking/server/core/part.ts'
import { addModel, setModelState } from '@parking/server/models/model.store.ts'
import { changeModel } from '@parking/server/models/model-use.ts'
import { openDevice, patient_cameras, type Device } from '@parking/server/test/device.ts'
import { until } from '@parking/server/test/until.ts'
import { cameraOf, sceneOf } from '@parking/sim/provision.ts'
import { startWorld, type World } from '@parking/sim/world.ts'
import type { LoadModel } from '#src/watch/model-in-use.ts'
import { fast_clock, linkProgram, type LinkedProgram } from './linked-program.ts'
import { blindVision } from './truth-vision.ts'

let world: World
let device: Device
let socket: Part
let running: LinkedProgram | undefined
let token = ''

function start(loadModel?: LoadModel): void {
  running = linkProgram(device.deps.socket, loadModel)
}
async function stop(): Promise<void> {
  await running?.stop()
  running = undefined
}

beforeEach(async () => {
  world = await startWorld({ cameras: 1, traffic: false, discovery: false, now: fast_clock.now })
  device = await openDevice({ ports: { now: fast_clock.now }, camera_limits: patient_cameras })
  token = await device.tokenOf('admin')
  const [camera] = world.cameras
  const added = await device.call('add_onvif_camera', cameraOf(camera!), token)
  if (added.code !== 0) throw new Error(added.message)
  await device.call('add_update_scene', sceneOf(world.street, 0, camera!.serial), token)
  device.deps.camera_relays.start()
  socket = await started(createAnalysisSocket(device.deps))
})
afterEach(async () => {
  await stop()
  await socket.stop()
  await device.deps.camera_relays.stop()
  await device.close()
  await world.stop()
})

/** Type, lot and plate of each event on the device, oldest first. */
async function events(): Promise<string[]> {
  const { data } = await device.call('parking_event', { page: 1, page_size: 100 }, token)
  return data.list
    .toSorted((a, b) => a.event_time_str.localeCompare(b.event_time_str) || a.event_type - b.event_type)
    .map(({ event_type, lot_no, plate_number }) => `${event_type} ${lot_no} ${plate_number}`)
}
const untilEvents = (count: number) => until(`${count} events`, async () => (await events()).length >= count)

test('the device gets entries and exits with plates and pictures, and the state of the lots', async () => {
  const there = world.street.arrive(0, 3)
  start()
  await untilEvents(1)
  const camera_sn = world.cameras[0]!.serial
  const lookedAt = async () =>
    (await device.call('analysis_health', { camera_sn }, token)).data.figures?.looks
  await until('looks at the empty lot', async () => ((await lookedAt()) ?? 0) > 5)
  const came = world.street.arrive(0, 0, '粤BF3829')
  await untilEvents(2)
  world.street.leave(0, 3)
  await untilEvents(3)
  expect(await events()).toEqual([`0 A04 ${there}`, `1 A01 ${came}`, `3 A04 ${there}`])
  const { data } = await device.call('parking_event', { page: 1, page_size: 10, lot_no: 'A01' }, token)
  const [entry] = data.list
  expect(entry).toMatchObject({ plate_color: 'blue', camera_name: world.cameras[0]!.name })
  const detail = await device.call('parking_event_detail', { uuid: entry!.uuid }, token)
  expect(detail.data.looks.slice(0, 4).map(({ seen }) => seen)).toEqual(['empty', 'empty', 'empty', 'empty'])
  expect(detail.data.looks.slice(4).every(({ seen, llr }) => seen === 'vehicle' && llr === 3)).toBe(true)
  expect(detail.data.looks.at(-1)!.belief).toBeGreaterThan(0.99)
  expect(detail.data.pictures.map(({ kind }) => kind)).toEqual(['image', 'car', 'plate'])
  const { looks, look_strip } = detail.data
  expect(look_strip).toMatchObject({ width: looks.length * 160, height: 120 })
  expect((await device.app.inject({ url: look_strip!.url })).statusCode).toBe(200)
  await until('the state of all lots', () => device.deps.lot_states.size === 6)
  await until('an empty spool', () => readdirSync(join(device.folder, 'spool')).length === 0)
})

test('changes while the device is unreachable are reported later, without a damaged picture', async () => {
  const [plate, other] = [world.street.arrive(0, 1), world.street.arrive(0, 4)]
  start()
  await untilEvents(2)
  const spool = join(device.folder, 'spool')
  const waiting = () => readdirSync(spool).filter((name) => name.endsWith('.jpg'))
  const leaves = async (lot: number) => {
    await until('an empty spool', () => readdirSync(spool).length === 0)
    await socket.stop()
    world.street.leave(0, lot)
    await until('the exit waits on the disk', () => waiting().length > 0)
  }
  await leaves(1)
  socket = await started(createAnalysisSocket(device.deps))
  await untilEvents(3)
  await leaves(4)
  for (const name of waiting()) truncateSync(join(spool, name), 9)
  socket = await started(createAnalysisSocket(device.deps))
  await untilEvents(4)
  const [one, two] = [`A02 ${plate}`, `A05 ${other}`]
  expect((await events()).toSorted()).toEqual([`0 ${one}`, `0 ${two}`, `3 ${one}`, `3 ${two}`])
  await until('an empty spool', () => readdirSync(spool).length === 0)
})

test('a damaged state is set aside, and cars are found anew', async () => {
  const plate = world.street.arrive(0, 1)
  const file = join(device.folder, 'analysis-looks.json')
  const ways = {
    half: (bytes: Buffer) => truncateSync(file, Math.floor(bytes.length / 2)),
    'a changed byte': (bytes: Buffer) => {
      bytes[bytes.lastIndexOf('1')]! ^= 1
      writeFileSync(file, bytes)
    },
    'a folder': () => {
      rmSync(file)
      mkdirSync(file)
    },
  }
  start()
  await untilEvents(1)
  for (const [at, [way, damage]] of Object.entries(ways).entries()) {
    await stop()
    rmSync(`${file}.damaged`, { recursive: true, force: true })
    damage(readFileSync(file))
    start()
    await untilEvents(at + 2)
    expect(existsSync(`${file}.damaged`), `${way}`).toBe(true)
  }
  expect(new Set(await events())).toEqual(new Set([`0 A02 ${plate}`]))
  expect(device.logged().match(/the state of the lots was damaged and begins anew/g)).toHaveLength(3)
})

test('after a kill and a restart, a stay is neither lost nor reported twice', async () => {
  const plate = world.street.arrive(0, 1)
  start()
  await untilEvents(1)
  const file = join(device.folder, 'analysis-looks.json')
  // The disk as a kill leaves it, without the orderly stop.
  copyFileSync(file, `${file}.killed`)
  await stop()
  copyFileSync(`${file}.killed`, file)
  start()
  const other = world.street.arrive(0, 4)
  await untilEvents(2)
  world.street.leave(0, 1)
  await untilEvents(3)
  expect(await events()).toEqual([`0 A02 ${plate}`, `1 A05 ${other}`, `3 A02 ${plate}`])
})

test('a change to a model that sees nothing, and the way back, make no events', async () => {
  const [plate, other] = [world.street.arrive(0, 1), world.street.arrive(0, 3)]
  const { db, now } = device.deps
  const model = 'b'.repeat(32)
  addModel(db, { model, file: 'blind.zip', bytes: 1, created_by: 'admin', create_ms: now() })
  const facts = JSON.stringify({ name: 'blind', version: '1', sha256: '' })
  setModelState(db, model, { state: 'checked', facts, reason: null, said: '' })
  start(() => Promise.resolve({ open: blindVision, known: ['car'], release: () => Promise.resolve() }))
  await untilEvents(2)
  const change = async (to: string | null) => {
    changeModel(to, { by: 'admin', why: to ? 'promoted' : 'rolled_back' }, device.deps)
    await until('the change of the model', () => device.deps.models.works_with === to)
    const camera_sn = world.cameras[0]!.serial
    await until('looks of a minute', async () => {
      const { figures } = (await device.call('analysis_health', { camera_sn }, token)).data
      return (figures?.looks ?? 0) > 12
    })
  }
  await change(model)
  await change(null)
  world.street.leave(0, 1)
  await untilEvents(3)
  expect((await events()).toSorted()).toEqual([`0 A02 ${plate}`, `0 A04 ${other}`, `3 A02 ${plate}`])
})

test('the camera page shows how the program keeps up, and why a camera has no pictures', async () => {
  const health = async () => {
    const camera_sn = world.cameras[0]!.serial
    return (await device.call('analysis_health', { camera_sn }, token)).data.figures
  }
  start()
  await until('looks', async () => ((await health())?.looks ?? 0) > 3)
  expect(await health()).toMatchObject({ misses: 0, wanted_ms: 5000, why: '' })
  expect((await health())!.latency_ms).toBeGreaterThan(0)
  await world.cameras[0]!.stop()
  await until('misses', async () => ((await health())?.misses ?? 0) > 1)
  // The first miss may be the connection that the camera closed.
  const why = 'nothing listens at the address of the camera'
  await until('the reason', async () => (await health())?.why === why)
})
