/** What opening a page costs on the wire, counted by the browser itself. */
import type { BrowserContext, Page } from '@playwright/test'

export type Weight = { requests: number; js_kb: number; css_kb: number; total_kb: number }

/** Opens an address as a browser does that has nothing in its cache, and counts until it has come to rest. `then`: what else is done with the page. */
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
