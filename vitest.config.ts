/** The tests that need no browser: units, the server, the simulated street, the rules of the code base. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: 'scripts/lib/built-for-tests.mjs',
    include: [
      '{contract,server,sim,analysis,console,verifier,deploy}/test/**/*.test.{ts,tsx}',
      'rules/**/*.test.ts',
    ],
    // A test waits for a third of its time, so that two cores have work for four.
    maxWorkers: 4,
    // Loading the server again for each file would take half of the time, so a file takes down what it sets
    // up.
    isolate: false,
    // A test that needs its second try is named at the end of the run. What random values found is not
    // retried.
    retry: { count: 1, condition: /^(?!Property failed)/ },
    // Limits are for what hangs. What is slow, on a machine busy with something else, is not a failure.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 200_000 } },
  },
})
