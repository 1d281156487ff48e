/**
 * `npm run bench:list`: any page of the event list with any filter, by page and by cursor, compared with
 * plain SQL, at the events that the default retention holds and at those of the longest. Writes
 * docs/bench/event-list.md.
 * Long because filling, measuring and the page are one run.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Db, type Value } from '@parking/server/core/db.ts'
import { openMedia, type Media } from '@parking/server/core/media.ts'
import { buildChunk, chunksToBuild } from '@parking/server/events/list/event-chunk.store.ts'
import { listEvents } from '@parking/server/events/list/event-list.ts'
import {
  both,
  kindTerms,
  placeTerms,
  plateTerms,
  where,
  type EventFilter,
} from '@parking/server/events/list/event-terms.store.ts'
import { openSecrets } from '@parking/server/core/secrets.ts'
import { momentOf, stampOf } from '@parking/server/core/stamp.ts'
import { root } from '../scripts/lib/root.mjs'
import { percentile } from './support/figures.ts'
import { fillMillion } from './support/fill-million.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { writePage } from '#scripts/lib/docs/write-page.ts'

/** 900 events a day: the default retention of 365 days, and the longest, ten years. */
const sizes = [330_000, 3_300_000]
const rounds = 480
const seed = 20_261_128
const page_size = 20
/** Plain SQL takes seconds on many events, so only one in this many queries is repeated with it. */
const floor_every = 8

/** A Lehmer generator: small, and the same sequence on every machine. */
function draws(begin: number): (most: number) => number {
  let state = begin
  return (most) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
}

/** Wall time and CPU time. They differ when other programs are running. */
type Took = { ms: number; cpu_ms: number }
const took = (work: () => void): Took => {
  const [since, used] = [performance.now(), process.cpuUsage()]
  work()
  const ms = performance.now() - since
  const { user, system } = process.cpuUsage(used)
  return { ms, cpu_ms: (user + system) / 1000 }
}

/** Random filters of each kind over the events of a database. */
function questionsOf(db: Db, draw: (most: number) => number): Record<string, () => EventFilter> {
  const { first, last } = spanOf(db)
  const plates = db
    .all<{ plate_key: string }>("SELECT plate_key FROM event WHERE event_id % 997 = 0 AND plate_key <> ''")
    .map((row) => row.plate_key)
  const oneOf = <T>(list: readonly T[]): T => list[draw(list.length)]!
  const time = (): EventFilter => {
    const from = first + draw(Math.floor((last - first) / 60_000)) * 60_000
    return { start_time: stampOf(from), end_time: stampOf(from + (1 + draw(60)) * 43_200_000) }
  }
  const kinds = (): EventFilter =>
    oneOf<() => EventFilter>([
      () => ({ status: oneOf([0, 2, 3, 4, 5, 8, 9] as const) }),
      () => ({ event_type: oneOf([1, 3, 4, 7, 8, 10] as const) }),
      () => ({ plate_color: oneOf(['blue', 'green', 'yellow', 'black'] as const) }),
      () => ({ response_status: oneOf([0, 1] as const) }),
    ])()
  const place = (): EventFilter =>
    oneOf<() => EventFilter>([
      () => ({ lot_no: `L${draw(200)}` }),
      () => ({ camera_name: `Camera ${draw(25)}` }),
      () => ({ parking_no: `P-${draw(8)}` }),
    ])()
  const plate = (length = 1 + draw(7)): EventFilter => {
    const whole = oneOf(plates)
    const at = draw(Math.max(1, whole.length - length + 1))
    return { plate_number: whole.slice(at, at + length), ...(draw(2) === 0 ? { plate_like: true } : {}) }
  }
  return {
    nothing: () => ({}),
    'a stretch of time': time,
    'status, type, colour or answer': kinds,
    'lot, camera or site': place,
    'part of a plate': plate,
    'one or two characters': () => plate(1 + draw(2)),
    'time and kind': () => ({ ...time(), ...kinds() }),
    'place and kind': () => ({ ...place(), ...kinds() }),
    'plate and kind': () => ({ ...plate(), ...kinds() }),
    'plate and place': () => ({ ...plate(), ...place() }),
    'place and time': () => ({ ...place(), ...time() }),
    'the manual log': () => ({ manual: true }),
  }
}

const spanOf = (db: Db) =>
  db.get<{ first: number; last: number }>('SELECT min(event_ms) AS first, max(event_ms) AS last FROM event')!

/** The plain SQL of a list: skips to the page, reads its rows and counts the total. */
function bare(db: Db, filter: EventFilter, page: number): void {
  const terms = both(kindTerms(filter), placeTerms(filter), plateTerms(filter), {
    sql: [
      ...(filter.start_time === undefined ? [] : ['event_ms >= :from']),
      ...(filter.end_time === undefined ? [] : ['event_ms < :to']),
    ],
    params: {
      ...(filter.start_time === undefined ? {} : { from: momentOf(filter.start_time) }),
      ...(filter.end_time === undefined ? {} : { to: momentOf(filter.end_time) + 1000 }),
    } as Record<string, Value>,
  })
  db.all(
    `SELECT event.*, parking_no, camera_name, lot_no
     FROM (SELECT event_id FROM event INDEXED BY event_list ${where(terms.sql)}
           ORDER BY event_ms DESC, event_id DESC LIMIT ${page_size} OFFSET ${(page - 1) * page_size})
     JOIN event USING (event_id) JOIN place USING (place_id)`,
    terms.params,
  )
  db.get(`SELECT count(*) FROM event INDEXED BY event_list ${where(terms.sql)}`, terms.params)
}

type Times = { ours: Took[]; cursor: Took[]; bare: Took[] }
type Measured = { times: Record<string, Times>; max_found: number }
function measure(db: Db, media: Media): Measured {
  const times: Record<string, Times> = {}
  const draw = draws(seed)
  const { first, last } = spanOf(db)
  const questions = Object.entries(questionsOf(db, draw))
  let max_found = 0
  for (let round = 0; round < rounds; round++) {
    const [name, ask] = questions[round % questions.length]!
    const filter = ask()
    const { total } = listEvents(db, media, { ...filter, page: 1, page_size }, last)
    if (filter.plate_number !== undefined) max_found = Math.max(max_found, total)
    const page = 1 + draw(Math.max(1, Math.ceil(total / page_size)))
    const cursor = `older-${first + draw(Math.floor((last - first) / 1000)) * 1000}-0`
    const kept = (times[name] ??= { ours: [], cursor: [], bare: [] })
    kept.ours.push(took(() => listEvents(db, media, { ...filter, page, page_size }, last)))
    kept.cursor.push(took(() => listEvents(db, media, { ...filter, page: 1, page_size, cursor }, last)))
    if (Math.floor(round / questions.length) % floor_every === 0)
      kept.bare.push(took(() => bare(db, filter, page)))
  }
  return { times, max_found }
}

const ms = (values: readonly number[], percent: number) => percentile(values, percent).toFixed(1)
const clock = (all: readonly Took[]) => all.map((one) => one.ms)
const cells = (all: readonly Took[]) => [
  ms(clock(all), 50),
  ms(clock(all), 95),
  ms(
    all.map(({ cpu_ms }) => cpu_ms),
    95,
  ),
]
const is_within = ({ ours, cursor }: Times) =>
  percentile(clock(ours), 95) <= 50 && percentile(clock(cursor), 95) <= 50

function measureSize(events: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'parking-bench-list-'))
  const db = openDatabase(join(folder, 'parking.db'), join(root, 'server/migrations'))
  const media = openMedia(join(folder, 'media'), openSecrets(folder), () => true)
  const filled = took(() => fillMillion(db, events))
  // Builds all chunks but the newest, as the server does in the background (workers/event-chunk-builder.ts).
  const built = chunksToBuild(db).map((chunk) => took(() => buildChunk(db, chunk)))
  const { times, max_found } = measure(db, media)
  db.close()
  const gb = statSync(join(folder, 'parking.db')).size / 1_000_000_000
  rmSync(folder, { recursive: true, force: true })
  const columns = ['page', 'cursor', 'bare SQL'].flatMap((kind) => [`${kind} p50`, `${kind} p95`, 'its CPU'])
  const rows = Object.entries(times).map(([name, one]) => {
    if (!is_within(one)) process.exitCode = 1
    return [name, ...cells(one.ours), ...cells(one.cursor), ...cells(one.bare)]
  })
  return `## ${events.toLocaleString('en')} events

${markdownTable([['narrowed by', ...columns], ...rows])}

The most frequent part of a plate is found in ${max_found.toLocaleString('en')} events. The database was
filled in ${(filled.ms / 1000).toFixed(0)} s and took ${gb.toFixed(1)} GB. ${built.length} chunks were built
(one: p50 ${ms(clock(built), 50)}, p95 ${ms(clock(built), 95)} ms), all but the newest; a device does this
once, in the background, after the update.
`
}

const parts = sizes.map(measureSize)
const text = `# The event list

Printed by \`npm run bench:list\` (seed ${seed}; ${cpus().length} × ${cpus()[0]?.model ?? 'processor'};
Node ${process.version}; load average ${loadavg()[0]!.toFixed(1)} at the end). Each of ${rounds} queries asks
for a random page; milliseconds for the whole answer (rows, signed addresses, total), beside plain SQL for the
same page and total over the same index (every ${floor_every}th query). "Its CPU" is the p95 of the CPU
time of the same answers: the difference to the wall time was spent by other programs.

A part of a plate has one to seven characters of an existing plate, and half of them match look-alikes too.
Every total is exact. Budget: p95 of every line at most 50 ms
([0076](../decisions/0076-events-are-counted-in-sets.md)).

${parts.join('\n')}`
console.log(text)
await writePage('docs/bench/event-list.md', text)
