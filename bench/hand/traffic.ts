/** What a page transfers over HTTP when it is opened cold, and in an idle minute. */
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { dictionaries } from '#e2e/support/words.ts'
import type { Hand } from './stage.ts'

const minute_ms = 60_000
const settle_ms = 12_000

export type Traffic = { name: string; open_kb: number; idle_kb: number; idle_requests: number }
export type Watched = { name: string; path: string; then?: (page: Page) => Promise<unknown> }

export const watched = ({ first, editor }: Pick<Hand, 'first' | 'editor'>): readonly Watched[] => [
  { name: 'dashboard', path: '/dashboard' },
  { name: 'events, 20 rows', path: '/business/data/parking' },
  { name: 'events, 100 rows', path: '/business/data/parking?page_size=100' },
  { name: 'wall of 20', path: '/business/data/parking?view=wall' },
  { name: 'eight cameras', path: '/business/sceneConfig' },
  {
    name: 'live view of a camera',
    path: `/business/sceneConfig?${new URLSearchParams({ camera_sn: first })}`,
    then: (page) => page.getByRole('button', { name: dictionaries.zh.camera.live.open, exact: true }).click(),
  },
  { name: 'scene editor', path: editor },
  { name: 'parameters', path: '/business/params' },
  { name: 'log', path: '/system/log' },
  { name: 'local storage', path: '/device/storage' },
]

/**
 * Measures all pages at once, each in a context of its own with an empty cache. Live video is not counted: it
 * is not HTTP.
 */
export const measureTraffic = (hand: Hand, pages: readonly Watched[]): Promise<Traffic[]> =>
  Promise.all(
    pages.map(async ({ name, path, then }) => ({
      name,
      ...(await watchPage(await hand.context(), hand.device.address + path, then)),
    })),
  )

/** Opens the address, waits until the page is settled, counts for a minute and closes the context. */
export async function watchPage(
  context: BrowserContext,
  address: string,
  then?: (page: Page) => Promise<unknown>,
): Promise<Omit<Traffic, 'name'>> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  let [bytes, requests] = [0, 0]
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await client.send('Network.enable')
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await then?.(page)
  await wait(settle_ms)
  const open_kb = bytes / 1000
  ;[bytes, requests] = [0, 0]
  await wait(minute_ms)
  const seen = { open_kb, idle_kb: bytes / 1000, idle_requests: requests }
  await context.close()
  return seen
}
