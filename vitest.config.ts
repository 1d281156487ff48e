import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,sim,console}/test/**/*.test.{ts,tsx}', 'rules/**/*.test.ts'],
    // Two cores are what a test machine has; more workers than that make timings, not tests, fail.
    maxWorkers: 2,
    // Files share the modules of their worker: half of the time of a short file was loading the same server again. What a file sets up it takes down.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
