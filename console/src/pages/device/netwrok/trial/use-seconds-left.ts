/** The remaining seconds of a trial, by the browser's monotonic clock; negative once the time is up. */
import { useEffect, useState } from 'react'
import { secondsLeft, trialRuns, type Watched } from '#src/stores/trial.ts'

export function useSecondsLeft(now: Watched): number {
  const [, rerender] = useState(0)
  const runs = trialRuns(now)
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => rerender((count) => count + 1), 250)
    return () => clearInterval(timer)
  }, [runs])
  return secondsLeft(now)
}
