/** The tests that need no browser: units, the server, the simulated street, the rules of the code base. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: 'scripts/lib/built-for-tests.mjs',
    include: [
      '{contract,server,sim,analysis,console,verifier,deploy}/test/**/*.test.{ts,tsx}',
      'rules/**/*.test.ts',
    ],
    // A test spends a third of its time waiting, so two cores can serve four workers.
    maxWorkers: 4,
    // Loading the server again for each file would take half of the time, so each file must stop everything
    // that it starts.
    isolate: false,
    // A test that needs its second attempt is listed at the end of the run. A failed property is not retried.
    retry: { count: 1, condition: /^(?!Property failed)/ },
    // Timeouts are for tests that hang. A test that is slow on a busy machine is not a failure.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 200_000 } },
  },
})
