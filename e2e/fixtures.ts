/**
 * What every browser test stands on. A file that says `test.use({ stage: { name: 'its-name', ... } })` has a simulated world and a
 * device server for itself; those that only look share one (playwright.config.ts, `desk`). A test fails for anything a developer would frown at.
 */
import { expect, test as base, type Page } from '@playwright/test'
import type { Language } from '@parking/contract/language.ts'
import type { Areas } from '@parking/console/locales/areas.ts'
import type { World } from '@parking/sim/world.ts'
import type { Device } from './support/device.ts'
import { openHouse, type Built, type House } from './support/house.ts'
import { keepBrowser, type KeptBrowser } from './support/kept-browser.ts'
import type { Stage } from './support/stage.ts'
import { watch } from './support/watch.ts'
import { dictionaries } from './support/words.ts'

export { expect }
export { password, username } from './support/device.ts'

type TestThings = {
  stage: Stage
  built: Built
  world: World
  device: Device
  /** Simplified Chinese; the tests tagged @tw, every second one of a page, are in Traditional Chinese: both are seen on each page, and no behaviour is paid for twice. */
  language: Language
  /** Whether the browser begins with a session. */
  signed_in: boolean
  theme: 'light' | 'dark'
  /** The dictionaries of the test's language. */
  words: Areas
  /** Says that something the watch would fail the test for belongs to it. */
  allow: (pattern: RegExp, because: string) => void
}

export const test = base.extend<TestThings, { house: House; kept: KeptBrowser }>({
  stage: [{ name: 'desk', on_street: 1, added: 1 }, { option: true }],
  house: [
    // The runner wants to be told by a pattern what a fixture stands on, where it stands on nothing, too.
    async ({ browserName: _ }, give) => {
      const house = openHouse()
      await give(house)
      await house.end()
    },
    { scope: 'worker' },
  ],
  kept: [
    async ({ browser }, give) => {
      const kept = keepBrowser(browser)
      await give(kept)
      await kept.end()
    },
    { scope: 'worker' },
  ],
  built: [async ({ house, stage }, give) => give(await house.at(stage)), { timeout: 60_000 }],
  world: async ({ built }, give) => give(built.world),
  device: async ({ built }, give) => give(built.device),

  language: [
    async ({ browserName: _ }, give, { tags }) => give(tags.includes('@tw') ? 'tw' : 'zh'),
    { option: true },
  ],
  signed_in: [true, { option: true }],
  theme: ['light', { option: true }],
  words: async ({ language }, give) => give(dictionaries[language]),
  baseURL: async ({ device }, give) => give(device.address),
  // Opened on what this test has set of the browser, which Playwright hands on to every window by itself.
  context: async (
    { browser, kept, device, viewport, locale, hasTouch, isMobile, javaScriptEnabled },
    give,
    { tags },
  ) => {
    if (tags.includes('@own-browser')) {
      const context = await browser.newContext()
      await give(context)
      await context.close()
      return
    }
    await give(await kept.at(device.address, { viewport, locale, hasTouch, isMobile, javaScriptEnabled }))
    await kept.tidy()
  },
  allow: async ({ context, device }, give) => {
    const seen = watch(context, () => device.address)
    await give(seen.allow)
    seen.end()
    expect(seen.problems(), 'nothing that a developer would frown at').toEqual([])
  },

  page: async ({ context, kept, device, language, signed_in, theme, allow }, give) => {
    void allow // the watch begins before the page does
    await context.addCookies(
      [
        ['language', language],
        ['theme', theme],
        ...(signed_in ? [['Admin-Token', await device.pageSession()]] : []),
      ].map(([name, value]) => ({ name: name!, value: value!, url: device.address })),
    )
    const page = await kept.tabOf(context)
    await give(page)
    await kept.leave(page)
    expect(device.complaints(), 'no error in the log of the server').toEqual([])
  },
})

/** The page's own heading: the sign that it has been drawn. */
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
