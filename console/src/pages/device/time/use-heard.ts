/** The box's clock as it ticks here: by the browser's steady counter between two answers, so that nothing drifts and nobody's clock being set can move it. */
import { useEffect, useMemo, useState } from 'react'
import type { Time } from './page.tsx'
import { hear, wallAt, type Heard } from './wall-clock.ts'

/** The last answer, pinned to the steady counter. `heard_ms` is when it came, by the browser's clock. */
export function useHeard({ current_time, current_ms, time_zone }: Time, heard_ms: number): Heard {
  return useMemo(
    () => pin({ current_time, current_ms, time_zone }, heard_ms),
    [current_time, current_ms, time_zone, heard_ms],
  )
}

const pin = (time: Pick<Time, 'current_time' | 'current_ms' | 'time_zone'>, heard_ms: number): Heard =>
  hear(time, performance.now(), Date.now() - heard_ms)

/** Draws anew at each second of the box's clock; answers the counter's value to draw with. */
export function useTick(heard: Heard): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const at = performance.now()
      setNow(at)
      timer = setTimeout(tick, 1000 - (((wallAt(heard, at) % 1000) + 1000) % 1000) + 5)
    }
    tick()
    return () => clearTimeout(timer)
  }, [heard])
  return now
}
