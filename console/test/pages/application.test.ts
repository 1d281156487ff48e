import { describe, expect, it } from 'vitest'
import { failureIn, isRunning, updatable, type Refused } from '#src/pages/system/application/work.ts'

const failed = {
  state: 'failed',
  message: 'E: no',
  work: 'refresh',
  ended_ms: 1_000,
  reason: 'unreachable',
} as const
const refused: Refused = { deed: 'update', message: '系统繁忙', detail: '', after: 1_000 }

describe('what is told of a failure', () => {
  it('is what the device keeps, until it is dismissed', () => {
    const told = failureIn(failed, undefined, '')
    expect(told).toMatchObject({ deed: 'refresh', reason: 'unreachable', detail: 'E: no', ended_ms: 1_000 })
    expect(failureIn(failed, undefined, told?.key ?? '')).toBeUndefined()
    expect(failureIn({ ...failed, ended_ms: 2_000 }, undefined, told?.key ?? '')).toBeDefined()
  })

  it('is a refusal where the device would not even begin, as long as nothing has ended since', () => {
    expect(failureIn(failed, refused, '')).toMatchObject({
      deed: 'update',
      message: '系统繁忙',
      ended_ms: undefined,
    })
    expect(failureIn({ ...failed, ended_ms: 2_000 }, refused, '')).toMatchObject({ deed: 'refresh' })
    expect(
      failureIn({ state: 'idle', message: '', work: 'update', ended_ms: 2_000 }, refused, ''),
    ).toBeUndefined()
    expect(failureIn(undefined, { ...refused, after: null }, '')).toMatchObject({ deed: 'update' })
  })

  it('survives a device that says only what the spec has', () => {
    expect(failureIn({ state: 'failed', message: 'E: no' }, undefined, '')).toMatchObject({
      deed: undefined,
      reason: undefined,
      ended_ms: undefined,
      detail: 'E: no',
    })
    expect(failureIn({ state: 'idle', message: '' }, undefined, '')).toBeUndefined()
  })
})

it('knows what runs', () => {
  expect(
    (['idle', 'refreshing', 'updating', 'failed'] as const).map((state) => isRunning({ state, message: '' })),
  ).toEqual([false, true, true, false])
  expect(isRunning(undefined)).toBe(false)
})

it('names what can be updated: another version than the installed one', () => {
  const list = [
    { installed: '1', candidate: '2' },
    { installed: '2', candidate: '2' },
    { installed: '2', candidate: '' },
    { installed: '', candidate: '1' },
  ]
  expect(updatable(list)).toEqual([list[0]])
})
