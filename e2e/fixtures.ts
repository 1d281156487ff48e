/**
 * Fixtures of the browser tests. A file has a street and a device of its own, which its tests share;
 * `test.use({ stage: { ... } })` says which. Each test has a fresh browser context and fails for what `watch`
 * records.
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
  /** What stands on the street and on the device when the first test of the file begins. */
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
  /** Names a finding of `watch` that belongs to the test. */
  allow: (pattern: RegExp, because: string) => void
  /** From here on, presses belong to this workflow (measures/clicks.ts); without a name to none. */
  counting: (workflow?: Workflow) => Promise<void>
}

/** For a machine that is busy: a street and a device take two seconds. */
const start = { timeout: 120_000 } as const

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stages: [
    // Playwright reads a fixture's needs from this pattern, an empty one included.
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

/** The page's own heading: the sign that it has been drawn. */
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
