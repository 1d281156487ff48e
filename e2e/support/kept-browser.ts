/**
 * One browser window and one tab of it kept open from test to test: pages share a process, its cache and what is compiled already, so that opening one costs
 * half. What a test leaves in it (cookies, storage, permissions, further tabs) is gone before the next one begins.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test'

export type KeptBrowser = {
  /** The window for a device and for what a test has set of the browser; another one of either means a new window. Clean each time. */
  at(address: string, set: unknown): Promise<BrowserContext>
  /** The tab for a test: of the window that is kept the one that the test before had, as if it were new; of any other window a new one. */
  tabOf(context: BrowserContext): Promise<Page>
  /** To be called when a test is done with its tab: no page runs in it any more. */
  leave(page: Page): Promise<void>
  /** To be called after each test. */
  tidy(): Promise<void>
  end(): Promise<void>
}

type Standing = { key: string; context: BrowserContext; blank: string; resting: Page; tab?: Page | undefined }

/** What stays with a tab when its page is left: after any of them a test's tab is closed. */
const lasting = [
  'on',
  'once',
  'addListener',
  'addInitScript',
  'setViewportSize',
  'emulateMedia',
  'setExtraHTTPHeaders',
  'exposeFunction',
  'exposeBinding',
] as const

export function keepBrowser(browser: Browser): KeptBrowser {
  let standing: Standing | undefined
  const worn = new WeakSet<Page>()

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
        context.clock.install = () =>
          Promise.reject(new Error('A test that sets the clock of its page is tagged @own-browser'))
        const resting = await context.newPage()
        // A page of the device's origin that runs nothing: it holds the process, and reaches the storage.
        const blank = `${address}/robots.txt`
        await resting.goto(blank)
        standing = { key, context, blank, resting }
      }
      return standing.context
    },

    async tabOf(context) {
      if (standing?.context !== context) return context.newPage()
      if (standing.tab) return standing.tab
      const page = await context.newPage()
      for (const name of lasting) {
        const method = page[name] as (...given: unknown[]) => unknown
        Object.assign(page, {
          [name]: (...given: unknown[]) => {
            worn.add(page)
            return method.apply(page, given)
          },
        })
      }
      return (standing.tab = page)
    },

    async leave(page) {
      if (!standing || standing.tab !== page) return page.close()
      standing.tab = undefined
      if (worn.has(page) || page.isClosed()) return page.close()
      try {
        await page.goto(standing.blank)
      } catch {
        return page.close() // the device of this test is gone
      }
      await page.evaluate(() => sessionStorage.clear())
      await page.mouse.move(0, 0)
      standing.tab = page
    },

    async tidy() {
      if (!standing) return
      const { context, resting, tab } = standing
      await Promise.all(
        context
          .pages()
          .filter((page) => page !== resting && page !== tab)
          .map((page) => page.close()),
      )
      await resting.evaluate(() => localStorage.clear())
      await context.clearCookies()
      await context.clearPermissions()
    },
    end,
  }
}
