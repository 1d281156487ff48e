/** The device's clock on this page: ages are counted from its time, not from the browser's. */
import { useEffect, useState } from 'react'

/** Milliseconds since 1970 as the device counts, renewed every ten seconds and with every answer. */
export function useDeviceClock(device_ms: number | undefined, read_at: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return device_ms === undefined ? now : device_ms + Math.max(0, now - read_at)
}
