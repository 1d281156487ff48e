/** Under systemd standard error is the journal, and each line of the server has its priority. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { program } from '../../built.ts'
import { test_password } from '../../device.ts'
import { until } from '../../until.ts'

const folder = mkdtempSync(join(tmpdir(), 'parking-journal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The lines that the program writes to standard error if systemd announces it as `streamOf`. */
async function linesFor(name: string, streamOf: (fd: number) => string): Promise<string[]> {
  const file = join(folder, name)
  const fd = openSync(file, 'w')
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      PARKING_PORT: '0',
      PARKING_DATA: join(folder, `${name}.data`),
      PARKING_ADMIN_PASSWORD: test_password,
      PARKING_PROGRAMS: '/nothing-here',
      JOURNAL_STREAM: streamOf(fd),
    },
    stdio: ['ignore', 'ignore', fd],
  })
  closeSync(fd)
  const lines = () => readFileSync(file, 'utf8').split('\n').filter(Boolean)
  await until('it has started', () => lines().some((line) => line.includes('"what":"started"')))
  child.kill('SIGTERM')
  await once(child, 'exit')
  return lines()
}

test('a line for the journal begins with its priority, and is JSON with its code behind it', async () => {
  const lines = await linesFor('journal', (fd) => `${fstatSync(fd).dev}:${fstatSync(fd).ino}`)
  const priority = { debug: 7, info: 6, warn: 4, error: 3, fatal: 2 } as Record<string, number>
  for (const line of lines) {
    const [, prefix, json = ''] = /^<(\d)>(\{.*\})$/.exec(line) ?? []
    expect(Number(prefix)).toBe(priority[(JSON.parse(json) as { level: string }).level])
  }
  // Parts that stop later may log something too.
  expect(lines.filter((line) => /^<6>.*"what":"stopped"/.test(line))).toHaveLength(1)
})

test('any other standard error gets only JSON', async () => {
  for (const line of await linesFor('file', () => '1:2')) expect(line).toMatch(/^\{.*\}$/)
})
