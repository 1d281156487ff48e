/** A street, a device on it and a Chromium, for scripts that measure or take screenshots. */
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { needChromium } from './chromium.mjs'
import type { World } from '@parking/sim/world.ts'
import type { Device } from '#e2e/support/device.ts'
import { openDevice, openWorld, type Stage } from '#e2e/support/stage.ts'

export type Street = {
  world: World
  device: Device
  browser: Browser
  cookies: { name: string; value: string; url: string }[]
  /** A context on a desktop in China, in Simplified Chinese and signed in. */
  context: () => Promise<BrowserContext>
  end: () => Promise<void>
}

/** Opens all three. A browser with these `cookies` is signed in. */
export async function openStreet(stage: Stage): Promise<Street> {
  const executablePath = await needChromium()
  const world = await openWorld(stage)
  const device = await openDevice({ analysis: true, ...stage }, world)
  const browser = await chromium.launch({ executablePath })
  const cookies = [{ name: 'Admin-Token', value: await device.signIn(), url: device.address }]
  return {
    world,
    device,
    browser,
    cookies,
    async context() {
      const opened = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
      })
      await opened.addCookies([...cookies, { name: 'language', value: 'zh', url: device.address }])
      return opened
    },
    end: async () => {
      await browser.close()
      await device.end()
      await world.stop()
    },
  }
}
