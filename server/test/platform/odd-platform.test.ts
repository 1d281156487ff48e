/**
 * Each odd answer at the first try of an event: no event is lost, none is sent more often than the table of
 * docs/platform.md says, and the test of the address passes exactly if the event is accepted.
 */
import { event_status } from '@parking/contract'
import { afterEach, expect, test } from 'vitest'
import {
  becomes,
  device,
  platform,
  report,
  restartWorkers,
  rowOf,
  setPlatform,
  setUpEventPath,
  tries,
} from '../events/event-path-device.ts'
import { until } from '../until.ts'
import { good, odd_answers, oddPeer, sayParts, whole } from './odd-answers.ts'

setUpEventPath()

const close: (() => unknown)[] = []
afterEach(() => {
  for (const one of close.splice(0)) one()
})

test('every odd answer: tried as often as the rule says, and never lost', { timeout: 300_000 }, async () => {
  let odd: (typeof odd_answers)[string][0] = []
  /** Requests by key. The first of each key gets the odd answer. */
  const asked = new Map<string, number>()
  const { url, stop } = await oddPeer((socket, _, head) => {
    const key = /idempotency-key: (\S+)/i.exec(head)?.[1] ?? ''
    asked.set(key, (asked.get(key) ?? 0) + 1)
    sayParts(socket, asked.get(key) === 1 ? odd : [whole('200 OK', [], good)])
  })
  close.push(stop)
  const urls = {
    auth_url: '',
    device_init_url: '',
    device_hb_url: '',
    lot_state_url: '',
    timer_data_url: '',
    data_url: url,
  }
  const admin = await device.tokenOf('admin')
  await setPlatform(urls)
  for (const [name, [said, kind]] of Object.entries(odd_answers)) {
    odd = said
    const uuid = await report()
    const status = () => rowOf(uuid).status
    if (kind === 'refused') {
      await until(`${name}: refused`, () => status() === event_status.send_failed)
      expect({ name, asked: asked.get(uuid) }).toEqual({ name, asked: 1 })
      await device.call('parking_event_resume_upload', {}, admin)
    }
    await until(`${name}: sent`, () => status() === event_status.sent)
    // After a sign-in that is no longer valid the same attempt asks once more.
    const attempts = kind === 'accepted' || kind === 'signed_out' ? 1 : 2
    expect([name, asked.get(uuid), tries(uuid).length]).toEqual([name, kind === 'accepted' ? 1 : 2, attempts])
    const form = { url_name: 'data_url', operator_no: 'OP', protocol: 1, heartbeat_interval: 30, ...urls }
    const { data } = await device.call('test_platform', { ...form, extra_info: '' } as never, admin)
    expect({ name, passed: data.list[0]?.failed === null }).toEqual({ name, passed: kind === 'accepted' })
  }
})

test('a platform that asks for two minutes is left alone by all events until a person resumes', async () => {
  let busy = true
  const { url, seen, stop } = await oddPeer((socket) =>
    socket.write(
      busy
        ? whole('429 Too Many Requests', ['Retry-After: 120'], '')
        : whole('200 OK', ['Content-Type: application/json'], good),
    ),
  )
  close.push(stop)
  await restartWorkers({ sender: { first_delay_ms: 4 } })
  await setPlatform({ data_url: url, heartbeat_interval: 5 })
  const first = await report()
  await until('the answer', () => tries(first).length === 1)
  const [attempt] = tries(first)
  expect(rowOf(first).next_try_ms - attempt!.at_ms).toBeGreaterThanOrEqual(120_000)
  const second = await report({ lot_no: 'A02' })
  const beats = platform.heartbeats.length
  await until('an answered heartbeat', () => platform.heartbeats.length > beats)
  expect([seen.requests, tries(second)]).toEqual([1, []])
  busy = false
  await device.call('parking_event_resume_upload', {}, await device.tokenOf('admin'))
  await becomes(first, 'sent')
  await becomes(second, 'sent')
  expect(seen.requests).toBe(3)
})
