/** The part `program`: CPU and memory of the whole program as installed, with four cameras and traffic. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { alg_factory, event_factory } from '@parking/contract/params/params.ts'
import { sceneOf } from '@parking/sim/provision.ts'
import { camera_password, camera_username, startWorld, type World } from '@parking/sim/world.ts'
import { root } from '#scripts/lib/root.mjs'
import { megabytesOf } from '../support/figures.ts'
import { processorSeconds } from '../support/processes.ts'
import { installedEnvironment } from './installed-environment.ts'
import type { Result, Row } from './parts.ts'

const cameras = 4
/** Warm-up time, after which the program has learned what the cameras show. */
const warm_ms = 60_000
const measured_ms = 120_000
/** Mean seconds between two movements at four cameras: of the part `street`, and of a street for a demo. */
const [usual_s, busy_s] = [150, 4]

export async function programPart(seed: number): Promise<Result> {
  if (!existsSync(program))
    return { rows: [], notes: ['The program is not built: its cost was not measured'] }
  const usual = await measure(seed, usual_s)
  const busy = await measure(seed, busy_s)
  const rowOf = (name: string, gate: string, { core, peak_mb }: Cost): Row => [
    name,
    gate,
    `${core.toFixed(2)} core, ${peak_mb.toFixed(0)} MB`,
  ]
  const saidOf = ({ looks, events }: Cost): string =>
    `${looks.toFixed(2)} looks a second and ${events} events`
  return {
    rows: [
      rowOf('the whole program, 4 cameras, a look each 10 s', 'at most 0.5 core, 400 MB', usual),
      rowOf(`the same, a movement each ${busy_s} s`, '', busy),
    ],
    notes: [
      `**The whole program**, in the second and third minute after its start, with pictures over HTTP, ` +
        `plates read and events sent: ${saidOf(usual)} with a movement each ${usual_s} s, as in the street ` +
        `above; ${saidOf(busy)} with one each ${busy_s} s. While a change is watched, a camera is looked ` +
        `at each 2 s. Memory is the highest of readings each half second`,
    ],
  }
}

const program = join(root, 'analysis/dist/main.js')
type Cost = { core: number; peak_mb: number; looks: number; events: number }

async function measure(seed: number, pace_s: number): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'parking-bench-program-'))
  const world = await startWorld({
    cameras,
    seed,
    discovery: false,
    pace: { first: pace_s, then: pace_s, slowAfter: 0 },
  })
  const device = await startDevice(folder, world)
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...installedEnvironment(), PARKING_SOCKET: device.path },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  try {
    await sleep(warm_ms)
    const [cpu_before, looks_before, events_before] = [
      processorSeconds(child.pid!),
      device.looks(),
      device.events(),
    ]
    let peak_mb = 0
    const began = performance.now()
    while (performance.now() - began < measured_ms) {
      peak_mb = Math.max(peak_mb, megabytesOf(child.pid!))
      await sleep(500)
    }
    const seconds = (performance.now() - began) / 1000
    return {
      core: (processorSeconds(child.pid!) - cpu_before) / seconds,
      peak_mb,
      looks: (device.looks() - looks_before) / seconds,
      events: device.events() - events_before,
    }
  } finally {
    child.kill('SIGKILL')
    await Promise.all([device.stop(), world.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A minimal device for the program: sends a configuration and acknowledges each event. */
async function startDevice(folder: string, { street, cameras: peers }: World) {
  const path = join(folder, 'analysis.sock')
  let [looks, events] = [0, 0]
  const config = {
    type: 'config',
    revision: 1,
    spool: folder,
    model: null,
    cameras: peers.map(({ serial, name, port }) => ({
      camera_sn: serial,
      camera_name: name,
      frame_url: `http://127.0.0.1:${port}/snapshot.jpg`,
      stream_url_main: '',
      stream_url_sub: '',
      username: camera_username,
      password: camera_password,
    })),
    scenes: peers.map(({ serial }, at) => ({
      ...sceneOf(street, at, serial),
      scene_id: `s${at}`,
      moved: false,
      feature: [],
      focus: null,
    })),
    params: { alg_param: { ...alg_factory, track_step: 10 }, event_param: event_factory },
  }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    const write = (line: object): void => void socket.write(`${JSON.stringify(line)}\n`)
    createInterface({ input: socket }).on('line', (text) => {
      const line = JSON.parse(text) as {
        type: string
        id: string
        event: { uuid: string; pictures: { file: string }[] }
        cameras: { looks: number }[]
      }
      if (line.type === 'hello') write(config)
      if (line.type === 'ping') write({ type: 'pong' })
      if (line.type === 'health') for (const camera of line.cameras) looks += camera.looks
      if (line.type !== 'event') return
      events++
      for (const { file } of line.event.pictures) rmSync(join(folder, file), { force: true })
      write({ type: 'ack', id: line.id, uuid: line.event.uuid, result: 'stored' })
    })
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  return {
    path,
    looks: () => looks,
    events: () => events,
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
