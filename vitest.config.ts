import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,sim,console}/test/**/*.test.{ts,tsx}', 'rules/**/*.test.ts'],
    // Two cores are what a test machine has; more workers than that make timings, not tests, fail.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
