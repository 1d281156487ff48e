/**
 * One browser window kept open from test to test: its tabs share a process, its cache and what is compiled already, so that opening a page costs
 * two thirds. What a test leaves in it (cookies, storage, permissions, tabs) is gone before the next one begins.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test'

export type KeptBrowser = {
  /** The window for a device and for what a test has set of the browser; another one of either means a new window. Clean each time. */
  at(address: string, set: unknown): Promise<BrowserContext>
  /** To be called after each test. */
  tidy(): Promise<void>
  end(): Promise<void>
}

type Standing = { key: string; context: BrowserContext; resting: Page }

export function keepBrowser(browser: Browser): KeptBrowser {
  let standing: Standing | undefined

  async function end(): Promise<void> {
    const going = standing
    standing = undefined
    await going?.context.close()
  }

  return {
    async at(address, set) {
      const key = JSON.stringify([address, set])
      if (standing?.key !== key) {
        await end()
        const context = await browser.newContext()
        // A fixed time could not be taken out again: whoever wants one has a window of their own (tag @own-browser).
        context.clock.install = () => Promise.reject(new Error('A test that sets the clock of its page is tagged @own-browser'))
        const resting = await context.newPage()
        // A page of the device's origin that runs nothing: it holds the process, and reaches the storage.
        await resting.goto(`${address}/robots.txt`)
        standing = { key, context, resting }
      }
      return standing.context
    },

    async tidy() {
      if (!standing) return
      const { context, resting } = standing
      await Promise.all(context.pages().filter((page) => page !== resting).map((page) => page.close()))
      await resting.evaluate(() => localStorage.clear())
      await context.clearCookies()
      await context.clearPermissions()
    },
    end,
  }
}
