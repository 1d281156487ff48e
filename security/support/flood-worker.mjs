/**
 * A thread that opens connections and keeps those that succeed, so that the prober is not delayed. Plain
 * JavaScript, because a thread of Node 20 cannot load TypeScript.
 */
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** @type {{ port: number, count: number, addresses: string[] }} */
const { port, count, addresses } = workerData
/** Number of attempts in progress at the same time. */
const max_parallel = 400
/** @type {Set<import('node:net').Socket>} */
const held = new Set()
let [begun, ended, connected] = [0, 0, 0]

function next() {
  if (begun >= count) return
  const localAddress = addresses[begun++ % addresses.length] ?? '127.0.0.1'
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  let settled = false
  const settle = () => {
    if (settled) return
    settled = true
    ended++
    if (ended === count) parentPort?.postMessage({ done: true, connected, held: held.size })
    setImmediate(next)
  }
  socket
    .once('connect', () => {
      connected++
      held.add(socket)
      settle()
    })
    .on('error', settle)
    .once('close', () => {
      held.delete(socket)
      settle()
    })
}
for (let i = 0; i < Math.min(max_parallel, count); i++) next()
parentPort?.on('message', () => {
  for (const socket of held) socket.destroy()
  process.exit(0)
})
