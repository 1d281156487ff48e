/**
 * `npm run bench:web`: page load on a slow link (4x CPU, 1.6 Mbit/s, 150 ms, nothing cached), median of five:
 * first paint, ready (heading and data are shown), blocking time (long tasks beyond 50 ms) and JavaScript
 * heap.
 */
import type { Browser, CDPSession } from '@playwright/test'
import { openStreet } from '../scripts/lib/open-street.ts'
import { runNode } from '../scripts/lib/run.mjs'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { fillEvents } from './support/fill-events.ts'
import { median, printTable } from './support/figures.ts'
import { join } from 'node:path'

const runs = 5
const slow = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

type Figures = { first_paint: number; ready: number; blocking: number; heap_mb: number }
type Cookies = { name: string; value: string; url: string }[]

/**
 * Runs in the page before its own scripts: records when `text` is shown and how long tasks block. It is a
 * string, because the compiler of this file adds helpers to functions that do not exist in the page.
 */
const observe = (text: string) => `
  globalThis.noted = { ready: 0, blocking: 0 }
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) noted.blocking += Math.max(0, task.duration - 50)
  }).observe({ type: 'longtask', buffered: true })
  requestAnimationFrame(function look() {
    const shown = document.querySelector('h1') && document.body.textContent.includes(${JSON.stringify(text)})
    if (shown) noted.ready = performance.now()
    else requestAnimationFrame(look)
  })`

async function measure(browser: Browser, address: string, cookies: Cookies, text: string): Promise<Figures> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.addInitScript({ content: observe(text) })
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', slow)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(address, { waitUntil: 'commit', timeout: 60_000 })
  await page.waitForFunction(
    () => (globalThis as unknown as { noted: { ready: number } }).noted.ready > 0,
    undefined,
    { timeout: 60_000 },
  )
  await page.waitForLoadState('networkidle', { timeout: 60_000 })
  const noted = await page.evaluate(() => ({
    ...(globalThis as unknown as { noted: { ready: number; blocking: number } }).noted,
    first_paint: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
  }))
  const heap_mb = await heapOf(client)
  await context.close()
  // Text in the document counts only once it is painted.
  return { ...noted, ready: Math.max(noted.ready, noted.first_paint), heap_mb }
}

async function heapOf(client: CDPSession): Promise<number> {
  await client.send('HeapProfiler.collectGarbage')
  await client.send('Performance.enable')
  const { metrics } = await client.send('Performance.getMetrics')
  return (metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1_000_000
}

await buildWhatChanged()
const street = await openStreet({ on_street: 2, added: 2, platform: true })
const { device, browser } = street
await device.stop()
fillEvents(join(device.folder, 'data'), 500)
await device.start()
const { host_sn } = await device.call('/api/device/get_basic_info', {})
const { list } = await device.call('/api/parking/parking_event', { page: 1, page_size: 1 })
const seen_text = list[0]?.event_time_str ?? ''
const cookies = [...street.cookies, { name: 'language', value: 'zh', url: device.address }]
const pages: [string, string, Cookies, string][] = [
  ['login', '/login', [], ''],
  ['dashboard', '/dashboard', cookies, host_sn],
  ['event list', '/business/data/parking', cookies, seen_text],
]
const rows: string[][] = [['slow link, median of five', 'first paint s', 'ready s', 'blocking ms', 'heap MB']]
for (const [name, path, jar, text] of pages) {
  const measured: Figures[] = []
  for (let run = 0; run < runs; run++) measured.push(await measure(browser, device.address + path, jar, text))
  const middle = (key: keyof Figures) => median(measured.map((figures) => figures[key]))
  rows.push([
    name,
    (middle('first_paint') / 1000).toFixed(2),
    (middle('ready') / 1000).toFixed(2),
    middle('blocking').toFixed(0),
    middle('heap_mb').toFixed(1),
  ])
}
printTable(rows)
await street.end()

const { code } = await runNode('node_modules/tsx/dist/cli.mjs', ['bench/editor.ts'], { show: true })
if (code !== 0) process.exitCode = code
