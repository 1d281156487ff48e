import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Begun in this order, before all others: first those that start hundreds of programs (a process is split in a time that grows with its memory, and a worker's grows from file to
 * file), among them those that wait for most of their time, then whatever else takes long: begun last, one of those would keep a worker busy while the others have nothing left to do.
 */
const first = [
  'server/test/network', 'rtsp', 'time', 'systemd-app', 'event-path', 'software', 'vpn', 'os-network', 'sim/test/analysis', 'diagnose', 'os-packages', 'operation', 'chaos', 'start', 'fuzz', 'camera-crowd',
  'event-path-crash', 'live', 'clip', 'restore',
].map((name) => `/${name}.test.ts`)

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => first.findIndex((name) => moduleId.endsWith(name)) + 1 || Infinity
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
  }
}

export default defineConfig({
  test: {
    globalSetup: 'scripts/lib/built-for-tests.mjs',
    include: ['{contract,server,sim,console}/test/**/*.test.{ts,tsx}', 'rules/**/*.test.ts'],
    // Two cores are what a test machine has, and a test waits for a third of its time.
    maxWorkers: 3,
    // Files share the modules of their worker: half of the time of a short file was loading the same server again. What a file sets up it takes down.
    isolate: false,
    // One second try, as for the browser tests, and said in the output ("retry x1"): a stranger's server may die, a machine may stop for a moment.
    retry: 1,
    sequence: { sequencer: InOrder },
    // For what hangs, not for what is slow: a machine that does something else beside fails no test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
