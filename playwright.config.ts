import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/lib/chromium.mjs'

const specs = (names: readonly string[]) => names.map((name) => `**/e2e/${name}.spec.ts`)
/**
 * Files that follow one another in one worker, in the order of their names: those of them that only look at a device, or put it back as it was, share one. They end a little
 * before the rest. No more groups than these: a worker that goes from one group to another is begun anew, which costs four seconds of a core.
 */
const inLine = specs([
  'a11y',
  'device/base',
  'errors',
  'guard',
  'index',
  'layout',
  'palette',
  'start',
  'system/log',
  'system/operation',
  'tabs',
  'weight',
])

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each worker has a street of its own (e2e/support/house.ts); the tests of a file share it and follow one another.
  workers: 4,
  fullyParallel: false,
  projects: [
    { name: 'in-line', testMatch: inLine, workers: 1 },
    { name: 'others', testMatch: '**/*.spec.ts', testIgnore: inLine },
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
    // No process of its own for what is drawn, and one for all tabs of a window (e2e/support/kept-browser.ts). A script that the process has compiled before is not parsed again beside that, and none is optimised: a page lives for seconds here.
    launchOptions: {
      executablePath: findChromium(),
      args: [
        ...chromiumFlags,
        '--in-process-gpu',
        '--disable-site-isolation-trials',
        '--renderer-process-limit=1',
        '--js-flags=--no-script-streaming --max-opt=1',
      ],
      chromiumSandbox: false,
    },
  },
})
