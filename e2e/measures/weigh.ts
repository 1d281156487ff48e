/** The weight of opening a page on the wire, as Chromium measures it, and its budgets. */
import type { BrowserContext, Page } from '@playwright/test'
import { layoutShift, max_shift } from './layout-shift.ts'

/** With an empty cache: kB of 1000 bytes, and requests without the street's pictures. */
export const budgets = {
  login: { js_kb: 80, requests: 10 },
  dashboard: { js_kb: 200, requests: 23 },
  /** Scripts and styles together. */
  scene_editor: { code_kb: 250 },
  any: { js_kb: 270 },
} as const

/** `moved`: a description of the elements that shifted too far while the page opened. */
export type Weight = { requests: number; js_kb: number; css_kb: number; total_kb: number; moved: string }

/**
 * Opens an address with an empty cache and measures until the network is idle; then calls `then` on the page.
 */
export async function weigh(
  context: BrowserContext,
  address: string,
  then?: (page: Page) => Promise<void>,
): Promise<Weight> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  const types = new Map<string, string>()
  const asked = new Set<string>()
  const weight: Weight = { requests: 0, js_kb: 0, css_kb: 0, total_kb: 0, moved: '' }
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    types.set(requestId, type)
    // Opening a page asks for each thing once; the number of pictures is the street's.
    const { pathname } = new URL(response.url)
    if (!pathname.startsWith('/media/')) asked.add(pathname)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kb = encodedDataLength / 1000
    weight.total_kb += kb
    if (types.get(requestId) === 'Script') weight.js_kb += kb
    if (types.get(requestId) === 'Stylesheet') weight.css_kb += kb
  })
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const { sum, moved } = await layoutShift(page)
  const result = {
    ...weight,
    requests: asked.size,
    moved: sum > max_shift ? `${sum.toFixed(3)}: ${moved}` : '',
  }
  await then?.(page)
  await page.close()
  return result
}
