/**
 * `npm run bench:wall`: how long one refresh of the first page occupies the main thread, with 16 cameras, 200
 * lots and a million events (target: p95 of 10 ms), compared with plain SQL that reads only the newest event
 * of each lot. Writes docs/bench/wall.md.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { event_type } from '@parking/contract'
import { linuxHost } from '@parking/server/adapters/system/linux-host.ts'
import { noApp } from '@parking/server/adapters/system/no-app.ts'
import { ReportedReadings } from '@parking/server/alarm/reading.ts'
import type { CameraLooks } from '@parking/server/camera/look.ts'
import { LotStates } from '@parking/server/camera/lot-states.ts'
import { openDatabase, type Db } from '@parking/server/core/db.ts'
import { openMedia } from '@parking/server/core/media.ts'
import { openSecrets } from '@parking/server/core/secrets.ts'
import { BoxClock } from '@parking/server/device/box-clock.ts'
import { HeartbeatState } from '@parking/server/platform/heartbeat-state.ts'
import { boxHealth } from '@parking/server/system/health/health.ts'
import { LotStays } from '@parking/server/dashboard/lot-stays.ts'
import { NewestEvent } from '@parking/server/dashboard/newest-event.ts'
import { cameraWall } from '@parking/server/dashboard/calls.ts'
import { root } from '../scripts/lib/root.mjs'
import { percentile } from './support/figures.ts'
import { fillMillion } from './support/fill-million.ts'
import { plantStreet, street_size } from './support/plant-street.ts'
import { writePage } from '#scripts/lib/docs/write-page.ts'

const events = Number(process.env['BENCH_EVENTS'] ?? 1_000_000)
const readings = 300

const folder = mkdtempSync(join(tmpdir(), 'parking-bench-wall-'))
const db = openDatabase(join(folder, 'parking.db'), join(root, 'server/migrations'))
const secrets = openSecrets(folder)
fillMillion(db, events)
const lots = plantStreet(db)
const looks: CameraLooks = new Map(
  Array.from({ length: street_size.cameras }, (_, n) => [`S-${n}`, { look_ms: 1, picture_ms: 1 }]),
)
const lot_states = new LotStates()
lot_states.replace(
  lots.map(({ lot_no, scene_id }, n) => ({
    lot_no,
    scene_id,
    occupied: n % 3 > 0,
    plate_number: '',
    cover: 1,
  })),
  Date.now(),
)
const deps = {
  db,
  secrets,
  folder,
  now: Date.now,
  media: openMedia(join(folder, 'media'), secrets, () => true).forSession('bench'),
  looks,
  lot_states,
  analysis: { peer: { name: 'bench', version: '1' } },
  lot_stays: new LotStays(),
  newest_event: new NewestEvent(),
}
const health_deps = {
  ...deps,
  app: noApp(),
  host: linuxHost(db),
  box_clock: new BoxClock({
    db,
    clock: {
      read: () => Promise.reject(new Error('not asked')),
      setZone: () => Promise.resolve(),
      setTime: () => Promise.resolve(),
      setNtp: () => Promise.resolve(),
      ask: () => Promise.reject(new Error('not asked')),
    },
  }),
  heartbeat: new HeartbeatState(),
  readings: new ReportedReadings(),
}

/** The minimum that a page with the plate of each lot has to read. */
const floor = (database: Db): unknown[] =>
  lots.map(({ lot_no }) =>
    database.get(
      `SELECT event.* FROM event INDEXED BY event_stay WHERE event_type IN (0, 1, 2, 3)
        AND place_id = (SELECT place_id FROM place WHERE lot_no = ?) ORDER BY event_ms DESC LIMIT 1`,
      [lot_no],
    ),
  )

/** Milliseconds of processor time rather than wall time, because other programs run as well. */
async function measured(work: () => unknown): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < readings; n++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return times
}

/** One lot has a new event, as on a busy street between two refreshes. */
let [changed, number] = [0, 0]
const oneChanged = (work: () => unknown) => () => {
  db.run('UPDATE event SET plate_color = ? WHERE event_id = ?', [`c${++number}`, events - (changed++ % 200)])
  return work()
}
const change = oneChanged(() => undefined)

const wall = () => cameraWall(deps)
/** The first refresh after a start, with empty caches. */
const firstWall = () => cameraWall({ ...deps, lot_stays: new LotStays(), newest_event: new NewestEvent() })
const rows: [string, number[]][] = [
  ['the wall, after an event of one lot', await measured(oneChanged(wall))],
  ['the wall, after a start', await measured(firstWall)],
]
const { length: bytes } = JSON.stringify(wall())
const { length: packed } = brotliCompressSync(JSON.stringify(wall()), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
})
rows.push(['the strip (`box_health`)', await measured(() => boxHealth(health_deps))])
rows.push(['floor: the newest event of each lot', await measured(() => floor(db))])
rows.push(['floor: the changed event alone', await measured(change)])
db.run('UPDATE lot SET motor_num = 8')
rows.push(['every lot for eight motorcycles, after an event of one', await measured(oneChanged(wall))])
rows.push(['the same after a start', await measured(firstWall)])
const open = db.get<{ n: number }>(
  `SELECT count(*) AS n FROM event WHERE event_type IN (${event_type.entry}, ${event_type.exit})`,
)
db.close()
rmSync(folder, { recursive: true, force: true })

const ms = (values: readonly number[], percent: number) => percentile(values, percent).toFixed(1)
const processor = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`
const figure = (value: number) => value.toLocaleString('en')
const row = (name: string, times: readonly number[]) =>
  `| ${name} | ${ms(times, 50)} | ${ms(times, 95)} | ${ms(times, 100)} |`
const text = `# The first page in figures

Printed by \`npm run bench:wall\` (${processor}; Node ${process.version}; load
average ${loadavg()[0]!.toFixed(1)} at the end). ${street_size.cameras} cameras, ${street_size.lots} lots and
${figure(events)} events, of which ${figure(open?.n ?? 0)} are entries and exits;
${readings} readings each, milliseconds of processor time. The page reads every three seconds. Target: p95 of
10 ms.

| one reading | p50 | p95 | max |
|---|---:|---:|---:|
${rows.map(([name, times]) => row(name, times)).join('\n')}

The answer has ${figure(bytes)} bytes, ${figure(packed)} as a browser gets it.

Lots whose entries, updates and exits did not change are not read again
(\`server/src/dashboard/lot-stays.ts\`), so the number of stored events hardly matters: each lot is read by
the index \`event_stay\`. The last line is the worst case and happens once after a start; a lot for
motorcycles needs its last 200 events, because one vehicle may stand while many come and go. The strip reads
the queue view, which is most of its cost.
`
console.log(text)
if (events === 1_000_000) await writePage('docs/bench/wall.md', text)
if (percentile(rows[0]![1], 95) > 10) process.exitCode = 1
