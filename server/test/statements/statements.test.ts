/**
 * Daily statements of a real device: every event is in exactly one of them, later changes are in later ones,
 * and none is ever changed.
 */
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayOf } from '#src/core/stamp.ts'
import { makeStatements } from '#src/statements/make-statements.ts'
import { pruneStatements, statedDays, statementOf } from '#src/statements/statement.store.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { report as reported } from '../proof/report.ts'

const day_ms = 86_400_000
let device: Device
/** Signs in for each call, because a session does not outlast the days that pass here. */
const admin = () => device.tokenOf('admin')
beforeEach(async () => {
  // At noon in the device's zone, whatever it is.
  device = await openDevice({ mono: 'held', now: new Date(2026, 10, 20, 12).getTime() })
  plantLots(device.deps.db)
})
afterEach(() => device.close())

/** Reports an event and waits until the evidence log has caught up, as on a box. */
async function report(of: Device, what: Parameters<typeof reported>[1] = {}): Promise<string> {
  const uuid = await reported(of, what)
  await of.deps.proof_log.caughtUp()
  return uuid
}
const make = () => makeStatements(device.deps)
type Row = { uuid: string; status: number | null; event_type: number }
type Payload = {
  number: number
  prev: string
  total: number
  counts: { event_type: number; status: number | null; n: number }[]
  events: (Row & { n: number; event_ms: number })[]
  changes: (Row & { day: string; was: number | null })[]
}
const stored = (day: string) => statementOf(device.deps.proof_log.reader(), day)
const read = (day: string) => JSON.parse(gunzipSync(stored(day)!.packed).toString()) as Payload

test('a day has a statement after it is sealed, with its events by type and status', async () => {
  const day = dayOf(device.deps.now())
  const entry = await report(device)
  device.wait(60_000)
  const exit = await report(device, { event_type: 3 })
  expect(await make()).toEqual([])
  device.wait(day_ms)
  const next = await report(device, { plate_number: '粤B99999' })
  device.wait(day_ms)
  expect(await make()).toContain(day)
  const statement = read(day)
  expect(statement.events.map(({ n, uuid }) => [n, uuid])).toEqual([
    [1, entry],
    [2, exit],
  ])
  expect(statement).toMatchObject({ number: 1, total: 2, changes: [], prev: '0'.repeat(64) })
  expect(statement.counts.reduce((sum, { n }) => sum + n, 0)).toBe(2)
  device.wait(day_ms)
  await make()
  const second = read(dayOf(device.deps.now() - 2 * day_ms))
  expect(second.events.map(({ uuid }) => uuid)).toEqual([next])
  expect(second.prev).toBe(stored(day)!.hash)
  // Nothing is made twice.
  expect(await make()).toEqual([])
})

test('a change, a late event and a deletion are in the next statement; the first one stays', async () => {
  const day = dayOf(device.deps.now())
  const [changed, deleted] = [await report(device), await report(device, { plate_number: '粤B22222' })]
  device.wait(2 * day_ms)
  await make()
  const before = stored(day)!
  const was = read(day).events[0]!.status
  const late = await report(device, { plate_number: '粤B33333', ahead_ms: -2 * day_ms })
  device.deps.db.run('UPDATE event SET status = 3 WHERE uuid = ?', [changed])
  await device.call('delete_parking_event', { list: [deleted] }, await admin())
  await device.deps.proof_log.caughtUp()
  device.wait(2 * day_ms)
  await make()
  expect(stored(day)).toEqual(before)
  const all = [...statedDays(device.deps.proof_log.reader())].map(read)
  const changes = all.flatMap((one) => one.changes)
  expect(changes.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))).toEqual(
    [
      { uuid: changed, day, event_type: 1, was, status: 3, seq: expect.any(Number) },
      { uuid: deleted, day, event_type: 1, was, status: null, seq: expect.any(Number) },
      { uuid: late, day, event_type: 1, was: null, status: expect.any(Number), seq: expect.any(Number) },
    ].toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)),
  )
  // Every event is listed once.
  const listed = all.flatMap((one) => one.events.map(({ uuid }) => uuid))
  expect(new Set(listed).size).toBe(listed.length)
})

test('an event whose time was ahead of the clock belongs to its own day', async () => {
  const uuid = await report(device, { ahead_ms: day_ms })
  const day = dayOf(device.deps.now() + day_ms)
  for (let n = 0; n < 4; n++) {
    await report(device, { plate_number: `粤B1000${n}` })
    device.wait(day_ms)
  }
  await make()
  expect(read(day).events.map((one) => one.uuid)).toContain(uuid)
})

test('days that passed while the server was stopped get the same statements afterwards', async () => {
  const day = dayOf(device.deps.now())
  await report(device)
  await device.deps.proof_log.caughtUp()
  device.wait(5 * day_ms)
  device = await device.restart('killed')
  expect(await make()).toContain(day)
  expect(read(day).total).toBe(1)
  device = await device.restart()
  expect(await make()).toEqual([])
})

test('the calls list and export it; the files are the signed text and a table', async () => {
  const day = dayOf(device.deps.now())
  const uuid = await report(device)
  device.wait(2 * day_ms)
  await make()
  const token = await admin()
  const { data } = await device.call('list_statements', { page: 1, page_size: 20 }, token)
  const row = data.list.find((one) => one.day === day)!
  expect(row).toMatchObject({
    number: 1,
    events: 1,
    changes: 0,
    key_id: device.deps.proof_log.key.current.key_id,
  })
  expect(row.counts).toEqual([{ event_type: 1, status: expect.any(Number), n: 1 }])
  expect(data.total).toBe(data.list.length)
  const json = (await device.call('export_statement', { day, format: 'json' }, token)).data
  expect(json.file_name).toBe(`statement-${day}.json`)
  const file = JSON.parse(json.content) as { payload: string; days: unknown[]; keys: unknown[] }
  expect(JSON.parse(file.payload)).toMatchObject({ type: 'statement', day, root: row.root })
  const words = { row: { event: '事件' }, event_type: { 1: '入场' }, columns: { uuid: 'ID' } }
  const csv = (await device.call('export_statement', { day, format: 'csv', words }, token)).data
  expect(csv.content).toContain(`"事件","${day}","入场"`)
  expect(csv.content.split('\r\n')[0]).toContain('"ID"')
  expect(csv.content).toContain(uuid)
  expect((await device.call('export_statement', { day: '2020-01-01', format: 'csv' }, token)).code).toBe(3000)
})

test('the oldest are deleted after three years or if all are too large; the newest stays', async () => {
  for (let n = 0; n < 3; n++) {
    await report(device, { plate_number: `粤B1000${n}` })
    device.wait(day_ms)
  }
  device.wait(day_ms)
  await make()
  const proof = device.deps.proof_log.reader()
  const days = [...statedDays(proof)].toSorted()
  expect(days.length).toBeGreaterThan(2)
  pruneStatements(proof, days[1]!, 1 << 28)
  expect([...statedDays(proof)].toSorted()).toEqual(days.slice(1))
  pruneStatements(proof, '2000-01-01', 1)
  expect([...statedDays(proof)]).toEqual([days.at(-1)])
})
