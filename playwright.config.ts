/** The browser tests. A worker runs one file after the other; e2e/fixtures.ts sets up each file. */
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/lib/chromium.mjs'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // One picture for all machines: elements.spec.ts makes their rendering alike.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // A test spends two thirds of its time waiting, so two cores can serve five workers.
  workers: 5,
  forbidOnly: true,
  // A test that needs its second attempt is listed at the end of the run, because it may reveal a real fault.
  retries: 1,
  // Timeouts are for tests that hang. A test that is slow on a busy machine is not a failure.
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
    // Without GPU acceleration the rendering is the same, and costs a twentieth less.
    launchOptions: { executablePath: findChromium(), args: ['--disable-gpu'] },
  },
})
