/** Input of the timeline: times as typed, and keys on a block. */
import type { Block } from '@parking/contract/schedule/schedule-plans.ts'
import { describe, expect, it } from 'vitest'
import { blockAfterKey } from '#src/pages/business/params/schedule/block-keys.ts'
import { parseTime } from '#src/pages/business/params/schedule/parse-time.ts'

describe('a time that is typed', () => {
  it.each([
    ['8:00', '08:00:00'],
    ['0815', '08:15:00'],
    ['２０：１５', '20:15:00'],
    ['23:59:59', '23:59:59'],
    ['24:00', undefined],
    ['8', undefined],
    ['12:60', undefined],
    ['x', undefined],
  ])('begins at %s', (text, start) => {
    expect(parseTime(text, 'start')).toBe(start)
  })
  it.each([
    ['12:00', '11:59:59'],
    ['24:00', '23:59:59'],
    ['00:00', '23:59:59'],
    ['20:15:30', '20:15:30'],
    ['24:01', undefined],
    ['24:00:00', undefined],
  ])('ends at %s', (text, end) => {
    expect(parseTime(text, 'end')).toBe(end)
  })
})

describe('a key on a block', () => {
  const block: Block = { day: 1, from: 3600, to: 7200, type: 2 }
  const next: Block = { day: 1, from: 7500, to: 9000, type: 1 }
  const press = (
    key: string,
    more: Partial<Record<'shiftKey' | 'ctrlKey' | 'altKey', boolean>> = {},
    vertical = false,
  ) =>
    blockAfterKey(
      [block, next],
      block,
      { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more },
      { vertical, days: [1, 2, 3, 4, 5, 6, 7] },
    )

  it('moves by 5 minutes, and stops at the next block', () => {
    expect(press('ArrowRight')).toEqual({ ...block, from: 3900, to: 7500 })
    expect(
      blockAfterKey(
        [{ ...block, from: 3900, to: 7500 }, next],
        { ...block, from: 3900, to: 7500 },
        { key: 'ArrowRight', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
        { vertical: false, days: [1] },
      ),
    ).toEqual({ ...block, from: 3900, to: 7500 })
    expect(press('ArrowDown', {}, true)).toEqual({ ...block, from: 3900, to: 7500 })
  })
  it('resizes with Shift and Ctrl, changes the day, deletes, and ignores other keys', () => {
    expect(press('ArrowRight', { shiftKey: true })).toEqual({ ...block, to: 7500 })
    expect(press('ArrowLeft', { ctrlKey: true })).toEqual({ ...block, from: 3300 })
    expect(press('ArrowDown')).toEqual({ ...block, day: 2 })
    expect(press('ArrowUp')).toBe(undefined)
    expect(press('Delete')).toBe(null)
    expect(press('ArrowRight', { altKey: true })).toBe(undefined)
    expect(press('Tab')).toBe(undefined)
  })
})
