/**
 * The simulated analysis program, a process of its own. The server starts it with PARKING_SOCKET in its
 * environment.
 */
import { fstatSync } from 'node:fs'
import { createAnalyser } from './analyser.ts'
import { openLink } from './link.ts'

const version = '1.0.0'
const last_words_ms = 1500

const path = process.env['PARKING_SOCKET']
if (!path) {
  console.error('PARKING_SOCKET is not set: the analysis program is started by the device server')
  process.exit(2)
}

const analyser = createAnalyser(
  (message) => link.send(message),
  Number(process.env['STREET_POLL_MS'] ?? 1000),
)
const link = openLink({
  path,
  version,
  onMessage: (message) => analyser.receive(message),
  onUp: () => analyser.connected(),
})

let leaving = false
function leave(): void {
  if (leaving) return
  leaving = true
  setTimeout(() => process.exit(0), last_words_ms).unref()
  void analyser.stop().finally(() => {
    link.close()
    process.exit(0)
  })
}
process.on('SIGTERM', leave)
process.on('SIGINT', leave)

// no process is left behind: the parent's death shows as a closed pipe at stdin or as another parent
const parent = process.ppid
setInterval(() => process.ppid !== parent && leave(), 1000).unref()
const stdin = fstatSync(0)
if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on('end', leave).on('error', leave).resume()
