/** Memory of the server and the analysis program with one camera, beside another build if one is given. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cameraOf, sceneOf } from '@parking/sim/provision.ts'
import { startWorld } from '@parking/sim/world.ts'
import { startDevice, type Device } from '#e2e/support/device.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { root } from '#scripts/lib/root.mjs'
import { median, percentile } from '../support/figures.ts'
import { childrenOf, commandOf, processorSeconds, proportionalSet } from '../support/processes.ts'
import type { Part } from './part.ts'

/** Seconds between two cars, until the first reading, and of all readings; one each two seconds. */
const [pace_s, settle_s, measured_s, step_s] = [40, 80, 240, 2]
/** Times the other build's memory. */
const budget = 0.7

/** Readings in MB, and the processor time of both programs meanwhile. */
type Measured = { server: number[]; analysis: number[]; server_s: number; analysis_s: number }

/** The command of the analysis program of a build, with the options of its script. */
function analysisCommand(build: string): string[] {
  const script = readFileSync(join(build, 'deploy/parking-analysis-run'), 'utf8')
  const variables = [...script.matchAll(/^export (\w+=.*)$/gm)].map(([, one]) => one!)
  const options = [...script.matchAll(/ (--[\w-]+(?:=\d+)?)/g)].map(([, one]) => one!)
  return ['env', ...variables, process.execPath, ...options, join(build, 'analysis/dist/main.js')]
}

const largest = (values: readonly number[]) => percentile(values, 100).toFixed(0)

/** The analysis program is the server's child with that command. */
function analysisOf({ pid }: Device): number {
  const found = childrenOf(pid).find((one) => commandOf(one).includes('analysis/dist'))
  if (!found) throw new Error('The analysis program does not run')
  return found
}

async function measure(build: string): Promise<Measured> {
  const pace = { first: pace_s, then: pace_s, slowAfter: 0 }
  const world = await startWorld({ cameras: 1, seed: 1, discovery: false, pace })
  const device = await startDevice(
    { PARKING_APP: JSON.stringify(analysisCommand(build)), PARKING_ALLOW_LOOPBACK: '1' },
    world.mail.ca,
    undefined,
    build,
  )
  const add = () => device.call('/api/camera/add_onvif_camera', cameraOf(world.cameras[0]!))
  // On a busy machine the first picture, which is drawn slowly, may be late.
  const { camera_sn } = await add().catch(add).catch(add)
  const scene = sceneOf(world.street, 0, camera_sn)
  await device.call('/api/camera/add_update_scene', { ...scene, lots: scene.lots.slice(0, 1) })
  await wait(settle_s * 1000)
  const pid = analysisOf(device)
  const spent = { server: processorSeconds(device.pid), analysis: processorSeconds(pid) }
  const found: Measured = { server: [], analysis: [], server_s: 0, analysis_s: 0 }
  const end = performance.now() + measured_s * 1000
  while (performance.now() < end) {
    found.server.push(proportionalSet(device.pid))
    found.analysis.push(proportionalSet(pid))
    await wait(step_s * 1000)
  }
  found.server_s = processorSeconds(device.pid) - spent.server
  found.analysis_s = processorSeconds(pid) - spent.analysis
  await device.end()
  await world.stop()
  return found
}

export async function measureMemory({ other }: { other: string | undefined }): Promise<Part> {
  // Side by side, so that both share their machine's state and what programs share.
  const [now, before] = await Promise.all([measure(root), other === undefined ? undefined : measure(other)])
  const together = ({ server, analysis }: Measured) => server.map((mb, at) => mb + analysis[at]!)
  const cells = (valuesOf: (of: Measured) => number[]): string[] => {
    const figures = [before, now].flatMap((one) => {
      if (!one) return ['']
      const values = valuesOf(one)
      return [`${median(values).toFixed(0)} (${percentile(values, 0).toFixed(0)} to ${largest(values)}) MB`]
    })
    return [...figures, before ? (median(valuesOf(now)) / median(valuesOf(before))).toFixed(2) : '']
  }
  const seconds = (of: 'server_s' | 'analysis_s') =>
    [before, now].map((one) => (one ? `${one[of].toFixed(1)} s` : ''))
  const share = before && median(together(now)) / median(together(before))
  const beside = before ? '; both builds side by side' : ''
  const text = `Proportional set with one camera, one lot and a car each ${pace_s} s, of readings each
${step_s} s for ${measured_s} s: median, smallest and largest${beside}.

${markdownTable([
  ['', 'the other build', 'now', 'part'],
  ['server', ...cells(({ server }) => server)],
  ['analysis program', ...cells(({ analysis }) => analysis)],
  ['together', ...cells(together)],
  ['processor time of the server', ...seconds('server_s'), ''],
  ['processor time of the analysis program', ...seconds('analysis_s'), ''],
])}
`
  return { title: 'Memory with one camera', text, within: share === undefined || share <= budget }
}
