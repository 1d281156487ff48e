/** The device's clock for this page: ages are computed from its time, not from the browser's. */
import { createContext, useContext, useEffect, useState } from 'react'
import { useWords } from '#src/core/words.ts'
import { shortTime } from './short-time.ts'

/** The device's time in milliseconds since 1970. Only components that read it are rendered as it advances. */
export const DeviceTime = createContext(0)

/** The device's time in milliseconds since 1970, updated every ten seconds and with every answer. */
export function useDeviceClock(device_ms: number | undefined, read_at: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return device_ms === undefined ? now : device_ms + Math.max(0, now - read_at)
}

/** Shows how long ago `ms` (milliseconds since 1970) was, in short form. */
export function Since({ ms }: { ms: number }) {
  const { units } = useWords('home')
  return shortTime(useContext(DeviceTime) - ms, units)
}
