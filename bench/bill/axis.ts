/**
 * The time axis: the server's time for a day and for a page of irregular stays, compared with bare SQL; and
 * frames.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Db } from '@parking/server/core/db.ts'
import { spanOfDay, stampOf } from '@parking/server/core/stamp.ts'
import { irregularStays } from '@parking/server/stays/find-stays.ts'
import { updateStays } from '@parking/server/stays/update-stays.ts'
import { stayDay } from '@parking/server/stays/stay-day.ts'
import { dueLots } from '@parking/server/stays/stay.store.ts'
import { root } from '#scripts/lib/root.mjs'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { median, percentile } from '../support/figures.ts'
import { fillKeptStays } from '../support/fill-kept-stays.ts'
import { fillMillion } from '../support/fill-million.ts'
import { fillStays, street } from '../support/fill-stays.ts'
import { measureFrames } from './axis-frames.ts'
import type { Measured, Part } from './part.ts'

const rounds = 200
const budget = { p95_ms: 50 }
const many_events = Number(process.env['BENCH_EVENTS'] ?? 3_300_000)
/** The number of days over which `fillMillion` spreads the events. */
const many_days = Math.floor((many_events * 17) / 86_400)

/** As many events as the default retention of a year holds. */
const year = { ...street, days: 365, events: 330_000 }

type Took = { ms: number; cpu_ms: number }
const took = (work: () => unknown): Took => {
  const [since, used] = [performance.now(), process.cpuUsage()]
  work()
  const ms = performance.now() - since
  const { user, system } = process.cpuUsage(used)
  return { ms, cpu_ms: (user + system) / 1000 }
}

/** Measures everything but the network, on a database whose stays `fill` computes or writes. */
function measureServer(
  folder: string,
  fill: (db: Db) => string,
  days_back: number,
  is_kept: boolean,
): Measured {
  const db = openDatabase(join(folder, 'parking.db'), join(root, 'server/migrations'))
  const how_filled = fill(db)
  // In a database kept from an earlier run, the newest event may be up to a day old.
  const end_ms = db.get<{ ms: number }>('SELECT max(event_ms) AS ms FROM event')!.ms
  const now = () => end_ms
  const days = Array.from({ length: rounds }, (_, at) =>
    stampOf(end_ms - (1 + ((at * 37) % (days_back - 1))) * 86_400_000).slice(0, 10),
  )
  const ours = days.map((day) => took(() => JSON.stringify(stayDay({ day }, { db, now }))))
  const bare = days.map((day) => {
    const { from_ms, to_ms } = spanOfDay(day)
    return took(() =>
      JSON.stringify(
        db.all(
          `SELECT event_ms, place_id, event_type, plate_number FROM event
            WHERE event_ms >= ? AND event_ms < ? AND event_type IN (0, 1, 2, 3)`,
          [from_ms, to_ms],
        ),
      ),
    )
  })
  const first = irregularStays({ page_size: 50 }, { db })
  let cursor: string | undefined
  const irregular = Array.from({ length: rounds }, () =>
    took(() => {
      cursor = irregularStays({ page_size: 50, ...(cursor !== undefined && { cursor }) }, { db }).next
    }),
  )
  const bare_irregular = Array.from({ length: 20 }, () =>
    took(() => db.all('SELECT irregular, count(*) FROM stay WHERE irregular <> 0 GROUP BY irregular')),
  )
  const day = stayDay({ day: days[0]! }, { db, now })
  const counts = db.get<{ events: number; stays: number }>(
    'SELECT (SELECT count(*) FROM event) AS events, (SELECT count(*) FROM stay) AS stays',
  )!
  db.close()
  if (!is_kept) rmSync(folder, { recursive: true, force: true })
  const row = (name: string, all: readonly Took[]) => [
    name,
    ...[50, 95].map((percent) =>
      percentile(
        all.map(({ ms }) => ms),
        percent,
      ).toFixed(1),
    ),
    percentile(
      all.map(({ cpu_ms }) => cpu_ms),
      95,
    ).toFixed(1),
  ]
  const count = (n: number) => n.toLocaleString('en')
  const kb = Math.round(JSON.stringify(day).length / 1024)
  const text = `${count(counts.events)} events of ${count(days_back)} days, ${count(counts.stays)} stays.
A day has ${count(day.stays.length)} stays and ${kb} kB before compression; ${count(first.total)} stays
are irregular. Milliseconds of the server for ${rounds} days, and for ${rounds} pages one after the other:

${markdownTable([
  ['what', 'p50', 'p95', 'CPU p95'],
  row('a day of all lots', ours),
  row('bare SQL: the entries and exits of that day, unpaired', bare),
  row('a page of irregular stays, with their numbers', irregular),
  row('bare SQL: the numbers alone', bare_irregular),
])}

${how_filled}
`
  const p95 = (all: readonly Took[]) =>
    percentile(
      all.map(({ ms }) => ms),
      95,
    )
  return { text, within: p95(ours) <= budget.p95_ms && p95(irregular) <= budget.p95_ms }
}

function fillComputed(db: Db): string {
  fillStays(db, year)
  const built = dueLots(db).map(({ lot_no }) => took(() => updateStays(db, lot_no)).ms)
  return `Computing the stays of one lot from its whole history: p50 ${median(built).toFixed(0)} ms; a device
does this once, lot by lot, after the update.`
}

/** The database may be one that `bench/list.ts` kept, so only missing data is written. */
function fillMany(db: Db): string {
  if (db.get('SELECT 1 FROM event LIMIT 1') === undefined) fillMillion(db, many_events)
  if (db.get('SELECT 1 FROM stay LIMIT 1') === undefined) fillKeptStays(db)
  return 'These stays were written as if they had been computed, one for each entry.'
}

export async function measureAxis({ keep }: { keep: string | undefined }): Promise<Part> {
  const folder = keep === undefined ? mkdtempSync(join(tmpdir(), 'parking-bench-bill-')) : join(keep, 'list')
  mkdirSync(folder, { recursive: true })
  const many = measureServer(folder, fillMany, many_days, keep !== undefined)
  const one = measureServer(
    mkdtempSync(join(tmpdir(), 'parking-bench-bill-')),
    fillComputed,
    year.days,
    false,
  )
  const page = await measureFrames()
  return {
    title: 'The time axis',
    text: `${many.text}\n${one.text}\n${page.text}`,
    within: many.within && one.within && page.within,
  }
}
