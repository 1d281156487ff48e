/**
 * Opens a page cold on the slow link and measures when it is ready, how long it blocks, and what it shifts
 * and transfers.
 */
import type { Browser, BrowserContext, CDPSession } from '@playwright/test'

/** The slow link: 1.6 Mbit/s down, 150 ms, with the processor slowed down four times. */
const slow = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const processor_rate = 4
const longest_ms = 60_000

export type Cold = {
  /** Milliseconds from the start of the navigation. */
  first_paint: number
  ready: number
  /** Milliseconds of long tasks, counting only what exceeds 50 ms of each. */
  blocking: number
  /** Sum of all layout shifts. */
  shift: number
  script_kb: number
  all_kb: number
  requests: number
  heap_mb: number
}

export type Opened = {
  name: string
  address: string
  cookies: { name: string; value: string; url: string }[]
  /** A JavaScript expression that is true when a user can work. A level-one heading must exist as well. */
  ready: string
}

type Noted = Pick<Cold, 'ready' | 'blocking' | 'shift'>

/**
 * Runs in the page before its own scripts and records when the page is ready, how long tasks block and how
 * much the layout shifts. A string, because the compiler of this file would add helpers that do not exist in
 * the page.
 */
const observe = (ready: string) => `
  globalThis.noted = { ready: 0, blocking: 0, shift: 0 }
  const watch = (type, count) =>
    new PerformanceObserver((list) => list.getEntries().forEach(count)).observe({ type, buffered: true })
  watch('longtask', (task) => (noted.blocking += Math.max(0, task.duration - 50)))
  watch('layout-shift', (shift) => (noted.shift += shift.value))
  requestAnimationFrame(function look() {
    if (document.querySelector('h1') && (${ready})) noted.ready = performance.now()
    else requestAnimationFrame(look)
  })`

export const newContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })

/** Opens the page in a fresh context and counts until the network is idle. */
export async function openCold(browser: Browser, { address, cookies, ready }: Opened): Promise<Cold> {
  const context = await newContext(browser)
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.addInitScript({ content: observe(ready) })
  const client = await context.newCDPSession(page)
  const traffic = countTraffic(client)
  await client.send('Network.enable')
  // Other hosts are blocked, so that a font from elsewhere neither helps nor delays a page.
  await client.send('Network.setBlockedURLs', { urls: ['https://*'] })
  await client.send('Network.emulateNetworkConditions', slow)
  await client.send('Emulation.setCPUThrottlingRate', { rate: processor_rate })
  await page.goto(address, { waitUntil: 'commit', timeout: longest_ms })
  await page.waitForFunction(() => (globalThis as unknown as { noted: Noted }).noted.ready > 0, undefined, {
    timeout: longest_ms,
  })
  await page.waitForLoadState('networkidle', { timeout: longest_ms })
  const noted = await page.evaluate(() => ({
    ...(globalThis as unknown as { noted: Noted }).noted,
    first_paint: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
  }))
  const seen = { ...noted, ...traffic(), heap_mb: await heapOf(client) }
  await context.close()
  // Content in the document does not count until it is painted.
  return { ...seen, ready: Math.max(seen.ready, seen.first_paint) }
}

function countTraffic(client: CDPSession): () => Pick<Cold, 'script_kb' | 'all_kb' | 'requests'> {
  const types = new Map<string, string>()
  const count = { script_kb: 0, all_kb: 0, requests: 0 }
  client.on('Network.responseReceived', ({ requestId, type }) => void types.set(requestId, type))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    count.requests += 1
    count.all_kb += encodedDataLength / 1000
    if (types.get(requestId) === 'Script') count.script_kb += encodedDataLength / 1000
  })
  return () => ({ ...count })
}

async function heapOf(client: CDPSession): Promise<number> {
  await client.send('HeapProfiler.collectGarbage')
  await client.send('Performance.enable')
  const { metrics } = await client.send('Performance.getMetrics')
  return (metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1_000_000
}
