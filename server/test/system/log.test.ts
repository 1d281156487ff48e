/**
 * The device's own logs (spec §3, §4, §7): what is written, how it is searched, and that it is bounded.
 * Long because each log type has its own rows.
 */
import { code, log_level, log_type, type Answer, type Body } from '@parking/contract'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { openLog } from '#src/core/log.ts'
import { LogWriter } from '#src/system/log/log-writer.ts'
import { pruneLogs } from '#src/system/log/log-delete.ts'
import { listLogs } from '#src/system/log/log-list.ts'
import { insertLogs, stored_log_types, type NewLog } from '#src/system/log/log.store.ts'
import { openDevice, type Device } from '../device.ts'

let box: Device
afterEach(() => box.close())

const hour = 3_600_000
const filterOf = (filter: Partial<Body<'log'>>): Body<'log'> => ({
  type: 0,
  page: 1,
  page_size: 50,
  ...filter,
})
const contents = ({ list }: Answer<'log'>) => list.map(({ content }) => content)

/** The tally always equals the rows. */
function expectTallied({ deps: { db } }: Device): void {
  const counted = db.all(
    `SELECT timestamp_ms / ${hour} AS hour, type, level, count(*) AS n, sum(length(content) + ` +
      'ifnull(length(detail), 0)) AS bytes FROM log GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
  )
  expect(db.all('SELECT * FROM log_tally ORDER BY hour, type, level')).toEqual(counted)
}

const rowOf = (timestamp_ms: number, more: Partial<NewLog> = {}): NewLog => ({
  timestamp_ms,
  type: 1,
  level: 'INFO',
  content: `line ${timestamp_ms}`,
  ...more,
})

describe('the list', () => {
  test('finds exactly the rows that a full scan finds, on every page, for any filter', async () => {
    box = await openDevice()
    const start = Date.UTC(2026, 10, 20)
    const rows = Array.from({ length: 900 }, (_, i): NewLog => ({
      timestamp_ms: start + ((i * 7_919_993) % (30 * hour)),
      type: stored_log_types[i % 4]!,
      level: log_level[(i * 3) % 5]!,
      content: `车 ${i} ${i % 7 === 0 ? 'Plate 50%_x' : ''}`,
      ...(i % 5 === 0 ? { detail: { what: 'call', facts: { name: `needle-${i % 10}` } } } : {}),
    }))
    insertLogs(box.deps.db, rows)
    expectTallied(box)
    const { db } = box.deps
    const stored = db.all<{
      id: number
      timestamp_ms: number
      type: number
      level: number
      content: string
      detail: string | null
    }>('SELECT * FROM log ORDER BY timestamp_ms DESC, id DESC')
    const moment = fc.integer({ min: start - hour, max: start + 31 * hour })
    const filters = fc.record({
      type: fc.constantFrom(0, 1, 2, 3, 4) as fc.Arbitrary<Body<'log'>['type']>,
      level: fc.option(fc.constantFrom(...log_level), { nil: undefined }),
      start_ms: fc.option(moment, { nil: undefined }),
      end_ms: fc.option(moment, { nil: undefined }),
      text: fc.constantFrom(undefined, undefined, 'plate', '50%_X', '车 1', 'needle-5', '\\', 'nowhere', ' '),
      page: fc.integer({ min: 1, max: 12 }),
      page_size: fc.constantFrom(1, 7, 50, 500),
    })
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const text = filter.text?.trim().toLowerCase()
        const wanted = stored.filter(
          (row) =>
            (filter.type === 0 || row.type === filter.type) &&
            (filter.level === undefined || log_level[row.level] === filter.level) &&
            row.timestamp_ms >= (filter.start_ms ?? 0) &&
            row.timestamp_ms <= (filter.end_ms ?? Infinity) &&
            (!text ||
              row.content.toLowerCase().includes(text) ||
              (row.detail ?? '').toLowerCase().includes(text)),
        )
        const found = await listLogs(db, filter)
        expect(found.total).toBe(wanted.length)
        expect(found.list.map(({ id }) => id)).toEqual(
          wanted
            .slice((filter.page - 1) * filter.page_size, filter.page * filter.page_size)
            .map(({ id }) => id),
        )
      }),
      { numRuns: 400 },
    )
  })

  test('a search that would read too much reports how far it got, and can be continued', async () => {
    box = await openDevice()
    const start = Date.UTC(2026, 10, 20)
    const many = (at: number, n: number) =>
      insertLogs(
        box.deps.db,
        Array.from({ length: n }, (_, i) => rowOf(at + i, { content: i === 0 ? 'needle' : 'hay' })),
      )
    many(start, 60_000)
    many(start + hour, 60_000)
    many(start + 2 * hour, 110_000)
    const first = await listLogs(box.deps.db, filterOf({ text: 'needle' }))
    expect(first).toMatchObject({ total: 2, searched_ms: start + hour })
    const rest = await listLogs(box.deps.db, filterOf({ text: 'needle', end_ms: first.searched_ms! - 1 }))
    expect(rest.total).toBe(1)
    expect(rest.searched_ms).toBeUndefined()
  })

  test('rows are ordered by time, even after the clock was set back', async () => {
    box = await openDevice()
    insertLogs(box.deps.db, [rowOf(5 * hour, { content: 'later' })])
    insertLogs(box.deps.db, [
      rowOf(hour, { content: 'set back' }),
      rowOf(5 * hour, { content: 'same moment' }),
    ])
    expect(contents(await listLogs(box.deps.db, filterOf({})))).toEqual(['same moment', 'later', 'set back'])
  })
})

describe('writing', () => {
  test('stores lines with a log type and all errors, and nothing else', async () => {
    box = await openDevice()
    const { log, db, log_writer } = box.deps
    log.info(
      { log_type: log_type.service, what: 'started', version: '1.2', password: 'Kerb#2026' },
      'the server has started',
    )
    log.warn(
      { log_type: log_type.alarm, what: 'queue_stalled', info: 'HTTP 500' },
      'the platform does not take events; they wait',
    )
    log.debug({ log_type: log_type.application }, 'a plate of "log_type":1')
    log.info({ log_type: log_type.application, app: '\u001b[31mred\u001b[0m' })
    log.info({ user: 'x "log_type":4' }, 'not for the log')
    log.error({ err: new Error('no such table') }, 'database trouble')
    log_writer.flush()
    const { list } = await listLogs(db, filterOf({}))
    expect(list.toReversed()).toMatchObject([
      {
        type: 1,
        level: 'INFO',
        content: 'the server has started',
        what: 'started',
        facts: { version: '1.2' },
      },
      { type: 4, level: 'WARNING', what: 'queue_stalled', facts: { info: 'HTTP 500' } },
      { type: 3, level: 'DEBUG', content: 'a plate of "log_type":1' },
      { type: 3, level: 'INFO', content: '\u001b[31mred\u001b[0m' },
      { type: 1, level: 'ERROR', content: 'database trouble: no such table' },
    ])
    expect(list).toHaveLength(5)
    expect(JSON.stringify(list)).not.toContain('Kerb#2026')
  })

  test('is independent of PARKING_LOG, and keeps lines logged before the database is open', async () => {
    box = await openDevice()
    const log_writer = new LogWriter(() => 77)
    let text = ''
    const log = openLog('silent', { write: (line) => void (text += line) }, log_writer)
    log.info({ log_type: log_type.service }, 'early')
    log_writer.open(box.deps.db, box.deps.audit_chain.marks)
    log_writer.close()
    expect(text).toBe('')
    expect(await listLogs(box.deps.db, filterOf({}))).toMatchObject({
      total: 1,
      list: [{ content: 'early', timestamp_ms: 77 }],
    })
  })

  test('counts a flood instead of storing it, and truncates a long line', async () => {
    box = await openDevice()
    const { log, db, log_writer } = box.deps
    for (let i = 0; i < 2_500; i++)
      log.info({ log_type: log_type.application, app: `${i} ${'长'.repeat(2_000)}` })
    log_writer.flush()
    const { total, list } = await listLogs(db, filterOf({ page_size: 500 }))
    expect(total).toBe(2_001)
    expect(list.find(({ what }) => what === 'lines_dropped')).toMatchObject({
      level: 'WARNING',
      facts: { n: 500 },
    })
    expect(Math.max(...list.map(({ content }) => content.length))).toBe(1_000)
    expectTallied(box)
  })

  test('retries what a full disk refused', async () => {
    box = await openDevice()
    const { db, log_writer, log } = box.deps
    const { page_count } = db.get<{ page_count: number }>('PRAGMA page_count')!
    db.run(`PRAGMA max_page_count = ${page_count}`)
    for (let i = 0; i < 500; i++) log.info({ log_type: log_type.application, app: `${i} ${'x'.repeat(900)}` })
    log_writer.flush()
    expect((await listLogs(db, filterOf({}))).total).toBe(0)
    db.run('PRAGMA max_page_count = 1000000')
    log_writer.flush()
    expect((await listLogs(db, filterOf({}))).total).toBe(500)
  })
})

describe('deleting', () => {
  const fill = (device: Device) => {
    const now = device.deps.now()
    insertLogs(
      device.deps.db,
      Array.from({ length: 400 }, (_, i) =>
        rowOf(now - (i * hour) / 10, { type: stored_log_types[i % 4]!, content: `old ${i}` }),
      ),
    )
    return now
  }

  test('deletes a type up to a time, inclusive, and leaves a full tombstone', async () => {
    box = await openDevice()
    const token = await box.tokenOf('admin')
    const now = fill(box)
    const end_ms = now - 20 * hour
    const before = await listLogs(box.deps.db, filterOf({ type: 3, end_ms }))
    const { data } = await box.call('delete_log', { type: 3, end_ms }, token)
    expect(data).toEqual({ deleted: before.total })
    expect(before.total).toBeGreaterThan(40)
    expect((await listLogs(box.deps.db, filterOf({ type: 3, end_ms }))).total).toBe(0)
    expect((await listLogs(box.deps.db, filterOf({}))).total).toBe(400 - before.total + 1)
    expect((await listLogs(box.deps.db, filterOf({ type: 2, page_size: 1 }))).list[0]).toMatchObject({
      level: 'WARNING',
      what: 'log_deleted',
      facts: { type: 3, end_ms, deleted: before.total },
      audit: { who: 'admin', role: 'admin', address: '127.0.0.1', call: 'delete_log', code: 0 },
    })
    expectTallied(box)
  })

  test('of everything leaves only the tombstone, even with an end in the future', async () => {
    box = await openDevice()
    const token = await box.tokenOf('admin')
    fill(box)
    box.deps.log.info({ log_type: log_type.service }, 'still waiting to be written')
    expect(
      (await box.call('delete_log', { type: 0, end_ms: box.deps.now() + 90 * hour }, token)).data.deleted,
    ).toBe(401)
    const { total, list } = await listLogs(box.deps.db, filterOf({}))
    expect([total, list[0]?.what]).toEqual([1, 'log_deleted'])
    expect((await box.call('delete_log', { type: 0, end_ms: 0 }, token)).data.deleted).toBe(0)
    expectTallied(box)
    const ids = box.deps.db.all<{ id: number }>('SELECT id FROM log ORDER BY id').map(({ id }) => id)
    expect(ids).toEqual([402, 403]) // Ids are never reused.
  })

  test('is for administrators only, and not for the system journal', async () => {
    box = await openDevice()
    for (const role of ['operator', 'viewer'] as const)
      expect((await box.call('delete_log', { type: 0, end_ms: 1 }, await box.tokenOf(role))).code).toBe(
        code.permission_denied,
      )
    expect((await box.call('delete_log', { type: 5, end_ms: 1 }, await box.tokenOf('admin'))).code).toBe(
      code.failed,
    )
  })

  test('each type has its budget of rows and bytes; a flood of one takes nothing from another', async () => {
    box = await openDevice()
    const now = box.deps.now()
    insertLogs(
      box.deps.db,
      Array.from({ length: 300 }, (_, i) => rowOf(now - (i * hour) / 50, { type: 2, content: `audit ${i}` })),
    )
    insertLogs(
      box.deps.db,
      Array.from({ length: 3_000 }, (_, i) => rowOf(now - i, { type: 3, content: `flood ${i}` })),
    ) // all in one hour and the hour before
    insertLogs(
      box.deps.db,
      Array.from({ length: 100 }, (_, i) => rowOf(now - i * hour, { type: 4, content: '车'.repeat(100) })),
    )
    const budget = { rows: 1_000, bytes: 1_000_000 }
    await pruneLogs(box.deps, { 1: budget, 2: budget, 3: budget, 4: { rows: 1_000, bytes: 5_000 } })
    const count = async (type: 2 | 3 | 4) =>
      (await listLogs(box.deps.db, filterOf({ type, page_size: 500 }))).total
    expect([await count(2), await count(3), await count(4)]).toEqual([300, 1_000, 50])
    expect(contents(await listLogs(box.deps.db, filterOf({ type: 3, page_size: 1 })))).toEqual(['flood 0'])
    expectTallied(box)
    expect(await pruneLogs(box.deps, { 1: budget, 2: budget, 3: budget, 4: budget })).toBe(0)
  })
})
