/** The built analysis program against a simulated device server. Long because its tests share one set-up. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Config } from '../src/analysis/wire.ts'
import { startWorld, type World } from '../src/world.ts'
import { startAnalysisServer, type AnalysisServer } from './analysis-server.ts'
import { startPictureRelay, type PictureRelay } from './picture-relay.ts'
import { until } from './until.ts'

/** The built program; vitest.config.ts builds it before the first test. */
const program = fileURLToPath(new URL('../dist/analysis.js', import.meta.url))
let [folder, world, relay, end, child] = [
  '',
  undefined as unknown as World,
  undefined as unknown as PictureRelay,
  undefined as unknown as AnalysisServer,
  undefined as ChildProcess | undefined,
]

const configOf = (revision: number): Config => ({
  revision,
  spool: join(folder, 'spool'),
  params: {},
  cameras: world.cameras.map(({ serial, name, port }) => ({
    camera_sn: serial,
    camera_name: name,
    frame_url: relay.addressOf(port),
  })),
  scenes: world.cameras.map(({ serial }, i) => ({
    scene_id: `scene-${i}`,
    camera_sn: serial,
    enabled: true,
    lots: world.street.lots(i).map(({ lot_no, cells, polygon }) => ({ lot_no, motor_num: cells, polygon })),
  })),
})
function start(): ChildProcess {
  child = spawn(process.execPath, [program], {
    env: { ...process.env, PARKING_SOCKET: join(folder, 'a.sock'), STREET_POLL_MS: '60' },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  return child
}
const exitOf = (process: ChildProcess): Promise<number | null> =>
  new Promise((resolve) =>
    process.exitCode === null && process.signalCode === null
      ? process.once('exit', resolve)
      : resolve(process.exitCode),
  )
const algorithm = {
  cover_th: 0.4,
  event_th: 0,
  auto_plate_th: 0,
  auto_plate_ch_th: 0,
  plate_type: 0,
  merge_seconds: 0,
  motor_det: true,
  motor_mode: 0,
  motor_min_seconds: 0,
  debug_mode: false,
}
const reported = (): string[] => [
  ...new Map(
    end.deliveries.map((event) => [event.uuid, `${event.event_type} ${event.lot_no} ${event.plate_number}`]),
  ).values(),
]
const settled = (): Promise<unknown> =>
  until('all lots are known', () => (end.states.at(-1)?.length ?? 0) === world.cameras.length * 6)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analysis-'))
  await mkdir(join(folder, 'spool'))
  world = await startWorld({ cameras: 2, traffic: false, discovery: false })
  relay = await startPictureRelay()
  end = await startAnalysisServer(join(folder, 'a.sock'), configOf(1))
})
afterEach(async () => {
  if (child) {
    child.kill('SIGKILL')
    await exitOf(child)
  }
  await end.stop()
  await relay.stop()
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

test('reports initial entry, entry and exit with their pictures, and the state of every lot', async () => {
  const there = world.street.arrive(0, 3)
  start()
  await until('an initial entry', () => end.deliveries.length === 1)
  await settled()
  const came = world.street.arrive(0, 0, '粤BF3829')
  await until('an entry', () => end.pictures.size === 2)
  world.street.leave(0, 3)
  await until('an exit', () => end.pictures.size === 3)
  expect(reported()).toEqual([`0 A04 ${there}`, `1 A01 ${came}`, `3 A04 ${there}`])
  const entry = end.deliveries[1]!
  expect(entry).toMatchObject({
    camera_sn: 'STREET-0001',
    scene_id: 'scene-0',
    plate_color: 'blue',
    pictures: [{ kind: 'image' }, { kind: 'car' }, { kind: 'plate' }],
  })
  const [image, car, plate] = await Promise.all(
    end.pictures.get(entry.uuid)!.map((bytes) => sharp(bytes).metadata()),
  )
  expect([image!.width, image!.height]).toEqual([1920, 1080])
  expect(car!.width).toBeLessThan(1200)
  expect(plate!.width).toBeGreaterThanOrEqual(240)
  expect(end.states.at(-1)).toContainEqual(expect.objectContaining({ scene_id: 'scene-0', lot_no: 'A01' }))
  await until('an empty spool', async () => (await readdir(join(folder, 'spool'))).length === 0)
})

test(
  'a camera without pictures reports no lot states; a vehicle is reported when it arrives, is read ' +
    'better and leaves',
  async () => {
    end.configure({
      ...configOf(2),
      params: {
        alg_param: { ...algorithm, timer_mode: 1, timer_seconds: 1 } as never,
        schedule_param: {
          plans: [{ days: [1, 2, 3, 4, 5, 6, 7], range: { start: '00:00:00', end: '23:59:59' }, type: 2 }],
        } as never,
      } as never,
    })
    world.street.arrive(1, 3)
    start()
    await settled()
    await until('who stands there', () =>
      end.states.at(-1)!.some(({ occupied, plate_number }) => occupied && plate_number !== ''),
    )
    await world.cameras[1]!.stop()
    await until('its lots to be left out', () => end.states.at(-1)!.length === 6)
    expect(end.deliveries.map(({ event_type }) => event_type).filter((type) => type > 3)).toEqual([])
  },
)

test('sends an unanswered event again after a reconnect, but never a refused event', async () => {
  end.answer = 'silent'
  start()
  await settled()
  world.street.arrive(1, 2)
  await until('a first delivery', () => end.deliveries.length === 1)
  end.answer = 'stored'
  end.drop()
  await until('it is stored', () => end.pictures.size === 1)
  expect(end.deliveries.every(({ uuid }) => uuid === end.deliveries[0]!.uuid)).toBe(true)
  end.answer = 'refused'
  world.street.leave(1, 2)
  await until('the refused one', () => reported().length === 2)
  await until('its files are gone', async () => (await readdir(join(folder, 'spool'))).length === 0)
  const before = end.deliveries.length
  end.drop()
  await until('hello again', () => end.hellos.length === 3)
  world.street.arrive(1, 4)
  await until('the next event', () => end.deliveries.length > before)
  expect(reported()).toHaveLength(3)
})

test('a restart reports no entry twice and loses no event', async () => {
  const plate = world.street.arrive(0, 1)
  const first = start()
  await until('the entry', () => end.pictures.size === 1)
  await settled()
  end.answer = 'silent'
  const late = world.street.arrive(0, 2)
  await until('an event on its way', () => end.deliveries.length === 2)
  first.kill('SIGTERM')
  expect(await exitOf(first)).toBe(0)
  end.answer = 'stored'
  world.street.leave(0, 1)
  start()
  await until('the late one and the exit', () => end.pictures.size === 3)
  expect(reported()).toEqual([`0 A02 ${plate}`, `1 A03 ${late}`, `3 A02 ${plate}`])
})

test('a dead camera does not delay the others, and a disabled scene is ignored', async () => {
  world.cameras[0]!.setFault('hang')
  start()
  await until('the second camera is watched', () =>
    end.states.at(-1)?.some(({ scene_id }) => scene_id === 'scene-1'),
  )
  const plate = world.street.arrive(1, 3)
  await until('its entry', () => end.pictures.size === 1)
  expect(reported()).toEqual([`1 B04 ${plate}`])
  const config = configOf(2)
  config.scenes[1]!.enabled = false
  end.configure(config)
  await until('it is taken up', () => end.logs.some((line) => line.includes('configuration 2')))
  world.street.leave(1, 3)
  world.cameras[0]!.setFault('none')
  await until('the first camera is watched', () =>
    end.states.at(-1)?.some(({ scene_id }) => scene_id === 'scene-0'),
  )
  expect(end.states.at(-1)!.every(({ scene_id }) => scene_id === 'scene-0')).toBe(true)
  expect(reported()).toHaveLength(1)
})

test('exits when its parent has exited', async () => {
  const process = start()
  await until('hello', () => end.hellos.length === 1)
  process.stdin!.end()
  expect(await exitOf(process)).toBe(0)
})
