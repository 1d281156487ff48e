/** The browser tests. A worker runs one file after the other; e2e/fixtures.ts says what each of them gets. */
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/lib/chromium.mjs'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // One picture for every machine: elements.spec.ts says what makes them alike.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // A test waits for two thirds of its time, so that two cores have work for six.
  workers: 6,
  forbidOnly: true,
  // A test that needs its second try is named at the end of the run, because it may show a real fault.
  retries: 1,
  // Limits are for what hangs. What is slow, on a machine busy with something else, is not a failure.
  timeout: 180_000,
  expect: { timeout: 40_000, toHaveScreenshot: { maxDiffPixelRatio: 0.002, threshold: 0.2 } },
  reporter: 'list',
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 40_000,
    navigationTimeout: 40_000,
    screenshot: 'only-on-failure',
    // Without a graphics processor of its own: what is drawn is the same, and costs a twentieth less.
    launchOptions: { executablePath: findChromium(), args: ['--disable-gpu'] },
  },
})
