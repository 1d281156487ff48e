/**
 * How many durable events a second the server takes in over the analysis socket, one small picture each (DESIGN §9: at least 500 on two
 * cores), beside two floors on the same disk: bare durable inserts, and a durable insert after a durable picture.
 */
import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { insertCamera } from '../server/src/camera/camera.store.ts'
import { saveScene } from '../server/src/camera/scene.store.ts'
import { openDatabase } from '../server/src/db.ts'
import { root } from '../scripts/lib/root.mjs'
import { percentile, printTable } from './support/figures.ts'

const events = 5_000
/** As many reports are under way at once. */
const window = 64

const folder = mkdtempSync(join(tmpdir(), 'parking-bench-'))
const migrations = join(root, 'server/migrations')
const jpeg = await sharp({ create: { width: 160, height: 120, channels: 3, background: '#565', noise: { type: 'gaussian', mean: 120, sigma: 40 } } }).jpeg({ quality: 80 }).toBuffer()

function perSecond(seconds: number, work: () => void): number {
  const begun = performance.now()
  let done = 0
  for (; performance.now() - begun < seconds * 1000; done++) work()
  return done / ((performance.now() - begun) / 1000)
}

/** One row a transaction, one transaction after the other. */
function floors(): { inserts: number; with_picture: number } {
  const db = openDatabase(join(folder, 'floor.db'), migrations)
  db.run('CREATE TABLE floor (uuid TEXT PRIMARY KEY, body TEXT)')
  const insert = () => void db.run('INSERT INTO floor VALUES (?, ?)', [randomUUID(), 'x'.repeat(300)])
  const inserts = perSecond(3, insert)
  const pictures = join(folder, 'floor')
  mkdirSync(pictures)
  const with_picture = perSecond(3, () => {
    const file = openSync(join(pictures, `${randomUUID()}.jpg`), 'w')
    writeSync(file, jpeg)
    fsyncSync(file)
    closeSync(file)
    insert()
  })
  db.close()
  return { inserts, with_picture }
}

function plant(): void {
  const db = openDatabase(join(folder, 'parking.db'), migrations)
  insertCamera(db, {
    camera_sn: 'BENCH', camera_name: 'Bench', ipv4: '192.0.2.1', onvif_port: 80, username: '', password: '', onvif_supported: 1, ptz_supported: 0, camera_type: 0, width: 0, height: 0,
    stream_url_main: '', stream_url_sub: '', frame_url: '', bit_rate: 0, frame_rate: 0, model: '', state: 2, state_reason: 'picture', state_ms: 0, create_ms: 0,
  })
  saveScene(db, {
    scene_id: 'scene', camera_sn: 'BENCH', scene_type: 0, enabled: 1, parking_no: 'P', direction: 5, ref_width: 160, ref_height: 120, feature: null, focus: null, ref_picture: '', update_ms: 0,
  }, Array.from({ length: 16 }, (_, at) => ({ lot_no: `L${at}`, lot_type: 1 as const, lot_posture: 0 as const, motor_num: 1, difficult: 0 as const, polygon: [[0.1, 0.1], [0.3, 0.1], [0.2, 0.4]] })))
  db.close()
}

/** Reports all events and waits for the last acknowledgement. The pictures lie in the spool folder before the clock starts. */
async function intake(): Promise<{ per_second: number; p50_ms: number; p99_ms: number }> {
  const socket = connect(join(folder, 'analysis.sock'))
  const say = (line: object) => void socket.write(`${JSON.stringify(line)}\n`)
  const lines = createInterface({ input: socket })
  const next = once(lines, 'line')
  say({ type: 'hello', protocol: 1, name: 'bench', version: '1' })
  const config = JSON.parse(String((await next)[0])) as { spool: string }
  const files = Array.from({ length: events }, (_, at) => {
    writeFileSync(join(config.spool, `${at}.jpg`), jpeg)
    return `${at}.jpg`
  })
  const sent = new Map<number, number>()
  const times: number[] = []
  let at = 0
  const report = () => {
    if (at >= events) return
    sent.set(at, performance.now())
    say({
      type: 'event', id: at, event: {
        uuid: randomUUID(), event_time: Date.now(), camera_sn: 'BENCH', scene_id: 'scene', lot_no: `L${at % 16}`, event_type: at % 2 ? 3 : 1, plate_number: '粤B12345',
        plate_color: 'blue', confidence: 97, pictures: [{ kind: 'car', file: files[at] }],
      },
    })
    at++
  }
  const begun = performance.now()
  const all = new Promise<void>((done, failed) => {
    lines.on('line', (line) => {
      const answer = JSON.parse(line) as { type: string; id: number; result?: string }
      if (answer.type === 'config') return
      if (answer.result !== 'stored') return failed(new Error(line))
      times.push(performance.now() - (sent.get(answer.id) ?? 0))
      if (times.length === events) done()
      report()
    })
  })
  for (let i = 0; i < window; i++) report()
  await all
  const per_second = events / ((performance.now() - begun) / 1000)
  socket.destroy()
  return { per_second, p50_ms: percentile(times, 50), p99_ms: percentile(times, 99) }
}

try {
  const floor = floors()
  plant()
  const server = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/src/main.ts')], {
    env: { PATH: process.env['PATH'], PARKING_PORT: '0', PARKING_DATA: folder, PARKING_ADMIN_PASSWORD: 'Kerb#2026', PARKING_LOG: 'error', PARKING_PROGRAMS: '/nothing-here' }, stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: server.stdout })) if (line.startsWith('Console: ')) break
  const { per_second, p50_ms, p99_ms } = await intake()
  server.kill('SIGTERM')
  await once(server, 'exit')
  console.log(`Events with one picture of ${jpeg.length} bytes each, forced to disk; ${events} events, ${window} under way:`)
  printTable([
    ['', 'events/s', 'p50 ms', 'p99 ms'],
    ['floor: bare durable inserts, one after the other', floor.inserts.toFixed(0), '', ''],
    ['floor: durable picture, then durable insert', floor.with_picture.toFixed(0), '', ''],
    ['taken in over the analysis socket (budget 500)', per_second.toFixed(0), p50_ms.toFixed(1), p99_ms.toFixed(1)],
  ])
  if (per_second < 500) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
