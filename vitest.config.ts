import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Begun in this order, before all others. Those that start hundreds of programs are early: a process is split in a time that grows with its memory, and a worker's grows from
 * file to file. Those that wait for most of their time (rtsp, event-path, analysis, camera-crowd, live, clip, diagnose, sender) follow one another, each beside two that work.
 */
const first = [
  'camera/rtsp',
  'network',
  'systemd-app',
  'software',
  'vpn',
  'device/time',
  'os-network',
  'os-packages',
  'operation',
  'start',
  'event-path',
  'chaos',
  'fuzz',
  'sim/test/analysis',
  'event-path-crash',
  'moved',
  'moved-match',
  'config-document-property',
  'event-crash',
  'schedule-cuts',
  'camera-crowd',
  'street',
  'restore',
  'vpn-helper',
  'live',
  'world',
  'disk',
  'clip',
  'camera-watch',
  'picture-health',
  'diagnose',
  'retention',
  'storage-ftp',
  'sender',
].map((name) => `/${name}.test.ts`)

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      first.findIndex((name) => moduleId.endsWith(name)) + 1 || Infinity
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
  }
}

export default defineConfig({
  test: {
    globalSetup: 'scripts/lib/built-for-tests.mjs',
    include: ['{contract,server,sim,console}/test/**/*.test.{ts,tsx}', 'rules/**/*.test.ts'],
    // Two cores are what a test machine has, and a test waits for more than a third of its time.
    maxWorkers: 4,
    // Files share the modules of their worker: half of the time of a short file was loading the same server again. What a file sets up it takes down.
    isolate: false,
    // One second try, as for the browser tests, and named beneath the run: a stranger's server may die, a machine may stop for a moment. But what random values have found is found.
    retry: { count: 1, condition: /^(?!Property failed)/ },
    sequence: { sequencer: InOrder },
    // For what hangs, not for what is slow: a machine that does something else beside fails no test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
