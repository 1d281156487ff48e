/**
 * The entry point of the analysis program, which runs in its own process. The device server or systemd starts
 * it with PARKING_SOCKET in its environment.
 */
import { fstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { labels } from './look/boxes.ts'
import { loadVision } from './vision/load-vision.ts'
import { openModel } from './user-model/open-model.ts'
import { model_pins } from './models/model-files.ts'
import { shipped_detector, type ModelSpec } from './detect/model-spec.ts'
import { openLink } from './socket/link.ts'
import type { FromServer } from './socket/wire.ts'
import { real_clock } from './watch/clock.ts'
import { createProgram } from './watch/program.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const exit_timeout_ms = 1500

// One compilation at a time: the optimizing compiler needs much memory for each function.
setFlagsFromString('--wasm-num-compilation-tasks=1')

const path = process.env['PARKING_SOCKET']
if (!path) {
  console.error('PARKING_SOCKET is not set: the analysis program is started by the device server')
  process.exit(2)
}

const vision = await loadVision({
  folder: process.env['ANALYSIS_MODELS'] ?? join(import.meta.dirname, '../models'),
})
const knownOf = ({ classes }: ModelSpec) => labels.filter((label) => Object.values(classes).includes(label))
const { version: shipped_version, licence, sha256 } = model_pins.detector
const program = createProgram({
  send: (message) => link.send(message),
  openVision: vision.open,
  known: knownOf(shipped_detector),
  async loadModel({ folder, sha256: wanted }) {
    const detector = await openModel(folder, wanted)
    return { ...(await vision.using(detector)), known: knownOf(detector.spec) }
  },
  clock: real_clock,
})
const link = openLink<FromServer>({
  path,
  name: 'parking-analysis',
  version,
  more: { models: { name: 'SSD MobileNetV2', version: shipped_version, licence, sha256 } },
  onMessage: (message) => program.receive(message),
  onUp: () => program.connected(),
})

let shutting_down = false
function shutDown(): void {
  if (shutting_down) return
  shutting_down = true
  setTimeout(() => process.exit(0), exit_timeout_ms).unref()
  void program.stop().finally(() => {
    link.close()
    process.exit(0)
  })
}
process.on('SIGTERM', shutDown)
process.on('SIGINT', shutDown)

// The program exits with its parent, whose death closes the pipe at stdin. Under systemd stdin is not a pipe.
const stdin = fstatSync(0)
if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on('end', shutDown).on('error', shutDown).resume()
