/** The tests that need no browser: units, the server, the simulated street, the rules of the code base. */
import { defineConfig } from 'vitest/config'
import { propertySeed } from './scripts/lib/property-seed.mjs'

const node_version = Number(process.versions.node.split('.')[0])

/**
 * A group of files whose workers end with it. What a worker has loaded stays until then, and starting a
 * program takes longer the larger the worker is.
 */
const group = (name: string, groupOrder: number, include: string[], by_node: boolean) => ({
  extends: true as const,
  test: {
    name,
    include,
    sequence: { groupOrder },
    // Node 24 loads these files itself, which costs less processor time and memory than Vite's own runner.
    ...(by_node && node_version >= 24 && { experimental: { viteModuleRunner: false, nodeLoader: false } }),
  },
})

export default defineConfig({
  test: {
    globalSetup: 'scripts/lib/built-for-tests.mjs',
    setupFiles: 'scripts/lib/seed-tests.ts',
    env: { FC_SEED: String(propertySeed()) },
    projects: [
      group('analysis', 0, ['analysis/test/**/*.test.ts'], true),
      group('device', 1, ['{contract,server,sim,verifier,deploy}/test/**/*.test.ts'], true),
      // The console has components and style sheets, which only Vite can load.
      group('console', 2, ['console/test/**/*.test.{ts,tsx}', 'rules/**/*.test.ts'], false),
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
