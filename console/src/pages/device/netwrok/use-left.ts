/** The seconds that are left of a trial, counted by the browser's own steady clock. Below zero once the time is up. */
import { useEffect, useState } from 'react'
import { secondsLeft, trialRuns, type Watched } from '#src/stores/trial.ts'

export function useLeft(now: Watched): number {
  const [, draw] = useState(0)
  const runs = trialRuns(now)
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => draw((count) => count + 1), 250)
    return () => clearInterval(timer)
  }, [runs])
  return secondsLeft(now)
}
