import { describe, expect, it } from 'vitest'
import { failureIn, isRunning, updatable, type RefusedAction } from '#src/pages/system/application/work.ts'

const failed = {
  state: 'failed',
  message: 'E: no',
  work: 'refresh',
  ended_ms: 1_000,
  reason: 'unreachable',
} as const
const refused: RefusedAction = { action: 'update', message: '系统繁忙', detail: '', after: 1_000 }

describe('the failure that is shown', () => {
  it('is the one that the device reports, until it is dismissed', () => {
    const shown = failureIn(failed, undefined, '')
    expect(shown).toMatchObject({
      action: 'refresh',
      reason: 'unreachable',
      detail: 'E: no',
      ended_ms: 1_000,
    })
    expect(failureIn(failed, undefined, shown?.key ?? '')).toBeUndefined()
    expect(failureIn({ ...failed, ended_ms: 2_000 }, undefined, shown?.key ?? '')).toBeDefined()
  })

  it('is the refusal of a start, until a newer action has ended', () => {
    expect(failureIn(failed, refused, '')).toMatchObject({
      action: 'update',
      message: '系统繁忙',
      ended_ms: undefined,
    })
    expect(failureIn({ ...failed, ended_ms: 2_000 }, refused, '')).toMatchObject({ action: 'refresh' })
    expect(
      failureIn({ state: 'idle', message: '', work: 'update', ended_ms: 2_000 }, refused, ''),
    ).toBeUndefined()
    expect(failureIn(undefined, { ...refused, after: null }, '')).toMatchObject({ action: 'update' })
  })

  it('accepts a device with the fields of the spec only', () => {
    expect(failureIn({ state: 'failed', message: 'E: no' }, undefined, '')).toMatchObject({
      action: undefined,
      reason: undefined,
      ended_ms: undefined,
      detail: 'E: no',
    })
    expect(failureIn({ state: 'idle', message: '' }, undefined, '')).toBeUndefined()
  })
})

it('recognises a running action', () => {
  expect(
    (['idle', 'refreshing', 'updating', 'failed'] as const).map((state) => isRunning({ state, message: '' })),
  ).toEqual([false, true, true, false])
  expect(isRunning(undefined)).toBe(false)
})

it('lists packages with another version than the installed one', () => {
  const list = [
    { installed: '1', candidate: '2' },
    { installed: '2', candidate: '2' },
    { installed: '2', candidate: '' },
    { installed: '', candidate: '1' },
  ]
  expect(updatable(list)).toEqual([list[0]])
})
