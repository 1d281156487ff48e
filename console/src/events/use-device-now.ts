/**
 * The device's own clock. Event times are in its zone, which need not be the browser's: "today" and "5 minutes ago" are counted by the
 * moment it was started plus the time it has run. Where it does not say, the browser's clock has to do.
 */
import { useEffect, useState } from 'react'
import { useCall } from '../queries.ts'
import { momentOf } from '../ui/time.ts'

/** Milliseconds such that `formatTime` of it shows the device's time; moves on every 15 s. */
export function useDeviceNow(): number {
  const boot = useCall('/api/system/reboot_time', {})
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  const started = momentOf(boot.data?.reboot_time)
  if (!started || boot.data === undefined) return now
  return started.getTime() + boot.data.run_time * 1_000 + Math.max(0, now - boot.dataUpdatedAt)
}
