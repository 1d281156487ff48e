/** Compressed answers: only for clients that accept them, with the same content, and never with a secret. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, type CallName } from '@parking/contract'
import { openDevice, type Device } from '../device.ts'
import { storeEvent } from '../events/event-device.ts'

let device: Device
let token: string

beforeAll(async () => {
  device = await openDevice()
  token = await device.tokenOf('admin')
  for (let at = 0; at < 100; at++)
    storeEvent(device.deps.db, device.deps.now() - at * 60_000, {
      uuid: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      plate_number: `粤B${10_000 + at * 7}`,
      confidence: 97,
      place: { parking_no: 'P-1', camera_sn: 'SN-1', camera_name: '东门', scene_id: 's', lot_no: `A${at}` },
    })
})
afterAll(() => device.close())

const ask = (name: CallName, body: object, encoding?: string) =>
  device.app.inject({
    method: 'POST',
    url: calls[name].path,
    payload: body,
    headers: {
      authorization: `Bearer ${token}`,
      ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
    },
  })
const page = { page: 1, page_size: 100 }
/** The answer without its request id. */
const dataOf = (text: string): unknown => (JSON.parse(text) as { data: unknown }).data

test('a long list is compressed to a fraction of its size, with the same content', async () => {
  const plain = await ask('parking_event', page)
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding'])
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
  ] as const) {
    const packed = await ask('parking_event', page, accepted)
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual([encoding, 'accept-encoding'])
    expect(dataOf(unpack(packed.rawPayload).toString())).toEqual(dataOf(plain.payload))
    expect(packed.rawPayload.length * 5).toBeLessThan(plain.rawPayload.length)
    expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
  }
})

test('answers are compressed only for clients that accept it', async () => {
  for (const encoding of ['deflate', 'identity', 'gzip;q=0', 'x-gzip2'])
    expect((await ask('parking_event', page, encoding)).headers['content-encoding']).toBeUndefined()
  for (const encoding of ['gzip', 'br;q=0, gzip;q=0.5', 'GZIP'])
    expect((await ask('parking_event', page, encoding)).headers['content-encoding']).toBe('gzip')
})

test('a short answer, a failure and an answer with secrets are not compressed', async () => {
  for (const [name, body] of [
    ['camera_state', {}],
    ['parking_event', { page: 0 }],
    ['get_all_param', {}],
    ['get_storage_param', {}],
  ] as const) {
    const answer = await ask(name, body, 'gzip')
    expect([name, answer.headers['content-encoding']]).toEqual([name, undefined])
  }
  expect((await ask('get_all_param', {}, 'gzip')).rawPayload.length).toBeGreaterThan(1_400)
})
