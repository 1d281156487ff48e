/**
 * The time axis at a million events of 90 days on 200 lots: the server's time for a day beside bare SQL, and
 * frames while the page scrolls.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@parking/server/core/db.ts'
import { stampOf } from '@parking/server/core/stamp.ts'
import { irregularStays } from '@parking/server/stays/find-stays.ts'
import { keepLot } from '@parking/server/stays/keep-stays.ts'
import { spanOfDay, stayDay } from '@parking/server/stays/stay-day.ts'
import { dueLots } from '@parking/server/stays/stay.store.ts'
import { openStreet } from '#scripts/lib/open-street.ts'
import { root } from '#scripts/lib/root.mjs'
import { frames, observe, wheel, type Frames } from '../hand/measure.ts'
import { markdownTable, median, percentile } from '../support/figures.ts'
import { fillStays, street } from '../support/fill-stays.ts'
import type { Part } from './part.ts'

const asked = 200
const budget = { day_p95_ms: 100, frames: 55 }

const took = (work: () => unknown): number => {
  const since = performance.now()
  work()
  return performance.now() - since
}

type Measured = Omit<Part, 'title'>

/** Everything but the network: the handler, and the answer as text. */
function measureServer(): Measured {
  const folder = mkdtempSync(join(tmpdir(), 'parking-bench-bill-'))
  const db = openDatabase(join(folder, 'parking.db'), join(root, 'server/migrations'))
  fillStays(db)
  const built = dueLots(db).map(({ lot_no }) => took(() => keepLot(db, lot_no)))
  const now = () => Date.now()
  const days = Array.from({ length: asked }, (_, at) =>
    stampOf(now() - (1 + ((at * 37) % (street.days - 1))) * 86_400_000).slice(0, 10),
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
  const irregular = Array.from({ length: asked }, () => took(() => irregularStays({ page_size: 50 }, { db })))
  const day = stayDay({ day: days[0]! }, { db, now })
  const counts = db.get<{ events: number; stays: number }>(
    'SELECT (SELECT count(*) FROM event) AS events, (SELECT count(*) FROM stay) AS stays',
  )!
  db.close()
  rmSync(folder, { recursive: true, force: true })
  const row = (name: string, all: readonly number[]) => [
    name,
    median(all).toFixed(1),
    percentile(all, 95).toFixed(1),
  ]
  const count = (n: number) => n.toLocaleString('en')
  const kb = Math.round(JSON.stringify(day).length / 1024)
  const text = `${count(counts.events)} events, ${count(counts.stays)} stays; a day has
${count(day.stays.length)} stays and ${kb} kB before compression. Milliseconds of the server
for ${asked} random days and pages:

${markdownTable([
  ['what', 'p50', 'p95'],
  row('a day of all lots', ours),
  row('bare SQL: the entries and exits of that day, unpaired', bare),
  row('a page of irregular stays', irregular),
])}

Computing the stays of one lot from its whole history: p50 ${median(built).toFixed(0)} ms; a device does this
once, lot by lot, after the update.
`
  return { text, within: percentile(ours, 95) <= budget.day_p95_ms }
}

/** On a device with the same events, in Chromium on this machine, not slowed down. */
async function measureFrames(): Promise<Measured> {
  const { device, browser, cookies, end } = await openStreet({ on_street: 1, added: 1 })
  await device.stop()
  const db = openDatabase(join(device.folder, 'data', 'parking.db'), join(root, 'server/migrations'))
  fillStays(db)
  for (const { lot_no } of dueLots(db)) keepLot(db, lot_no)
  db.close()
  await device.start()
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  await context.addCookies([...cookies, { name: 'language', value: 'zh', url: device.address }])
  await context.addInitScript({ content: observe })
  const page = await context.newPage()
  const yesterday = stampOf(Date.now() - 86_400_000).slice(0, 10)
  const rows: string[][] = [['what', 'frames a second', 'p95 ms', 'longest ms']]
  let lowest = Infinity
  for (const [name, zoom, dx] of [
    ['24 hours, 200 lots down and up', 24, 0],
    ['3 hours, sideways', 3, 1],
  ] as const) {
    await page.goto(`${device.address}/business/data/stays?day=${yesterday}&zoom=${zoom}`)
    await page.getByRole('grid').waitFor()
    await page.waitForLoadState('networkidle')
    await page.mouse.move(800, 500)
    const seen: Frames[] = []
    for (let run = 0; run < 3; run++)
      seen.push(
        await frames(page, async () => {
          if (dx === 0) return wheel(page, 60, 100)
          for (const by of [100, -100]) for (let step = 0; step < 60; step++) await page.mouse.wheel(by, 0)
        }),
      )
    const middle = (key: keyof Frames) => median(seen.map((one) => one[key]))
    lowest = Math.min(lowest, middle('per_second'))
    rows.push([
      name,
      middle('per_second').toFixed(0),
      middle('p95_ms').toFixed(1),
      middle('longest_ms').toFixed(1),
    ])
  }
  await end()
  const text = `Frames while the axis of such a day scrolls by wheel, at 1440 × 900 (median of three
runs; 60 is what the browser draws at most):

${markdownTable(rows)}
`
  return { text, within: lowest >= budget.frames }
}

export async function measureAxis(): Promise<Part> {
  const [server, page] = [measureServer(), await measureFrames()]
  return {
    title: 'The time axis',
    text: `${server.text}\n${page.text}`,
    within: server.within && page.within,
  }
}
