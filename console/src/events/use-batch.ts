/** Work on many events in pieces that one call takes, with what is done so far, and a way to stop between two pieces. */
import { useRef, useState } from 'react'

export type Deed = 'choose' | 'delete' | 'resend'
export type Progress = { deed: Deed; done: number; total: number }
export type Batch = {
  /** What is under way; undefined where nothing is. */
  progress: Progress | undefined
  stop: () => void
  /** Hands out pieces until `one` answers false, all are through, or somebody stops. Answers how many are through. */
  run: (
    deed: Deed,
    total: number,
    one: (done: number) => Promise<number | false>,
  ) => Promise<{ done: number; ended: 'all' | 'stopped' | 'failed' }>
}

export function useBatch(): Batch {
  const [progress, setProgress] = useState<Progress>()
  const stopped = useRef(false)
  return {
    progress,
    stop: () => {
      stopped.current = true
    },
    async run(deed, total, one) {
      stopped.current = false
      let done = 0
      let ended: 'all' | 'stopped' | 'failed' = 'all'
      while (done < total) {
        setProgress({ deed, done, total })
        const through = await one(done)
        if (through === false) ended = 'failed'
        else if (through === 0) break
        else done += through
        if (stopped.current && done < total) ended = 'stopped'
        if (ended !== 'all') break
      }
      setProgress(undefined)
      return { done, ended }
    },
  }
}
