/** The home page of the console over the bad link, by this build and by another one in turn. */
import { chromium } from '@playwright/test'
import { findChromium } from '#scripts/lib/chromium.mjs'
import { startDevice } from '#e2e/support/device.ts'
import { newContext } from '../web/cold.ts'
import { openFront } from './fronts.ts'

const longest_ms = 120_000

/** Seconds until the heading of the page is there, of each cold opening by each build. */
export async function measureHome(
  builds: readonly string[],
  { near, far, port, repeats }: { near: string; far: string; port: number; repeats: number },
): Promise<number[][]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const devices = await Promise.all(
    builds.map(async (build, at) => {
      const device = await startDevice({ PARKING_APP: '' }, undefined, undefined, build)
      const to = { host: '127.0.0.1', port: Number(new URL(device.address).port) }
      const stop = await openFront({ host: near, port: port + at }, to)
      return { device, stop, address: `http://${far}:${port + at}`, token: await device.signIn() }
    }),
  )
  const seconds: number[][] = builds.map(() => [])
  for (let turn = 0; turn < repeats; turn++)
    for (const [at, { address, token }] of devices.entries()) {
      const context = await newContext(browser)
      await context.addCookies([
        { name: 'Admin-Token', value: token, url: address },
        { name: 'language', value: 'zh', url: address },
      ])
      const page = await context.newPage()
      const begun = performance.now()
      await page.goto(`${address}/dashboard`, { waitUntil: 'commit', timeout: longest_ms })
      await page.locator('h1').first().waitFor({ timeout: longest_ms })
      seconds[at]!.push((performance.now() - begun) / 1000)
      await context.close()
    }
  await browser.close()
  for (const { device, stop } of devices) {
    await stop()
    await device.end()
  }
  return seconds
}
