/**
 * The short run of `npm run chaos` (docs/bench/chaos.md): failing platform and object storage, a full disk,
 * kill -9. It prints every rule that was broken.
 */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { root, run } from '../debian.ts'

const program = fileURLToPath(new URL('../../../chaos/run.ts', import.meta.url))

test('no event is lost while everything fails', async () => {
  const { code, output } = await run(
    process.execPath,
    ['--import', 'tsx', program, '--events', '300', '--seed', '6'],
    { cwd: root, timeout_ms: 170_000 },
  )
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(output).toMatch(/events acknowledged: 300 of 300/)
  // A run without faults would prove nothing.
  expect(output).toMatch(/kill -9: 3 times/)
  expect(output).toMatch(/disk full: (SKIPPED|1 times; ([1-9]|0 reports answered with busy, [1-9]))/)
  expect(output).toMatch(/platform: \d+ changes of behaviour; requests by fault: \w+ \d/)
  expect(output).toMatch(/storage: \d+ changes of behaviour; requests by fault: \w+ \d/)
})
