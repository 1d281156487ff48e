/**
 * `tsx bench/check.ts`: the check page in Chromium, at full speed and at 4x CPU slowdown, with 60 events.
 * Measures the key presses per correct event (target: at most 3) and the time from a key press until the next
 * event is painted (target: 100 ms), compared with a bare page that swaps two preloaded pictures.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { reportEvents, unsure } from '../e2e/support/report-events.ts'
import { openStreet } from '../scripts/lib/open-street.ts'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { median, percentile, printTable } from './support/figures.ts'

const events = 60
const swaps = 30

await buildWhatChanged()
const street = await openStreet({ on_street: 1, added: 1, platform: true, analysis: false })
const { device, world } = street
await reportEvents(
  device,
  world,
  Array.from({ length: events }, (_, at) => ({ plate_number: `粤B${String(10_000 + at * 37)}`, ...unsure })),
)

const context = await street.context()

/** Measures from the key press to the frame after the next large picture is shown and decoded. */
const watch = `globalThis.next = () => new Promise((resolve) => {
  const before = document.querySelector('img[data-large]').src
  let begun = 0
  addEventListener('keydown', () => { begun = performance.now() }, { capture: true, once: true })
  const observer = new MutationObserver(async () => {
    const now = document.querySelector('img[data-large]')
    if (!now || now.src === before) return
    observer.disconnect()
    await now.decode()
    requestAnimationFrame(() => {
      const after = new MessageChannel()
      after.port1.onmessage = () => resolve(performance.now() - begun)
      after.port2.postMessage(0)
    })
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true })
})`

async function press(page: Page, times: number, pause_ms: number): Promise<number[]> {
  const took: number[] = []
  for (let run = 0; run < times; run++) {
    await page.evaluate('globalThis.seen = next(), 0')
    await page.keyboard.press('Enter')
    took.push((await page.evaluate('seen')) as number)
    await wait(pause_ms)
  }
  return took
}

const slowed = async (page: Page, rate: number) =>
  (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })
const page = await context.newPage()
await page.goto(`${device.address}/business/data/manual?tab=check`)
await page.locator('img[data-large]').waitFor()
await page.waitForLoadState('networkidle')
await page.evaluate(watch)
// First a quick operator who looks at each event for half a second, then the same at a quarter of the CPU
// speed, then one who presses the key without looking.
const third = Math.floor(events / 3)
const looking = await press(page, third, 500)
await slowed(page, 4)
const slow = await press(page, third, 500)
const pressing = await press(page, third - 1, 0)
const keys = looking.length + slow.length + pressing.length
const picture = await page.locator('img[data-large]').getAttribute('src')
await page.waitForLoadState('networkidle')
const leftNow = async () => (await device.call('/api/parking/event_check_queue', { limit: 0 })).total
for (let tries = 0; tries < 50 && (await leftNow()) > 1; tries++) await wait(200)
const decided = events - (await leftNow())
await page.close()

// A picture of another event, of the same kind as the largest one on the page.
const { list } = await device.call('/api/parking/parking_event', { page: 1, page_size: 4 })
const other = list
  .flatMap(({ pictures }) => pictures)
  .find(({ kind, url }) => kind === 'car' && url !== picture)?.url
const bare = await context.newPage()
await bare.goto(`${device.address}/404`)
await bare.evaluate(`(async (urls) => {
  const pictures = await Promise.all(urls.map(async (url) => {
    const image = new Image()
    image.src = url
    image.dataset.large = ''
    image.style.width = '100%'
    await image.decode()
    return image
  }))
  let at = 0
  document.body.replaceChildren(pictures[0])
  document.addEventListener('keydown', () => { at = 1 - at; document.body.replaceChildren(pictures[at]) })
})(${JSON.stringify([picture, other])})`)
await bare.evaluate(watch)
const floor = await press(bare, swaps, 200)
await slowed(bare, 4)
const slow_floor = await press(bare, swaps, 200)

const rowOf = (name: string, took: number[]) => [
  name,
  median(took).toFixed(0),
  percentile(took, 95).toFixed(0),
  Math.max(...took).toFixed(0),
]
printTable([
  ['key to next event painted', 'median ms', 'p95 ms', 'longest ms'],
  rowOf('floor: two preloaded pictures swapped', floor),
  rowOf('looking at each for half a second (target 100)', looking),
  rowOf('floor, 4x CPU', slow_floor),
  rowOf('looking at each for half a second, 4x CPU', slow),
  rowOf('one key after the other, 4x CPU', pressing),
])
printTable([
  ['', 'figure', 'target'],
  ['keys for a correct event', (keys / decided).toFixed(2), '3'],
])
await context.close()
await street.end()
