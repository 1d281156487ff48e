/**
 * `npm run bench:list [-- --keep FOLDER]`: any page of the event list with any filter, by page and by cursor,
 * compared with plain SQL. Writes docs/bench/event-list.md. `--keep` stores the database in FOLDER, or reuses
 * the one that is already there.
 * Long because filling, measuring and the page are one run.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Db, type Value } from '@parking/server/core/db.ts'
import { openMedia } from '@parking/server/core/media.ts'
import { blocksToKeep, keepBlock } from '@parking/server/events/list/event-block.store.ts'
import { buildSection, sectionsToBuild } from '@parking/server/events/list/event-section-build.ts'
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
import { writePage } from '#scripts/lib/docs/write-page.ts'
import { readOptions } from '../scripts/lib/options.ts'

const events = Number(process.env['BENCH_EVENTS'] ?? 1_000_000)
const rounds = 400
const seed = 20_261_122
const page_size = 20
/** Plain SQL takes seconds on many events, so only one in this many queries is repeated with it. */
const floor_every = events > 1_000_000 ? 4 : 1

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

const { keep } = readOptions('npm run bench:list -- [--keep FOLDER]', {
  options: { keep: { type: 'string' } },
}).values
if (keep !== undefined) mkdirSync(keep, { recursive: true })
const folder = keep ?? mkdtempSync(join(tmpdir(), 'parking-bench-list-'))
const is_filled = existsSync(join(folder, 'parking.db'))
const db = openDatabase(join(folder, 'parking.db'), join(root, 'server/migrations'))
const media = openMedia(join(folder, 'media'), openSecrets(folder), () => true)
const begun = performance.now()
if (!is_filled) fillMillion(db, events)
const filled_s = (performance.now() - begun) / 1000
if (db.get<{ n: number }>('SELECT count(*) AS n FROM event NOT INDEXED')!.n !== events)
  throw new Error(`The database in ${folder} has another number of events.`)
// Builds all blocks and sections but the newest, as the server does in the background
// (workers/event-block-builder.ts).
const blocks = blocksToKeep(db)
const slices = blocks.map((block) => took(() => keepBlock(db, block)).ms)
const sections = sectionsToBuild(db)
const section_slices = sections.flatMap((section) => {
  const all: Took[] = []
  const building = buildSection(db, section)
  for (let done: boolean | undefined = false; !done;) all.push(took(() => (done = building.next().done)))
  return all
})
const { first, last } = db.get<{ first: number; last: number }>(
  'SELECT min(event_ms) AS first, max(event_ms) AS last FROM event',
)!
const plates = db
  .all<{ plate_key: string }>("SELECT plate_key FROM event WHERE event_id % 997 = 0 AND plate_key <> ''")
  .map((row) => row.plate_key)

type Question = { name: string; filter: EventFilter; page: number }
const draw = draws(seed)
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
const plate = (): EventFilter => {
  const whole = oneOf(plates)
  const length = 2 + draw(6)
  const at = draw(Math.max(1, whole.length - length + 1))
  return { plate_number: whole.slice(at, at + length), ...(draw(2) === 0 ? { plate_like: true } : {}) }
}
const kinds_of_question: Record<string, () => EventFilter> = {
  nothing: () => ({}),
  'a stretch of time': time,
  'status, type, colour or answer': kinds,
  'lot, camera or site': place,
  'part of a plate': plate,
  'time and kind': () => ({ ...time(), ...kinds() }),
  'place and kind': () => ({ ...place(), ...kinds() }),
  'plate and kind': () => ({ ...plate(), ...kinds() }),
  'plate and place': () => ({ ...plate(), ...place() }),
  'place and time': () => ({ ...place(), ...time() }),
  'the manual log': () => ({ manual: true }),
}

/** The plain SQL of a list: skips to the page, reads its rows and counts the total. */
function bare(filter: EventFilter, page: number): void {
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
function measure(database: Db): Record<string, Times> {
  const times: Record<string, Times> = {}
  const questions: Question[] = Array.from({ length: rounds }, (_, at) => {
    const name = Object.keys(kinds_of_question)[at % Object.keys(kinds_of_question).length]!
    return { name, filter: kinds_of_question[name]!(), page: 1 }
  })
  for (const [at, { name, filter }] of questions.entries()) {
    const { total } = listEvents(database, media, { ...filter, page: 1, page_size }, last)
    if (filter.plate_number !== undefined) max_found = Math.max(max_found, total)
    const page = 1 + draw(Math.max(1, Math.ceil(total / page_size)))
    const cursor = `older-${first + draw(Math.floor((last - first) / 1000)) * 1000}-0`
    const kept = (times[name] ??= { ours: [], cursor: [], bare: [] })
    kept.ours.push(took(() => listEvents(database, media, { ...filter, page, page_size }, last)))
    kept.cursor.push(took(() => listEvents(database, media, { ...filter, page: 1, page_size, cursor }, last)))
    // The kinds of query alternate, so this picks every `floor_every`th query of each kind.
    if (Math.floor(at / Object.keys(kinds_of_question).length) % floor_every === 0)
      kept.bare.push(took(() => bare(filter, page)))
  }
  return times
}

let max_found = 0
const times = measure(db)
const gb = statSync(join(folder, 'parking.db')).size / 1_000_000_000
db.close()
if (keep === undefined) rmSync(folder, { recursive: true, force: true })
const all = {
  ours: Object.values(times).flatMap(({ ours }) => ours),
  cursor: Object.values(times).flatMap(({ cursor }) => cursor),
  bare: Object.values(times).flatMap((one) => one.bare),
}
const ms = (values: readonly number[], percent: number) => percentile(values, percent).toFixed(1)
const clock = (all_took: readonly Took[]) => all_took.map((one) => one.ms)
const cpu = (all_took: readonly Took[]) => all_took.map((one) => one.cpu_ms)
const columns = (all_took: readonly Took[]) =>
  [ms(clock(all_took), 50), ms(clock(all_took), 95), ms(cpu(all_took), 95)].join(' | ')
const row = (name: string, { ours, cursor, bare: floor }: Times) =>
  `| ${name} | ${columns(ours)} | ${columns(cursor)} | ${columns(floor)} |`
const processor = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`
const columns_of = (kind: string) => [`${kind} p50`, `${kind} p95`, 'its CPU']
const head = ['narrowed by', ...['page', 'cursor', 'bare SQL'].flatMap(columns_of)]
const sum_s = (all_ms: readonly number[]) => (all_ms.reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(1)
const sections_cpu = section_slices.map((one) => one.cpu_ms)
const how_often = floor_every > 1 ? ` (every ${floor_every}th query)` : ''
const how_filled = is_filled
  ? `The database, of ${gb.toFixed(1)} GB, was kept from an earlier run.`
  : `The database was filled in ${filled_s.toFixed(0)} s and took ${gb.toFixed(1)} GB.`
const how_built =
  blocks.length + sections.length === 0
    ? ''
    : `
Building ${blocks.length} blocks took ${sum_s(slices)} s (one: p50 ${ms(slices, 50)}, p95
${ms(slices, 95)} ms), and ${sections.length} sections ${sum_s(sections_cpu)} s of CPU time (a slice:
p50 ${ms(sections_cpu, 50)}, p95 ${ms(sections_cpu, 95)} ms).
A device does this once, in the background, after the update.`
const text = `# The event list at ${events.toLocaleString('en')} events

Printed by \`npm run bench:list\` (seed ${seed}; ${processor}; Node ${process.version}).
${rounds} queries, each with a random page; milliseconds for the whole answer (rows, signed addresses, total),
beside plain SQL for the same page and total over the same index${how_often}. ${how_filled}
"Its CPU" is the p95 of the CPU time of the same answers: the difference to the wall
time was spent by other programs (load average ${loadavg()[0]!.toFixed(1)} at the end).

| ${head.join(' | ')} |
|---|${'---:|'.repeat(head.length - 1)}
${Object.entries(times)
  .map(([name, one]) => row(name, one))
  .join('\n')}
${row('**all**', all)}

Part of a plate: two to seven characters of an existing plate, half of them with their look-alikes; the most
frequent one is found in ${max_found.toLocaleString('en')} events. Every total is exact.
Budget: p95 of every line below 50 ms, and of all within 1.5 of the bare SQL. The most expensive query is a
text found in very many events combined with a kind (docs/decisions/0072). All blocks and sections but the
newest were built, as they are at rest.${how_built}
`
console.log(text)
if (events === 1_000_000) await writePage('docs/bench/event-list.md', text)
const slow = Object.values(times).some(
  ({ ours, cursor }) => percentile(clock(ours), 95) > 50 || percentile(clock(cursor), 95) > 50,
)
if (slow || percentile(clock(all.ours), 95) > percentile(clock(all.bare), 95) * 1.5) process.exitCode = 1
