import { event_status, event_type } from '@parking/contract/core/codes.ts'
import { describe, expect, it } from 'vitest'
import { foldedStay, lengthOf } from '#src/events/event-detail-session.tsx'
import { stepsOf, type Attempt, type Detail, type Move } from '#src/events/event-detail-steps.ts'
import { troubleOf } from '#src/events/event-status.tsx'
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
const move = (ms: number, more: Partial<Move> = {}): Move => ({
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

describe('what happened to an event', () => {
  it('is told newest first, a try before the move that it led to', () => {
    expect(
      stepsOf(event({ moves: [move(5_000)], attempts: [attempt(5_000, { outcome: 'accepted' })] })).map(
        ({ kind }) => kind,
      ),
    ).toEqual(['move', 'attempt', 'taken_in'])
  })
  it('begins with the status that it was taken in with', () => {
    expect(
      stepsOf(
        event({
          moves: [
            move(1_000, { from: event_status.delayed, to: event_status.pending, reason: 'address_set' }),
            move(2_000),
          ],
        }),
      ).at(-1),
    ).toMatchObject({ kind: 'taken_in', status: event_status.delayed })
    expect(stepsOf(event({ status: event_status.skipped }))).toEqual([
      { kind: 'taken_in', time_str: stamp(0), status: event_status.skipped },
    ])
  })
  it('puts tries together that came to the same, and none that anything lies between', () => {
    const steps = stepsOf(
      event({
        attempts: [1_000, 2_000, 3_000, 5_000, 6_000].map((ms) =>
          attempt(ms, ms === 6_000 ? { outcome: 'silent', info: '' } : {}),
        ),
        moves: [move(4_000, { to: event_status.delayed, reason: 'no_address' })],
      }),
    )
    expect(
      steps.map((step) =>
        step.kind === 'attempt'
          ? [step.attempt.timestamp_ms, step.before.map(({ timestamp_ms }) => timestamp_ms)]
          : step.kind,
      ),
    ).toEqual([[6_000, []], [5_000, []], 'move', [3_000, [2_000, 1_000]], 'taken_in'])
  })
})

describe('a stay', () => {
  const stop = (at: number, type: number): Detail['session']['events'][number] => ({
    timestamp_ms: at * 1_000,
    time_str: stamp(at * 1_000),
    uuid: String(at),
    event_type: type,
    plate_number: '',
    status: 2,
  })
  const [entry, update, exit] = [
    stop(0, event_type.entry),
    stop(10, event_type.update),
    stop(30, event_type.exit),
  ]
  it('lasts from its entry to its exit, or to now while it goes on', () => {
    expect(lengthOf({ events: [entry, update, exit], flags: [], open: false }, 0)).toBe(30)
    expect(
      lengthOf({ events: [entry, update], flags: [], open: true }, new Date('2026/11/21 08:00:45').getTime()),
    ).toBe(45)
  })
  it('has no length where its entry or its exit is missing', () => {
    expect(lengthOf({ events: [update, exit], flags: ['entry_missing'], open: false }, 0)).toBeUndefined()
    expect(lengthOf({ events: [entry, update], flags: ['exit_missing'], open: false }, 0)).toBeUndefined()
    expect(lengthOf({ events: [], flags: [], open: false }, 0)).toBeUndefined()
  })
  it('shows its entry, its exit and the event itself, and folds what is many between', () => {
    const updates = Array.from({ length: 12 }, (_, at) => stop(at + 1, event_type.update))
    expect(
      foldedStay([entry, ...updates, exit], '7').map((part) =>
        Array.isArray(part) ? part.length : part.uuid,
      ),
    ).toEqual(['0', 6, '7', 5, '30'])
    expect(
      foldedStay([entry, update, exit], '0').map((part) => (Array.isArray(part) ? part.length : part.uuid)),
    ).toEqual(['0', '10', '30'])
  })
})

describe('what went wrong', () => {
  it('is the message of an envelope, or the answer as it is', () => {
    const refused = (response_info: string) =>
      troubleOf({ status: event_status.send_failed, response_status: 1, response_info }, zh)
    expect(refused('{"code":7001,"message":"no contract","data":{}}')).toBe(zh.says_refused('no contract'))
    expect(refused('{"code":7001,"mess')).toBe(zh.says_refused('{"code":7001,"mess'))
    expect(refused('<html>502</html>')).toBe(zh.says_refused('<html>502</html>'))
    expect(refused('')).toBe(zh.says_refused_plain)
  })
})
