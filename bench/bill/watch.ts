/** The server and ffmpeg with eight cameras, watched and then with four viewers, beside another build. */
import { setTimeout as wait } from 'node:timers/promises'
import { cameraOf } from '@parking/sim/provision.ts'
import { startWorld, type World } from '@parking/sim/world.ts'
import { startDevice, type Device } from '#e2e/support/device.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { borrowFfmpeg } from '#scripts/lib/ffmpeg.mjs'
import { root } from '#scripts/lib/root.mjs'
import { median } from '../support/figures.ts'
import { childrenOf, commandOf, processorSeconds, proportionalSet } from '../support/processes.ts'
import type { Part } from './part.ts'

const cameras = 8
/** The cameras that the four viewers watch. */
const watched = [0, 0, 1, 1]
/** Seconds until the first reading, and of all readings; one each two seconds. */
const [settle_s, measured_s, step_s] = [20, 90, 2]
/** Times the other build's processor time and memory. */
const budget = 0.7

type Used = { processor_s: number; mb: number }
type Measured = { alone: Used; viewers: Used; frames: number }

/** The server and every ffmpeg below it; not the analysis program. */
function processesOf({ pid }: Device): number[] {
  const found = [pid]
  for (const one of found) {
    const children = childrenOf(one).filter((child) => !/analysis|replay/.test(commandOf(child)))
    found.push(...children)
  }
  return found
}

/** Processor time of a period, with the processes that ended in it, and the median memory. */
async function measure(device: Device): Promise<Used> {
  const processorTime = () =>
    processesOf(device).reduce((sum, pid) => sum + processorSeconds(pid, { children: pid === device.pid }), 0)
  const memory: number[] = []
  const before = processorTime()
  const end = performance.now() + measured_s * 1000
  while (performance.now() < end) {
    memory.push(processesOf(device).reduce((sum, pid) => sum + proportionalSet(pid), 0))
    await wait(step_s * 1000)
  }
  return { processor_s: processorTime() - before, mb: median(memory) }
}

/** Opens the live view of a camera as the console does; counts what arrives. */
async function view(device: Device, camera_sn: string, count: () => void): Promise<WebSocket> {
  const { kind, url } = await device.call('/api/camera/live_view', { camera_sn })
  if (kind !== 'video') throw new Error(`The live view of ${camera_sn} is ${kind}`)
  const address = new URL(`${device.address.replace('http', 'ws')}${url}`)
  address.searchParams.set('kind', kind)
  const socket = new WebSocket(address)
  socket.addEventListener('message', count)
  return socket
}

async function measureBuild(build: string, world: World): Promise<Measured> {
  const device = await startDevice({ PARKING_APP: '' }, world.mail.ca, undefined, build)
  const added: string[] = []
  for (const camera of world.cameras) {
    const add = () => device.call('/api/camera/add_onvif_camera', cameraOf(camera))
    added.push((await add().catch(add).catch(add)).camera_sn)
  }
  await wait(settle_s * 1000)
  const alone = await measure(device)
  let frames = 0
  const sockets = await Promise.all(watched.map((at) => view(device, added[at]!, () => void frames++)))
  await wait(settle_s * 1000)
  frames = 0
  const viewers = await measure(device)
  for (const socket of sockets) socket.close()
  await device.end()
  if (frames === 0) throw new Error('No viewer received anything')
  return { alone, viewers, frames }
}

export async function measureWatch({ other }: { other: string | undefined }): Promise<Part> {
  if (!(await borrowFfmpeg())) throw new Error('There is no ffmpeg')
  const world = await startWorld({ cameras, seed: 1, discovery: false })
  // Side by side, so that both share the cameras and the state of the machine.
  const [now, before] = await Promise.all([
    measureBuild(root, world),
    other === undefined ? undefined : measureBuild(other, world),
  ])
  await world.stop()
  const parts: number[] = []
  const row = (name: string, unit: string, digits: number, of: (one: Measured) => number): string[] => {
    const cell = (one: Measured | undefined) => (one ? `${of(one).toFixed(digits)} ${unit}`.trim() : '')
    if (before && unit !== '') parts.push(of(now) / of(before))
    return [name, cell(before), cell(now), before ? (of(now) / of(before)).toFixed(2) : '']
  }
  const text = `Server and ffmpeg together, ${cameras} cameras with pictures and video, no analysis
program; then four viewers of two of them. Processor time of ${measured_s} s; proportional set, median of
readings each ${step_s} s.

${markdownTable([
  ['', 'the other build', 'now', 'part'],
  row('watching: processor time', 's', 1, ({ alone }) => alone.processor_s),
  row('watching: memory', 'MB', 0, ({ alone }) => alone.mb),
  row('four viewers: processor time', 's', 1, ({ viewers }) => viewers.processor_s),
  row('four viewers: memory', 'MB', 0, ({ viewers }) => viewers.mb),
  row('four viewers: parts of the video received', '', 0, ({ frames }) => frames),
])}
`
  return { title: 'Eight cameras', text, within: parts.every((part) => part <= budget) }
}
