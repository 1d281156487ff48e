/**
 * The simulated analysis program, a process that the server starts with PARKING_SOCKET in its environment.
 */
import { fstatSync } from 'node:fs'
import { openLink } from '@parking/analysis/socket/link.ts'
import { createAnalyser } from './analyser.ts'
import type { FromServer } from './wire.ts'

const version = '1.0.0'
const exit_timeout_ms = 1500

const path = process.env['PARKING_SOCKET']
if (!path) {
  console.error('PARKING_SOCKET is not set: the analysis program is started by the device server')
  process.exit(2)
}

const analyser = createAnalyser(
  (message) => link.send(message),
  Number(process.env['STREET_POLL_MS'] ?? 1000),
)
const link = openLink<FromServer>({
  path,
  name: 'street-analysis',
  version,
  onMessage: (message) => analyser.receive(message),
  onUp: () => analyser.connected(),
})

let shutting_down = false
function shutDown(): void {
  if (shutting_down) return
  shutting_down = true
  setTimeout(() => process.exit(0), exit_timeout_ms).unref()
  void analyser.stop().finally(() => {
    link.close()
    process.exit(0)
  })
}
process.on('SIGTERM', shutDown)
process.on('SIGINT', shutDown)

// Exits together with its parent, whose end is detected by a closed stdin pipe or a changed parent process.
const parent = process.ppid
setInterval(() => process.ppid !== parent && shutDown(), 1000).unref()
const stdin = fstatSync(0)
if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on('end', shutDown).on('error', shutDown).resume()
