/**
 * Fixtures of the browser tests. Each file has its own street and device, which its tests share; it sets them
 * up by `test.use({ stage: { ... } })`. Each test has a fresh browser context and fails on any finding of
 * `watch`.
 */
import { expect, test as base, type Page } from '@playwright/test'
import type { Language } from '@parking/contract/core/language.ts'
import type { Areas } from '@parking/console/locales/areas.ts'
import type { World } from '@parking/sim/world.ts'
import type { Workflow } from './measures/clicks.ts'
import { countClicks } from './measures/count-clicks.ts'
import type { Device } from './support/device.ts'
import type { Stage } from './support/stage.ts'
import { holdStages, type Stages } from './support/stages.ts'
import { watch } from './support/watch.ts'
import { dictionaries } from './support/words.ts'

export { expect }
export { password, username } from './support/device.ts'

type WorkerFixtures = { stages: Stages }
type TestFixtures = {
  /** The street and the device when the first test of the file begins. */
  stage: Stage
  world: World
  device: Device
  /** Simplified Chinese; tests tagged @tw are in Traditional Chinese, so that each page is seen in both. */
  language: Language
  /** Whether the browser begins with a session. */
  signed_in: boolean
  theme: 'light' | 'dark'
  /** The dictionaries of the test's language. */
  words: Areas
  /** Declares that a finding of `watch` is expected in this test. */
  allow: (pattern: RegExp, because: string) => void
  /** Counts presses for this workflow (measures/clicks.ts) from now on; without an argument for none. */
  counting: (workflow?: Workflow) => Promise<void>
}

/** Generous for a busy machine: a street and a device usually start in two seconds. */
const start = { timeout: 120_000 } as const

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stages: [
    // Playwright reads a fixture's dependencies from this pattern, so it is needed even without any.
    async ({ browserName: _ }, provide) => {
      const stages = holdStages()
      await provide(stages)
      await stages.end()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  stage: [{ on_street: 1, added: 1 }, { option: true }],
  world: [async ({ stages, stage }, provide, { file }) => provide(await stages.world(file, stage)), start],
  device: [async ({ stages, stage }, provide, { file }) => provide(await stages.device(file, stage)), start],

  language: [
    async ({ browserName: _ }, provide, { tags }) => provide(tags.includes('@tw') ? 'tw' : 'zh'),
    { option: true },
  ],
  signed_in: [true, { option: true }],
  theme: ['light', { option: true }],
  words: async ({ language }, provide) => provide(dictionaries[language]),
  baseURL: async ({ device }, provide) => provide(device.address),
  allow: async ({ context, device }, provide) => {
    const { allow, problems } = watch(context, device.address)
    await provide(allow)
    expect(problems(), 'nothing that a developer would object to').toEqual([])
  },
  counting: async ({ context }, provide) => {
    const { counting, tooMany } = await countClicks(context)
    await provide(counting)
    expect(await tooMany(), 'no more presses and fields than it has cost').toEqual([])
  },
  page: async ({ context, page, device, language, signed_in, theme, allow: _ }, provide) => {
    const cookies = { language, theme, ...(signed_in && { 'Admin-Token': await device.session() }) }
    await context.addCookies(
      Object.entries(cookies).map(([name, value]) => ({ name, value, url: device.address })),
    )
    await provide(page)
    expect(device.complaints(), 'no error in the log of the server').toEqual([])
  },
})

/** The page's main heading: once it is visible, the page has been drawn. */
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
