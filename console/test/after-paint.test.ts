/** Notifications after a paint: all listeners share one wait, and none is pending once the last has left. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPaintOf } from '#src/lib/after-paint.ts'

beforeEach(() => {
  // A hidden tab paints nothing: the next turn of the event loop stands in for the frame.
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function source() {
  const listeners = new Set<() => void>()
  return {
    listeners,
    notify: () => listeners.forEach((listener) => listener()),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

test('many notifications before a paint reach each listener once, after the paint', () => {
  const { subscribe, notify, listeners } = source()
  const late = afterPaintOf(subscribe)
  const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()]
  late(one)
  late(other)
  expect(listeners.size).toBe(1)
  notify()
  notify()
  expect(one).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(1)
  vi.runAllTimers()
  expect(one).toHaveBeenCalledTimes(1)
  expect(other).toHaveBeenCalledTimes(1)
})

test('wait and subscription end with the last listener; a new listener starts both again', () => {
  const { subscribe, notify, listeners } = source()
  const late = afterPaintOf(subscribe)
  const gone = vi.fn<() => void>()
  const end = late(gone)
  notify()
  end()
  vi.runAllTimers()
  expect(gone).not.toHaveBeenCalled()
  expect(listeners.size).toBe(0)
  const again = vi.fn<() => void>()
  late(again)
  notify()
  vi.runAllTimers()
  expect(again).toHaveBeenCalledTimes(1)
})
