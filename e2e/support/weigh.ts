/** What opening a page costs on the wire, as Chromium counts it. */
import type { BrowserContext, Page } from '@playwright/test'

export type Weight = { requests: number; js_kb: number; css_kb: number; total_kb: number }

/** Opens an address with an empty cache and counts until the network is idle; `then` may look at the page. */
export async function weigh(
  context: BrowserContext,
  address: string,
  then?: (page: Page) => Promise<void>,
): Promise<Weight> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  const kinds = new Map<string, string>()
  const sum = { requests: 0, js: 0, css: 0, total: 0 }
  client.on(
    'Network.responseReceived',
    ({ requestId, response }) => void kinds.set(requestId, response.mimeType),
  )
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? ''
    sum.requests += 1
    sum.total += encodedDataLength
    if (kind.includes('javascript')) sum.js += encodedDataLength
    if (kind.includes('css')) sum.css += encodedDataLength
  })
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const weight = {
    requests: sum.requests,
    js_kb: sum.js / 1000,
    css_kb: sum.css / 1000,
    total_kb: sum.total / 1000,
  }
  await then?.(page)
  await page.close()
  return weight
}
