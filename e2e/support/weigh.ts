/** What opening a page costs on the wire, counted by the browser itself. */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

export type Weight = { requests: number; js_kb: number; css_kb: number; total_kb: number }

type Options = BrowserContextOptions & {
  cookies: { name: string; value: string; url: string }[]
  /** What else is done with the page that has been opened, after it was weighed. */
  then?: (page: Page) => Promise<void>
}

/** Opens an address in a browser that has nothing in its cache and counts until it has come to rest. */
export async function weigh(browser: Browser, address: string, { cookies, then, ...options }: Options): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  const kinds = new Map<string, string>()
  const sum = { requests: 0, js: 0, css: 0, total: 0 }
  client.on('Network.responseReceived', ({ requestId, response }) => void kinds.set(requestId, response.mimeType))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? ''
    sum.requests += 1
    sum.total += encodedDataLength
    if (kind.includes('javascript')) sum.js += encodedDataLength
    if (kind.includes('css')) sum.css += encodedDataLength
  })
  await client.send('Network.enable')
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const weight = { requests: sum.requests, js_kb: sum.js / 1000, css_kb: sum.css / 1000, total_kb: sum.total / 1000 }
  await then?.(page)
  await context.close()
  return weight
}
