import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/lib/chromium.mjs'

const specs = (names: readonly string[]) => names.map((name) => `**/e2e/${name}.spec.ts`)
/** Files that only look at a device, or put it back as it was: they share one, and with it what a start costs (some two seconds of a core). */
const desk = specs(['layout', 'palette', 'tabs', 'guard', 'index', 'errors', 'device/base'])
/** These take longest: begun last, one of them would keep a worker busy while the others have nothing left to do. */
const long = specs(['weight', 'a11y', 'device/netwrok/trial', 'system/operation', 'business/data/parking', 'business/params', 'dashboard'])

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each worker has a street of its own (e2e/support/house.ts); the tests of a file share it and follow one another.
  workers: 4,
  fullyParallel: false,
  projects: [
    // Two workers for them, two for the others from the first: what takes longest ends long before the rest, and fewer workers are begun.
    { name: 'long', testMatch: long, workers: 2 },
    { name: 'desk', testMatch: desk, workers: 1 },
    { name: 'own', testMatch: '**/*.spec.ts', testIgnore: [...long, ...desk] },
  ],
  forbidOnly: true,
  // One second try, never in silence: who needed it is named beneath the run (scripts/lib/reports.mjs), because it may be a real fault.
  retries: 1,
  // For what hangs, not for what is slow: a machine may be busy with something else beside.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // What moves is not what is tested; that it can be kept still is (DESIGN §7).
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    // No process of its own for what is drawn, and one for all tabs of a window (e2e/support/kept-browser.ts). A script that the process has compiled before is not parsed again beside that.
    launchOptions: { executablePath: findChromium(), args: [...chromiumFlags, '--in-process-gpu', '--disable-site-isolation-trials', '--renderer-process-limit=1', '--js-flags=--no-script-streaming'], chromiumSandbox: false },
  },
})
