/**
 * Exports: a CSV in which a spreadsheet evaluates nothing, a ZIP whose manifest describes every file, and
 * limits. Resending. Long because all tests share one set of events.
 */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { code, event_status, export_columns, type Body } from '@parking/contract'
import { csvLine } from '#src/events/export/event-csv.ts'
import { picturePath } from '#src/events/record/event-paths.ts'
import { openDevice, type Device } from '../device.ts'
import { storeEvent } from './event-device.ts'

let device: Device
let admin: string
beforeEach(async () => {
  device = await openDevice()
  admin = await device.tokenOf('admin')
})
afterEach(() => device.close())

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function plant(
  plate_number: string,
  { comment = '', picture = '', event_type = 1, status = 'pending' as 'pending' | 'skipped' } = {},
): { uuid: string; file: string } {
  const { db, now, media } = device.deps
  const uuid = randomUUID()
  const pictures =
    picture === ''
      ? []
      : [
          {
            kind: 'car' as const,
            width: 4,
            height: 3,
            bytes: Buffer.byteLength(picture),
            sha256: hash(Buffer.from(picture)),
          },
        ]
  storeEvent(db, now(), {
    uuid,
    event_type,
    plate_number,
    status: event_status[status],
    comment,
    pictures,
    place: { parking_no: 'P-1', camera_sn: 'S', camera_name: '=cmd|1', scene_id: 's', lot_no: '../A 01' },
  })
  const file = join(media.folder, picturePath(now(), uuid, 0))
  mkdirSync(dirname(file), { recursive: true })
  if (picture) writeFileSync(file, picture)
  return { uuid, file }
}

async function exported(body: Body<'export_parking_event'>): Promise<Buffer> {
  const { data } = await device.call('export_parking_event', body, admin)
  expect(data).toMatchObject({ state: 'ready' })
  const answer = await device.app.inject({ url: data.download })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain(data.file_name)
  return answer.rawPayload
}

/** A CSV reader, written only from RFC 4180. */
function parsed(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const here = text[at]!
    if (quoted) {
      if (here !== '"') cell += here
      else if (text[at + 1] === '"') cell += text[++at]!
      else quoted = false
    } else if (here === '"' && cell === '') quoted = true
    else if (here === ',' || here === '\r') {
      rows.at(-1)!.push(cell)
      cell = ''
      if (here === '\r') {
        expect(text[++at]).toBe('\n')
        rows.push([])
      }
    } else throw new Error(`a bare ${JSON.stringify(here)} at ${at}`)
  }
  expect(rows.pop()).toEqual([])
  return rows
}

test('any text survives the export, except for an apostrophe before a formula', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .tuple(
        fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ' =', '＝', '|', '%'),
        fc.string(),
      )
      .map(([first, rest]) => first + rest),
  )
  fc.assert(
    fc.property(fc.array(nasty, { minLength: 1, maxLength: 6 }), (cells) => {
      const read = parsed(csvLine(cells))
      expect(read).toHaveLength(1)
      expect(read[0]!.map((cell, at) => (cell === `'${cells[at]}` ? cells[at] : cell))).toEqual(cells)
      for (const cell of read[0]!)
        expect(/^[=+\-@\t\r\n]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('the table has the filtered events, the given column names, and both plates', async () => {
  const { uuid } = plant('粤B12345', { comment: '=HYPERLINK("http://x")' })
  plant('ABC-1234', { status: 'skipped' })
  device.deps.db.run("UPDATE event SET checked_plate = '粤B12346', plate_key = '粤B12346' WHERE uuid = ?", [
    uuid,
  ])
  const text = (
    await exported({
      format: 'csv',
      filter: { status: 0 },
      words: { columns: { plate_number: '车牌' }, status: { 0: '待发送' } },
    })
  ).toString('utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  const [head, row, ...rest] = parsed(text.slice(1))
  expect(rest).toEqual([])
  expect(head).toEqual(export_columns.map((column) => (column === 'plate_number' ? '车牌' : column)))
  const cells = Object.fromEntries(export_columns.map((column, at) => [column, row![at]]))
  expect(cells).toMatchObject({
    uuid,
    plate_number: '粤B12346',
    plate_read: '粤B12345',
    status: '待发送',
    response_status: '-1',
    camera_name: "'=cmd|1",
    comment: '\'=HYPERLINK("http://x")',
    pictures: '0',
  })
})

test('the ZIP has every picture, and the manifest lists damaged or missing files', async () => {
  const good = plant('粤B11111', { picture: 'good picture' })
  const damaged = plant('粤B22222', { picture: 'as it was taken' })
  const missing = plant('', { picture: 'gone' })
  writeFileSync(damaged.file, 'not as it was!!')
  rmSync(missing.file)
  const files = unzipSync(await exported({ format: 'zip', filter: {} }))
  const names = Object.keys(files)
  expect(names.at(-1)).toBe('manifest.json')
  expect(names.filter((name) => /(^|\/)\.\.(\/|$)|\\|^\//.test(name))).toEqual([])
  const manifest = JSON.parse(Buffer.from(files['manifest.json']!).toString()) as {
    events: number
    made_by: string
    files: { file: string; uuid: string; sha256: string; state: string; found_sha256?: string }[]
  }
  expect(manifest).toMatchObject({ events: 3, made_by: 'admin' })
  const of = (uuid: string) => manifest.files.find((one) => one.uuid === uuid)!
  expect(of(good.uuid)).toMatchObject({
    state: 'ok',
    sha256: hash(files[of(good.uuid).file]!).toString('hex'),
  })
  expect(of(good.uuid).file).toContain('粤B11111')
  expect(of(damaged.uuid)).toMatchObject({
    state: 'damaged',
    sha256: hash(Buffer.from('as it was taken')).toString('hex'),
    found_sha256: hash(files[of(damaged.uuid).file]!).toString('hex'),
  })
  expect(of(missing.uuid).state).toBe('missing')
  expect(files[of(missing.uuid).file]).toBeUndefined()
  expect(parsed(Buffer.from(files['events.csv']!).toString('utf8').slice(1))).toHaveLength(4)
})

test('exports a selection or the manual log, refuses none or too many, and its address expires', async () => {
  const { uuid } = plant('粤B11111')
  plant('', { event_type: 8 })
  expect(
    parsed((await exported({ format: 'csv', filter: {}, list: [uuid.toUpperCase()] })).toString().slice(1)),
  ).toHaveLength(2)
  expect(
    parsed((await exported({ format: 'csv', filter: {}, manual: true })).toString().slice(1)),
  ).toHaveLength(2)
  expect(
    (
      await device.call(
        'export_parking_event',
        { format: 'csv', filter: {}, manual: true, list: [uuid] },
        admin,
      )
    ).data,
  ).toMatchObject({ state: 'nothing', download: '' })
  device.deps.db.run('UPDATE event_tally SET n = n + 100000')
  expect(
    (await device.call('export_parking_event', { format: 'csv', filter: {} }, admin)).data,
  ).toMatchObject({ state: 'too_many', download: '' })
  expect(
    (await device.call('export_parking_event', { format: 'zip', filter: {} }, admin)).data,
  ).toMatchObject({ state: 'too_many' })
  device.deps.db.run('UPDATE event_tally SET n = n - 100000')
  const { data } = await device.call('export_parking_event', { format: 'csv', filter: {} }, admin)
  expect((await device.app.inject({ url: `${data.download}0` })).statusCode).toBe(404)
  device.wait(11 * 60_000)
  expect((await device.app.inject({ url: data.download })).statusCode).toBe(404)
  expect(
    (await device.call('export_parking_event', { format: 'csv', filter: {} }, await device.tokenOf('viewer')))
      .code,
  ).toBe(code.permission_denied)
})

test('a broken download leaves no file open, and the same address delivers it again', async () => {
  for (let n = 0; n < 30; n++) plant(`粤B${10_000 + n}`, { picture: 'x'.repeat(300_000) })
  const { data } = await device.call('export_parking_event', { format: 'zip', filter: {} }, admin)
  const address = await device.app.listen({ host: '127.0.0.1', port: 0 })
  const get = async () => {
    const asking = request(address + data.download, { agent: false })
    asking.end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    return answer
  }
  const cut = await get()
  await once(cut, 'data')
  cut.destroy()
  const whole = unzipSync(await buffer(await get()))
  expect(Object.keys(whole)).toHaveLength(32)
})

test.each([
  ['设备记录', '人工补录', '已作废'],
  ['裝置紀錄', '人工補登', '已作廢'],
  // Without words, as programs export it.
  ['observed', 'typed', 'withdrawn'],
])('the table names each event %s, %s or %s', async (observed, typed, withdrawn) => {
  const { db } = device.deps
  const [, added, gone, both] = ['粤B1', '粤B2', '粤B3', '粤B4'].map((plate) => plant(plate).uuid)
  for (const uuid of [added, both]) db.run('UPDATE event SET typed = 1 WHERE uuid = ?', [uuid!])
  for (const uuid of [gone, both])
    await device.call(
      'check_parking_event',
      { uuid: uuid!, verdict: 'discarded', reason: '误识别', seen_checks: 0 },
      admin,
    )
  const words = observed === 'observed' ? {} : { words: { standing: { observed, typed, withdrawn } } }
  const body = { format: 'csv' as const, filter: {}, ...words }
  const lines = (await exported(body)).toString().trim().split('\r\n').slice(1)
  const at = export_columns.indexOf('standing')
  const plates = export_columns.indexOf('plate_number')
  const found = lines.map((line) => line.split(',')).map((cells) => [cells[plates], cells[at]])
  expect(found.toSorted()).toEqual(
    [observed, typed, withdrawn, withdrawn].map((word, n) => [`"粤B${n + 1}"`, `"${word}"`]),
  )
})

test('selected events return to the queue with the user; unknown and queued ones stay', async () => {
  const { db } = device.deps
  const skipped = plant('粤B11111', { status: 'skipped' })
  const answer = await device.call(
    'resend_parking_event',
    { list: [skipped.uuid, randomUUID()] },
    await device.tokenOf('operator'),
  )
  expect(answer.data).toEqual({ resent: 1, left: 1 })
  expect(db.get('SELECT status, reason, moved_by FROM event WHERE uuid = ?', [skipped.uuid])).toMatchObject({
    status: event_status.pending,
    reason: 'resent',
    moved_by: 'operator',
  })
  expect(
    (await device.call('resend_parking_event', { list: [skipped.uuid] }, await device.tokenOf('viewer')))
      .code,
  ).toBe(code.permission_denied)
})
