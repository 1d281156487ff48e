/**
 * `npm run bench`: calls per second and p99 latency of `system_status` and `parking_event` at 100,000 events,
 * compared with a bare Fastify and the bare SQL of the list's first page; memory when idle. Then runs the
 * other benchmarks of this folder.
 */
import { join } from 'node:path'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@parking/server/core/db.ts'
import { root } from '../scripts/lib/root.mjs'
import { runNode } from '../scripts/lib/run.mjs'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { startDevice } from '../e2e/support/device.ts'
import { fillEvents } from './support/fill-events.ts'
import { megabytesOf, percentile, printTable } from './support/figures.ts'

const events = 100_000
const seconds = 5
const connections = 8

type Figures = { per_second: number; p50_ms: number; p99_ms: number }

/** Repeats a call over persistent connections for a few seconds. Every response must be valid. */
async function load(address: string, path: string, body: unknown, token: string): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    authorization: `Bearer ${token}`,
  }
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const asking = request(address + path, { method: 'POST', agent, headers }, (response) => {
        let answer = ''
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (answer += chunk))
          .on('end', () =>
            answer.startsWith('{"code":0,')
              ? resolve()
              : reject(new Error(`${path} answered ${answer.slice(0, 200)}`)),
          )
      })
      asking.on('error', reject).end(text)
    })
  for (let i = 0; i < 50; i++) await ask()
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const since = performance.now()
        await ask()
        times.push(performance.now() - since)
      }
    }),
  )
  const took = (performance.now() - begun) / 1000
  agent.destroy()
  return { per_second: times.length / took, p50_ms: percentile(times, 50), p99_ms: percentile(times, 99) }
}

/** A bare Fastify in its own process, like the server. */
async function bareFastify(): Promise<Figures> {
  const { fastify } = await import('fastify')
  const app = fastify()
  app.post('/hello', () => ({ code: 0, message: 'success', data: { hello: 'world' } }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const figures = await load(`http://127.0.0.1:${port}`, '/hello', {}, '')
  await app.close()
  return figures
}

type Question = { name: string; body: object; where?: string; offset?: number }

/** The queries, each as the body of the call and as the least SQL that can answer it. */
const questions: Question[] = [
  { name: 'first page', body: {} },
  { name: 'one status', body: { status: 3 }, where: 'status = 3' },
  { name: 'part of a plate', body: { plate_number: '粤B1234' }, where: "plate_key LIKE '%粤B1234%'" },
  { name: 'page 4000', body: { page: 4000 }, offset: 79_980 },
]

/** Reads the rows of a page and the total, without a server. */
function bareSql(folder: string, { where = 'true', offset = 0 }: Question): Figures {
  const db = openDatabase(join(folder, 'parking.db'), join(root, 'server/migrations'))
  const times: number[] = []
  const begun = performance.now()
  while (performance.now() - begun < 2000) {
    const since = performance.now()
    db.all(
      'SELECT event.*, parking_no, camera_name, lot_no FROM event JOIN place USING (place_id) ' +
        `WHERE ${where} ORDER BY event_ms DESC LIMIT 20 OFFSET ${offset}`,
    )
    db.get(`SELECT count(*) AS n FROM event WHERE ${where}`)
    times.push(performance.now() - since)
  }
  const took = (performance.now() - begun) / 1000
  db.close()
  return { per_second: times.length / took, p50_ms: percentile(times, 50), p99_ms: percentile(times, 99) }
}

await buildWhatChanged()
const device = await startDevice({ PARKING_APP: '' })
await device.stop()
fillEvents(join(device.folder, 'data'), events)
const floors = questions.map((question) => bareSql(join(device.folder, 'data'), question))
await device.start()
await wait(5000)
const idle = megabytesOf(device.pid)
const token = await device.signIn()
const rows: [string, Figures][] = [
  ['floor: bare Fastify, a constant', await bareFastify()],
  ['system_status', await load(device.address, '/api/system/system_status', {}, token)],
]
for (const [at, question] of questions.entries()) {
  const floor = floors[at]
  if (floor) rows.push([`floor: bare SQL of ${question.name} (no HTTP, one at a time)`, floor])
  rows.push([
    `parking_event, ${question.name}`,
    await load(
      device.address,
      '/api/parking/parking_event',
      { page: 1, page_size: 20, ...question.body },
      token,
    ),
  ])
}
console.log(`${events} events, ${connections} connections, ${seconds} s each:`)
printTable([
  ['', 'calls/s', 'p50 ms', 'p99 ms'],
  ...rows.map(([name, f]) => [name, f.per_second.toFixed(0), f.p50_ms.toFixed(2), f.p99_ms.toFixed(2)]),
])
console.log(
  `Idle resident memory: ${idle.toFixed(0)} MB (budget 110); after the load: ` +
    `${megabytesOf(device.pid).toFixed(0)} MB`,
)
await device.end()

for (const part of ['bench/intake.ts', 'bench/drain.ts', 'bench/start.ts', 'bench/cameras.ts']) {
  const { code } = await runNode('node_modules/tsx/dist/cli.mjs', [part], { show: true })
  if (code !== 0) process.exitCode = code
}
