import { event_status, event_type } from '@parking/contract/core/codes.ts'
import { describe, expect, it } from 'vitest'
import { foldUpdates, sessionSeconds } from '#src/events/detail/event-detail-session.tsx'
import {
  stepsOf,
  type Attempt,
  type Detail,
  type StatusChange,
} from '#src/events/detail/event-detail-steps.ts'
import { failureOf } from '#src/events/event/event-status.tsx'
import zh from '#src/locales/zh/events/events.ts'

const stamp = (ms: number) => `2026-11-21 08:00:${String(ms / 1_000).padStart(2, '0')}`
const attempt = (ms: number, more: Partial<Attempt> = {}): Attempt => ({
  timestamp_ms: ms,
  time_str: stamp(ms),
  step: 'deliver',
  outcome: 'busy',
  address: 'http://iot/',
  info: 'later',
  took_ms: 5,
  ...more,
})
const change = (ms: number, more: Partial<StatusChange> = {}): StatusChange => ({
  timestamp_ms: ms,
  time_str: stamp(ms),
  from: event_status.pending,
  to: event_status.sent,
  reason: 'accepted',
  by: '',
  ...more,
})
const event = (more: Partial<Detail>) => ({
  create_time_str: stamp(0),
  status: event_status.sent,
  moves: [],
  attempts: [],
  checks: [],
  ...more,
})

describe('the history of an event', () => {
  it('lists the newest step first, an attempt before the status change it caused', () => {
    expect(
      stepsOf(event({ moves: [change(5_000)], attempts: [attempt(5_000, { outcome: 'accepted' })] })).map(
        ({ kind }) => kind,
      ),
    ).toEqual(['change', 'attempt', 'received'])
  })
  it('starts with the status at reception', () => {
    expect(
      stepsOf(
        event({
          moves: [
            change(1_000, { from: event_status.delayed, to: event_status.pending, reason: 'address_set' }),
            change(2_000),
          ],
        }),
      ).at(-1),
    ).toMatchObject({ kind: 'received', status: event_status.delayed })
    expect(stepsOf(event({ status: event_status.skipped }))).toEqual([
      { kind: 'received', time_str: stamp(0), status: event_status.skipped },
    ])
  })
  it('merges consecutive attempts with the same result, unless another step separates them', () => {
    const steps = stepsOf(
      event({
        attempts: [1_000, 2_000, 3_000, 5_000, 6_000].map((ms) =>
          attempt(ms, ms === 6_000 ? { outcome: 'silent', info: '' } : {}),
        ),
        moves: [change(4_000, { to: event_status.delayed, reason: 'no_address' })],
      }),
    )
    expect(
      steps.map((step) =>
        step.kind === 'attempt'
          ? [step.attempt.timestamp_ms, step.before.map(({ timestamp_ms }) => timestamp_ms)]
          : step.kind,
      ),
    ).toEqual([[6_000, []], [5_000, []], 'change', [3_000, [2_000, 1_000]], 'received'])
  })
})

describe('a parking session', () => {
  const sessionEvent = (at: number, type: number): Detail['session']['events'][number] => ({
    timestamp_ms: at * 1_000,
    time_str: stamp(at * 1_000),
    uuid: String(at),
    event_type: type,
    plate_number: '',
    status: 2,
    standing: 'observed' as const,
  })
  const [entry, update, exit] = [
    sessionEvent(0, event_type.entry),
    sessionEvent(10, event_type.update),
    sessionEvent(30, event_type.exit),
  ]
  it('lasts from entry to exit, or to now while it is open', () => {
    expect(
      sessionSeconds({ events: [entry, update, exit], flags: [], open: false, lost_exit: false }, 0),
    ).toBe(30)
    expect(
      sessionSeconds(
        { events: [entry, update], flags: [], open: true, lost_exit: false },
        new Date('2026/11/21 08:00:45').getTime(),
      ),
    ).toBe(45)
  })
  it('has no duration without its entry or exit', () => {
    expect(
      sessionSeconds({ events: [update, exit], flags: ['entry_missing'], open: false, lost_exit: false }, 0),
    ).toBeUndefined()
    expect(
      sessionSeconds({ events: [entry, update], flags: ['exit_missing'], open: false, lost_exit: false }, 0),
    ).toBeUndefined()
    expect(sessionSeconds({ events: [], flags: [], open: false, lost_exit: false }, 0)).toBeUndefined()
    expect(sessionSeconds({ events: [entry], flags: [], open: true, lost_exit: true }, 0)).toBeUndefined()
  })
  it('shows entry, exit and the event itself, and folds long runs between them', () => {
    const updates = Array.from({ length: 12 }, (_, at) => sessionEvent(at + 1, event_type.update))
    expect(
      foldUpdates([entry, ...updates, exit], '7').map((part) =>
        Array.isArray(part) ? part.length : part.uuid,
      ),
    ).toEqual(['0', 6, '7', 5, '30'])
    expect(
      foldUpdates([entry, update, exit], '0').map((part) => (Array.isArray(part) ? part.length : part.uuid)),
    ).toEqual(['0', '10', '30'])
  })
})

describe('the failure of an event', () => {
  it('is the message of the envelope, or the whole answer', () => {
    const refused = (response_info: string) =>
      failureOf(
        { status: event_status.send_failed, response_status: 1, response_info },
        { ...zh, said: (info) => info },
      )
    expect(refused('{"code":7001,"message":"no contract","data":{}}')).toBe(zh.says_refused('no contract'))
    expect(refused('{"code":7001,"mess')).toBe(zh.says_refused('{"code":7001,"mess'))
    expect(refused('<html>502</html>')).toBe(zh.says_refused('<html>502</html>'))
    expect(refused('')).toBe(zh.says_refused_plain)
  })
})
