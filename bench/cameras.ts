/**
 * Part of `npm run bench`: 64 cameras on loopback, first all healthy, then a third failing. Measures how
 * often the healthy ones are polled, how long the camera list takes, CPU (target: under 10 % of a core) and
 * memory (60 MB) of the camera watch, and a snapshot compared with a bare HTTP GET (target: 150 ms).
 */
import { setTimeout as wait } from 'node:timers/promises'
import { createStreet } from '@parking/sim/street/street.ts'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { startDevice } from '../e2e/support/device.ts'
import { addCameras, password, startCameras } from './support/cameras.ts'
import { median, megabytesOf, percentile, printTable } from './support/figures.ts'
import { processorSeconds } from './support/processes.ts'

const camera_count = 64
const seconds = 20
const faults = ['hang', 'drip', 'junk', 'reset', 'refuse', 'off'] as const

/** Processor seconds and resident MB of a process. */
const used = (pid: number) => ({ cpu_s: processorSeconds(pid), mb: megabytesOf(pid) })

await buildWhatChanged()
let moment = Date.now()
const street = createStreet({ cameras: 1, traffic: false, now: () => moment })
const frames: Buffer[] = []
for (; frames.length < 8; moment += 1_000) frames.push(await street.frame(0, 'BENCH'))
const taken = new Map<number, number>()
const cameras = await startCameras(camera_count, async (at) => {
  const next = taken.get(at) ?? at
  taken.set(at, next + 1)
  return frames[next % frames.length] ?? Buffer.alloc(0)
})
const device = await startDevice({ PARKING_APP: '' })
await wait(5_000)
const idle = used(device.pid)
const added = await addCameras(device, cameras)
// Each camera gets a scene on its own picture. Every enabled scene is compared with its reference, and all
// are due at once, as after a start.
for (const [at, camera_sn] of added.entries()) {
  await device.call('/api/camera/snapshot', { camera_sn })
  const lots = street.lots(0).map(({ lot_no, polygon }) => ({
    lot_no: `${at}-${lot_no}`,
    lot_type: 1 as const,
    lot_posture: 0 as const,
    motor_num: 1,
    difficult: 0 as const,
    polygon,
  }))
  await device.call('/api/camera/add_update_scene', {
    camera_sn,
    scene_type: 0,
    enabled: true,
    parking_no: 'P-BENCH',
    direction: 5,
    ref_width: 1920,
    ref_height: 1080,
    lots,
  })
}

type Figures = {
  looks: number
  p50_ms: number
  p99_ms: number
  snapshot_ms: number
  floor_ms: number
  share: number
  mb: number
}

const basic = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`

/** Fetches only the picture, with credentials in the first request. */
async function bareGet(at: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${cameras[at]?.port ?? 0}/snapshot.jpg`, {
    headers: { authorization: basic },
  })
  if (response.status !== 200) throw new Error(`A camera answered ${response.status}`)
  await response.arrayBuffer()
}

/** Lets the camera watch run undisturbed for a while, then sends requests as a console does. */
async function measure(good: readonly number[]): Promise<Figures> {
  const asked = () => good.reduce((sum, at) => sum + (cameras[at]?.requests['snapshot'] ?? 0), 0)
  // With digest, each picture takes two requests.
  const [looks_before, cpu_before, begun] = [asked(), used(device.pid).cpu_s, performance.now()]
  await wait(seconds * 1000)
  const took = (performance.now() - begun) / 1000
  const [looks, share] = [(asked() - looks_before) / 2 / took, (used(device.pid).cpu_s - cpu_before) / took]
  const { mb } = used(device.pid)
  const [times, snaps, floors]: [number[], number[], number[]] = [[], [], []]
  for (let i = 0; i < 300; i++) {
    const since = performance.now()
    await device.call('/api/camera/list_cameras', { page: 1, page_size: 100 })
    times.push(performance.now() - since)
  }
  for (const at of good.slice(0, 20)) {
    const since = performance.now()
    await device.call('/api/camera/snapshot', { camera_sn: added[at] ?? '' })
    snaps.push(performance.now() - since)
    const bare = performance.now()
    await bareGet(at)
    floors.push(performance.now() - bare)
  }
  return {
    looks,
    p50_ms: median(times),
    p99_ms: percentile(times, 99),
    snapshot_ms: median(snaps),
    floor_ms: median(floors),
    share,
    mb,
  }
}

const everyone = cameras.map((_, at) => at)
const healthy = everyone.filter((at) => at % 3 !== 1)
await wait(10_000)
const all_good = await measure(healthy)
for (const at of everyone.filter((one) => !healthy.includes(one))) {
  const fault = faults[Math.floor(at / 3) % faults.length] ?? 'hang'
  if (fault === 'off') await cameras[at]?.setPower(false)
  else cameras[at]?.setFault(fault)
}
await wait(20_000)
const third_bad = await measure(healthy)
const ratio = (key: keyof Figures) => (third_bad[key] / all_good[key]).toFixed(2)
printTable([
  [`${camera_count} cameras with a scene each, ${seconds} s each`, 'all healthy', 'a third failing', 'ratio'],
  [
    `polls per second of the ${healthy.length} that stay healthy`,
    all_good.looks.toFixed(1),
    third_bad.looks.toFixed(1),
    ratio('looks'),
  ],
  ['list_cameras of 64, p50 ms', all_good.p50_ms.toFixed(1), third_bad.p50_ms.toFixed(1), ratio('p50_ms')],
  ['list_cameras of 64, p99 ms', all_good.p99_ms.toFixed(1), third_bad.p99_ms.toFixed(1), ratio('p99_ms')],
  [
    'snapshot of a good one, median ms (target 150)',
    all_good.snapshot_ms.toFixed(1),
    third_bad.snapshot_ms.toFixed(1),
    ratio('snapshot_ms'),
  ],
  [
    'the same picture by a bare GET, median ms',
    all_good.floor_ms.toFixed(1),
    third_bad.floor_ms.toFixed(1),
    ratio('floor_ms'),
  ],
  [
    '% of one core for the watch (target 10)',
    (all_good.share * 100).toFixed(1),
    (third_bad.share * 100).toFixed(1),
    ratio('share'),
  ],
  [
    `MB above idle, ${idle.mb.toFixed(0)} (target 60)`,
    (all_good.mb - idle.mb).toFixed(0),
    (third_bad.mb - idle.mb).toFixed(0),
    '',
  ],
])
// Counted after the measurements, so that a watch that compares nothing does not pass as cheap.
let compared = 0
for (const { scene_id } of (await device.call('/api/camera/get_scenes', {})).list)
  compared +=
    (await device.call('/api/camera/list_references', { scene_id })).check.result === 'unchecked' ? 0 : 1
console.log(`${compared} of ${camera_count} scenes had been compared with their references by the end.`)
await device.end()
await Promise.all(cameras.map((camera) => camera.stop()))
