/** What the verifier says about when an event happened, when the device knew it, and by which clocks. */
import { describe, expect, test } from 'vitest'
import { checkClock } from '../src/clock.mjs'

const noon = Date.UTC(2026, 10, 1, 12)
const minute = 60_000
const start = {
  seq: 1,
  type: 'start',
  uuid: '',
  made_ms: noon,
  mono_ms: 0,
  boot_id: 'boot',
  says: {},
}
/** An event that happened at 12:30 and that the device knew and recorded at once, with sound clocks. */
const eventLeaf = (says: object = {}, made_ms = noon + 30 * minute) => ({
  ...start,
  seq: 2,
  type: 'event',
  uuid: 'u1',
  made_ms,
  mono_ms: made_ms - noon,
  says: {
    event_ms: noon + 30 * minute,
    create_ms: noon + 30 * minute,
    state: { typed: false },
    clock: { offset_ms: 4, error_ms: 7 },
    camera_clock: { offset_ms: -300, error_ms: 200 },
    ...says,
  },
})

function found(leaf: ReturnType<typeof eventLeaf>): string[] {
  const said: string[] = []
  checkClock([start, leaf] as never, [], (grade: string, code: string) => void said.push(`${grade} ${code}`))
  return said
}

describe('the times of an event', () => {
  test('are sound if nothing is said about them', () => expect(found(eventLeaf())).toEqual([]))

  test.each<[string, object, string]>([
    ['19 hours before the device knew it', { event_ms: noon - 19 * 60 * minute }, 'event_late'],
    ['in the future of the device', { event_ms: noon + 50 * minute }, 'event_future'],
    ['before the log began', { event_ms: noon - minute }, 'event_before_log'],
    ['by a camera an hour off', { camera_clock: { offset_ms: 60 * minute, error_ms: 200 } }, 'camera_off'],
    ['by a device a minute off', { clock: { offset_ms: -minute, error_ms: 7 } }, 'clock_off'],
  ])('%s', (_, says, code) => expect(found(eventLeaf(says))).toContain(`doubt ${code}`))

  test('recorded before the device knew it', () =>
    expect(found(eventLeaf({ create_ms: noon + 50 * minute }))).toContain('doubt logged_early'))

  test('recorded long after it was known', () =>
    expect(found(eventLeaf({}, noon + 60 * minute))).toEqual(['doubt logged_late']))

  test('typed by a user long after it: no clock is judged', () =>
    expect(
      found(
        eventLeaf({
          event_ms: noon - 10 * minute,
          create_ms: noon + 30 * minute,
          state: { typed: true },
          clock: null,
          camera_clock: null,
        }),
      ),
    ).toEqual([]))
})
