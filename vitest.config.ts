import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These take longest: begun last, one of them would keep a worker busy while the other has nothing left to do. */
const long = ['chaos', 'fuzz', 'sim/test/analysis', 'server/test/rtsp', 'start', 'server/test/network', 'event-path', 'camera-crowd', 'event-path-crash', 'vpn', 'diagnose', 'time', 'live'].map((name) => `/${name}.test.ts`)

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
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
    sequence: { sequencer: LongFirst },
    // For what hangs, not for what is slow: a machine that does something else beside fails no test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
