/** The journal of the operating system as log type 5 (spec §4), read by journalctl where there is one. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code, type Answer, type Body } from '@parking/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { systemdJournal } from '#src/adapters/system/systemd-journal.ts'
import { openDevice, type Device } from '../device.ts'

let box: Device
afterEach(() => box.close())

const filterOf = (filter: Partial<Body<'log'>>): Body<'log'> => ({
  type: 0,
  page: 1,
  page_size: 50,
  ...filter,
})
const contents = ({ list }: Answer<'log'>) => list.map(({ content }) => content)

describe('the journal of the system', () => {
  let folder: string
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** A program that answers as journalctl does and records its arguments. */
  function programOf(lines: readonly unknown[]): string {
    folder = mkdtempSync(join(tmpdir(), 'parking-journal-'))
    const program = join(folder, 'journalctl')
    writeFileSync(
      join(folder, 'lines'),
      lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    )
    writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/asked'\ncat '${folder}/lines'\n`)
    chmodSync(program, 0o700)
    return program
  }

  test('is read for log type 5, with its levels, paging and search', async () => {
    const at = Date.UTC(2026, 10, 21) * 1000
    const line = (i: number, PRIORITY: string, MESSAGE: unknown) => ({
      __REALTIME_TIMESTAMP: String(at - i * 1_000_000),
      PRIORITY,
      MESSAGE,
      SYSLOG_IDENTIFIER: 'kernel',
    })
    const program = programOf([
      line(0, '6', 'eth0 up'),
      line(1, '2', 'Out of memory'),
      line(2, '4', [...Buffer.from('名 \u001b[0m')]),
      line(3, '9', 'odd'),
      'not json',
      { MESSAGE: 'no time' },
      '{"cut',
    ])
    box = await openDevice({ ports: { journal: systemdJournal(program) } })
    const token = await box.tokenOf('viewer')
    const ask = async (filter: Partial<Body<'log'>>) =>
      (await box.call('log', filterOf({ type: 5, ...filter }), token)).data
    const all = await ask({})
    expect(all.total).toBe(4)
    expect(all.list.map(({ type, level, content }) => [type, level, content])).toEqual([
      [5, 'INFO', 'kernel: eth0 up'],
      [5, 'CRITICAL', 'kernel: Out of memory'],
      [5, 'WARNING', 'kernel: 名 \u001b[0m'],
      [5, 'INFO', 'kernel: odd'],
    ])
    expect(contents(await ask({ text: 'MEMORY' }))).toEqual(['kernel: Out of memory'])
    expect(contents(await ask({ page: 2, page_size: 3 }))).toEqual(['kernel: odd'])
    expect(contents(await ask({ start_ms: at / 1000 - 1_000 }))).toHaveLength(2)
    // Type 0 is the device's own log.
    expect((await box.call('log', filterOf({}), token)).data.total).toBe(0)
  })

  test('a box without a journal has no such log, and no error', async () => {
    box = await openDevice()
    folder = mkdtempSync(join(tmpdir(), 'parking-journal-'))
    expect(await box.call('log', filterOf({ type: 5 }), await box.tokenOf('admin'))).toMatchObject({
      code: code.success,
      data: { total: 0, list: [] },
    })
  })
})
