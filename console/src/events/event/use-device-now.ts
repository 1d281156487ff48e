/**
 * The device's clock, which may differ from the browser's: "today" and "5 minutes ago" are based on its start
 * time plus its uptime, or on the browser's clock if the device reports neither.
 */
import { useEffect, useState } from 'react'
import { useCall } from '#src/core/queries.ts'
import { momentOf } from '#src/time/time.ts'

/** Milliseconds since 1970; updated every 15 s. */
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
