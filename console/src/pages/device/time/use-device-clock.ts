/**
 * The device's clock between two answers, advanced by the browser's monotonic clock, which users cannot
 * change.
 */
import { useEffect, useMemo, useState } from 'react'
import type { Time } from './page.tsx'
import { clockFrom, wallAt, type DeviceClock } from './wall-clock.ts'

/** The last answer with its monotonic time. `read_ms`: when it arrived, by the browser's clock. */
export function useDeviceClock({ current_time, current_ms, time_zone }: Time, read_ms: number): DeviceClock {
  return useMemo(
    () => clockNow({ current_time, current_ms, time_zone }, read_ms),
    [current_time, current_ms, time_zone, read_ms],
  )
}

const clockNow = (
  time: Pick<Time, 'current_time' | 'current_ms' | 'time_zone'>,
  read_ms: number,
): DeviceClock => clockFrom(time, performance.now(), Date.now() - read_ms)

/** Renders at every second of the device's clock and returns the monotonic time of the render. */
export function useTick(clock: DeviceClock): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const at = performance.now()
      setNow(at)
      timer = setTimeout(tick, 1000 - (((wallAt(clock, at) % 1000) + 1000) % 1000) + 5)
    }
    tick()
    return () => clearTimeout(timer)
  }, [clock])
  return now
}
