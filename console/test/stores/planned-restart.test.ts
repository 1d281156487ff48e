/** When a device in a planned restart counts as gone, late, stuck and back. */
import { describe, expect, test } from 'vitest'
import { late_after_s, phaseOf, seenAfter, stuck_after_s } from '#src/stores/restart-phase.ts'

describe('the result of one probe', () => {
  const there = { seen: 'there', boot_id: 'a' } as const
  const gone = { seen: 'gone', boot_id: 'a' } as const

  test('the same boot_id is not a return, however long the device was silent', () => {
    expect(seenAfter(there, 'a')).toBe('there')
    expect(seenAfter(gone, 'a')).toBe('gone')
  })
  test('another boot_id is a return, even if the device was never seen gone', () => {
    expect(seenAfter(there, 'b')).toBe('back')
    expect(seenAfter(gone, 'b')).toBe('back')
  })
  test('silence means gone, and once it is back it stays back', () => {
    expect(seenAfter(there, undefined)).toBe('gone')
    expect(seenAfter({ seen: 'back', boot_id: 'a' }, undefined)).toBe('back')
  })
  test('a device without a boot_id must have been seen gone', () => {
    for (const [before, now] of [
      ['', ''],
      ['', 'b'],
      ['a', ''],
    ] as const) {
      expect(seenAfter({ seen: 'there', boot_id: before }, now)).toBe('there')
      expect(seenAfter({ seen: 'gone', boot_id: before }, now)).toBe('back')
    }
  })
})

describe('the phase of a restart', () => {
  const at = (seen: 'there' | 'gone' | 'back', seconds: number) =>
    phaseOf({ seen, since: 1_000_000 }, 1_000_000 + seconds * 1_000)

  test('a device that still answers is leaving, and after a while stuck', () => {
    expect(at('there', stuck_after_s)).toBe('leaving')
    expect(at('there', stuck_after_s + 1)).toBe('stuck')
  })
  test('a device that is gone is away, and after three minutes late', () => {
    expect(late_after_s).toBe(180)
    expect(at('gone', late_after_s)).toBe('away')
    expect(at('gone', late_after_s + 1)).toBe('late')
  })
  test('back stays back, even when the browser clock was set back', () => {
    expect(at('back', 1_000)).toBe('back')
    expect(at('there', -500)).toBe('leaving')
  })
})
