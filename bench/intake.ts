/**
 * `npm run bench:intake`: durable events per second over the analysis socket, with a small picture and with
 * a picture of 200 kB (target: 500, or 1.5 times a bare loop that writes and fsyncs the same bytes), compared
 * with bare inserts; then the latency of single events. Long because it measures its own floors.
 */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { insertCamera } from '@parking/server/camera/camera.store.ts'
import { saveScene } from '@parking/server/camera/scene.store.ts'
import { openDatabase } from '@parking/server/core/db.ts'
import { cameraRow } from '@parking/server/test/camera/camera-row.ts'
import { root } from '../scripts/lib/root.mjs'
import { percentile, printTable } from './support/figures.ts'
import { processorSeconds } from './support/processes.ts'

const [many_small, many_large, many_alone] = [5_000, 3_000, 500]
/** Reports in flight at once. */
const window = 64

const folder = mkdtempSync(join(tmpdir(), 'parking-bench-'))
const migrations = join(root, 'server/migrations')
const small = await sharp({
  create: {
    width: 160,
    height: 120,
    channels: 3,
    background: '#565',
    noise: { type: 'gaussian', mean: 120, sigma: 40 },
  },
})
  .jpeg({ quality: 80 })
  .toBuffer()
/** A comment segment holds at most 65,533 bytes (ITU T.81, B.2.4.5). */
const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), randomBytes(65_533)])
const large = Buffer.concat([small.subarray(0, 2), segment, segment, segment, small.subarray(2)])

function perSecond(seconds: number, work: () => void): number {
  const begun = performance.now()
  let done = 0
  for (; performance.now() - begun < seconds * 1000; done++) work()
  return done / ((performance.now() - begun) / 1000)
}

const pictures = join(folder, 'floor')

function durablePicture(jpeg: Buffer): void {
  const file = openSync(join(pictures, `${randomUUID()}.jpg`), 'w')
  writeSync(file, jpeg)
  fsyncSync(file)
  closeSync(file)
}

/** Pictures per second in a bare loop. */
function bytesFloor(): number {
  mkdirSync(pictures)
  const floor = perSecond(3, () => durablePicture(large))
  rmSync(pictures, { recursive: true })
  return floor
}

/** Inserts one row per transaction, one transaction after the other. */
function insertFloors(): { inserts: number; with_picture: number } {
  const db = openDatabase(join(folder, 'floor.db'), migrations)
  db.run('CREATE TABLE floor (uuid TEXT PRIMARY KEY, body TEXT)')
  const insert = () => void db.run('INSERT INTO floor VALUES (?, ?)', [randomUUID(), 'x'.repeat(300)])
  const inserts = perSecond(3, insert)
  mkdirSync(pictures)
  const with_picture = perSecond(3, () => {
    durablePicture(small)
    insert()
  })
  db.close()
  rmSync(pictures, { recursive: true })
  return { inserts, with_picture }
}

function plant(): void {
  const db = openDatabase(join(folder, 'parking.db'), migrations)
  insertCamera(
    db,
    cameraRow({
      camera_sn: 'BENCH',
      camera_name: 'Bench',
      onvif_port: 80,
      onvif_supported: 1,
      state: 2,
      state_reason: 'picture',
    }),
  )
  saveScene(
    db,
    {
      scene_id: 'scene',
      camera_sn: 'BENCH',
      scene_type: 0,
      enabled: 1,
      parking_no: 'P',
      direction: 5,
      ref_width: 160,
      ref_height: 120,
      feature: null,
      focus: null,
      ref_picture: '',
      update_ms: 0,
    },
    Array.from({ length: 16 }, (_, at) => ({
      lot_no: `L${at}`,
      lot_type: 1 as const,
      lot_posture: 0 as const,
      motor_num: 1,
      difficult: 0 as const,
      polygon: [
        [0.1, 0.1],
        [0.3, 0.1],
        [0.2, 0.4],
      ],
    })),
  )
  db.close()
}

type Taken = { per_second: number; p50_ms: number; p99_ms: number; /** Per event. */ cpu_ms: number }

/**
 * Writes each picture into the spool folder and reports its event, with `in_flight` reports at once, until
 * the last is acknowledged. Latency is measured from a report to its acknowledgement.
 */
async function intake(server: number, jpeg: Buffer, events: number, in_flight = window): Promise<Taken> {
  const socket = connect(join(folder, 'analysis.sock'))
  const say = (line: object) => void socket.write(`${JSON.stringify(line)}\n`)
  const lines = createInterface({ input: socket })
  const next = once(lines, 'line')
  say({ type: 'hello', protocol: 1, name: 'bench', version: '1' })
  const config = JSON.parse(String((await next)[0])) as { spool: string }
  const sent = new Map<number, number>()
  const times: number[] = []
  let at = 0
  const report = () => {
    if (at >= events) return
    const file = `${randomUUID()}.jpg`
    writeFileSync(join(config.spool, file), jpeg)
    sent.set(at, performance.now())
    say({
      type: 'event',
      id: at,
      event: {
        uuid: randomUUID(),
        event_time: Date.now(),
        camera_sn: 'BENCH',
        scene_id: 'scene',
        lot_no: `L${at % 16}`,
        event_type: at % 2 ? 3 : 1,
        // Different vehicles: a street does not see one plate on every lot at once.
        plate_number: `粤B${String(randomInt(100_000)).padStart(5, '0')}`,
        plate_color: 'blue',
        confidence: 97,
        pictures: [{ kind: 'car', file }],
      },
    })
    at++
  }
  const [begun, used] = [performance.now(), processorSeconds(server)]
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
  for (let i = 0; i < in_flight; i++) report()
  await all
  const per_second = events / ((performance.now() - begun) / 1000)
  const cpu_ms = ((processorSeconds(server) - used) * 1000) / events
  socket.destroy()
  return { per_second, p50_ms: percentile(times, 50), p99_ms: percentile(times, 99), cpu_ms }
}

try {
  const floor = insertFloors()
  plant()
  const server = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      PARKING_PORT: '0',
      PARKING_DATA: folder,
      PARKING_ADMIN_PASSWORD: 'Kerb#2026',
      PARKING_LOG: 'error',
      PARKING_PROGRAMS: '/nothing-here',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: server.stdout })) if (line.startsWith('Console: ')) break
  const pid = server.pid ?? 0
  const of_small = await intake(pid, small, many_small)
  const before = bytesFloor()
  const of_large = await intake(pid, large, many_large)
  const after = bytesFloor()
  const alone = await intake(pid, large, many_alone, 1)
  server.kill('SIGTERM')
  await once(server, 'exit')
  const bytes = (before + after) / 2
  const ratio = bytes / of_large.per_second
  const row = (name: string, { per_second, p50_ms, p99_ms, cpu_ms }: Taken) => [
    name,
    per_second.toFixed(0),
    p50_ms.toFixed(1),
    p99_ms.toFixed(1),
    cpu_ms.toFixed(2),
  ]
  console.log(`Events with one picture each, forced to disk; ${window} in flight:`)
  printTable([
    ['', 'events/s', 'p50 ms', 'p99 ms', 'processor ms'],
    ['floor: bare durable inserts, one after the other', floor.inserts.toFixed(0), '', '', ''],
    [
      `floor: durable picture of ${small.length} bytes, then durable insert`,
      floor.with_picture.toFixed(0),
      '',
      '',
      '',
    ],
    row(`${many_small} taken in over the analysis socket, ${small.length} bytes (budget 500)`, of_small),
    [
      `floor: ${large.length} bytes written and fsynced in a bare loop, before and after`,
      `${before.toFixed(0)}, ${after.toFixed(0)}`,
      '',
      '',
      '',
    ],
    row(
      `${many_large} taken in over the analysis socket, ${large.length} bytes (budget 500, or ` +
        `1.5 times the floor's time: ${ratio.toFixed(2)})`,
      of_large,
    ),
    row(`${many_alone} of ${large.length} bytes, one after the other`, alone),
  ])
  if (of_small.per_second < 500 || (of_large.per_second < 500 && ratio > 1.5)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
