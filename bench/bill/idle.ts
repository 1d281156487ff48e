/** The cost of an idle server: memory without cameras and with sixteen, and the time until it is ready. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { startDevice } from '#e2e/support/device.ts'
import { createStreet } from '@parking/sim/street/street.ts'
import { addCameras, startCameras } from '../support/cameras.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { median, megabytesOf } from '../support/figures.ts'
import type { Part } from './part.ts'

const camera_count = 16
const runs = 3
/** The JavaScript engine returns memory to the system only some time after a start. */
const settle_ms = 60_000
const budget = { empty_mb: 80, cameras_mb: 110, ready_ms: 1000 }

type Device = Awaited<ReturnType<typeof startDevice>>

async function bareNode(): Promise<{ ready_ms: number; mb: number }> {
  const begun = performance.now()
  const child = spawn(process.execPath, ['-e', "process.stdout.write('.'); setTimeout(() => {}, 9e6)"])
  await once(child.stdout, 'data')
  const ready_ms = performance.now() - begun
  await wait(2000)
  const mb = megabytesOf(child.pid!)
  child.kill()
  return { ready_ms, mb }
}

/** Milliseconds until the server listens, with the data of an earlier start. */
async function restart(device: Device): Promise<number> {
  await device.stop()
  const begun = performance.now()
  await device.start()
  return performance.now() - begun
}

async function settledMemory(device: Device): Promise<number> {
  await restart(device)
  await wait(settle_ms)
  return megabytesOf(device.pid)
}

export async function measureIdle(): Promise<Part> {
  const bare = await bareNode()
  const device = await startDevice({ PARKING_APP: '' })
  const ready: number[] = []
  for (let run = 0; run < runs; run++) ready.push(await restart(device))
  const empty_mb = await settledMemory(device)
  const picture = await createStreet({ cameras: 1, traffic: false }).frame(0, 'IDLE')
  const cameras = await startCameras(camera_count, () => Promise.resolve(picture))
  await addCameras(device, cameras)
  const cameras_mb = await settledMemory(device)
  await device.end()
  await Promise.all(cameras.map((camera) => camera.stop()))
  const ready_ms = median(ready)
  const mb = (value: number) => `${value.toFixed(0)} MB`
  const text = `${settle_ms / 1000} s after a start, with the options of the installed unit:

${markdownTable([
  ['what', 'measured', 'budget', 'a Node that does nothing'],
  ['resident memory without cameras', mb(empty_mb), mb(budget.empty_mb), mb(bare.mb)],
  [`with ${camera_count} cameras that are watched`, mb(cameras_mb), mb(budget.cameras_mb), ''],
  [
    `from the start to the first answer, median of ${runs}`,
    `${ready_ms.toFixed(0)} ms`,
    `${budget.ready_ms} ms`,
    `${bare.ready_ms.toFixed(0)} ms`,
  ],
])}
`
  const within = empty_mb <= budget.empty_mb && cameras_mb <= budget.cameras_mb && ready_ms <= budget.ready_ms
  return { title: 'An idle server', text, within }
}
