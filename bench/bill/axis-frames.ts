/** Frames per second while the time axis scrolls, on a device with the stays of a million events. */
import { join } from 'node:path'
import { openDatabase } from '@parking/server/core/db.ts'
import { stampOf } from '@parking/server/core/stamp.ts'
import { updateStays } from '@parking/server/stays/update-stays.ts'
import { dueLots } from '@parking/server/stays/stay.store.ts'
import { openStreet } from '#scripts/lib/open-street.ts'
import { root } from '#scripts/lib/root.mjs'
import { frames, observe, wheel, type Frames } from '../hand/measure.ts'
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'
import { median } from '../support/figures.ts'
import { fillStays } from '../support/fill-stays.ts'
import type { Measured } from './part.ts'

const budget = { frames: 55 }

/** Measured in Chromium on this machine, without CPU throttling. */
export async function measureFrames(): Promise<Measured> {
  const { device, context: open, end } = await openStreet({ on_street: 1, added: 1 })
  await device.stop()
  const db = openDatabase(join(device.folder, 'data', 'parking.db'), join(root, 'server/migrations'))
  fillStays(db)
  for (const { lot_no } of dueLots(db)) updateStays(db, lot_no)
  db.close()
  await device.start()
  const context = await open()
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
