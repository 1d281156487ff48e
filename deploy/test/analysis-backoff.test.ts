/** The wait before the analysis program starts again: the unit's script, with another clock and sleep. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../scripts/lib/root.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backoff-'))
  writeFileSync(join(folder, 'sleep'), `#!/bin/sh\necho "$1" >> '${folder}/slept'\n`, { mode: 0o755 })
  writeFileSync(join(folder, 'slept'), '')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Starts at this many seconds after boot. Returns the seconds that it waits, and what the journal gets. */
function startAt(now: number) {
  writeFileSync(join(folder, 'uptime'), `${now}.37 12.00\n`)
  const before = readFileSync(join(folder, 'slept'), 'utf8').length
  const { status, stdout, stderr } = spawnSync('sh', [join(root, 'deploy/analysis-backoff')], {
    env: { PATH: `${folder}:/usr/bin:/bin`, RUNTIME_DIRECTORY: folder, uptime: join(folder, 'uptime') },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  const waited = Number(readFileSync(join(folder, 'slept'), 'utf8').slice(before).trim() || 0)
  return { waited, said: stdout.trim() }
}

test('the wait grows to five minutes, is announced, and never ends the attempts', () => {
  let now = 50
  const waits = Array.from({ length: 14 }, () => {
    const { waited, said } = startAt(now)
    expect(said).toEqual(
      waited === 0 ? '' : expect.stringMatching(new RegExp(`quickly.* it starts again in ${waited} s$`)),
    )
    now += waited + 4
    return waited
  })
  expect(waits).toEqual([0, 0, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300, 300])
  expect(startAt(now + 120).waited).toBe(0) // it ran for two minutes
  expect(startAt(now + 125).waited).toBe(0)
})

test('a damaged count is no count', () => {
  for (const text of ['', 'x', '1', '99999 5', '-1 5', '3 5\n4 6', '08 09']) {
    writeFileSync(join(folder, 'starts'), text)
    expect(startAt(5_000).waited).toBe(0)
  }
})
