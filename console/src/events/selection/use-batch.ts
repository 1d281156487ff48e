/** Runs an action on many events in parts that one call accepts, with progress and a stop between parts. */
import { useRef, useState } from 'react'

export type BatchAction = 'choose' | 'delete' | 'resend'
export type Progress = { action: BatchAction; done: number; total: number }
export type BatchResult = { done: number; result: 'all' | 'stopped' | 'failed' }
export type Batch = {
  /** Undefined if no batch is running. */
  progress: Progress | undefined
  stop: () => void
  /**
   * Calls `runPart` with the number of events done so far, until all are done, it returns false (failed) or 0
   * (nothing left), or the user stops the batch.
   */
  run: (
    action: BatchAction,
    total: number,
    runPart: (done: number) => Promise<number | false>,
  ) => Promise<BatchResult>
}

export function useBatch(): Batch {
  const [progress, setProgress] = useState<Progress>()
  const stopped = useRef(false)
  return {
    progress,
    stop: () => {
      stopped.current = true
    },
    async run(action, total, runPart) {
      stopped.current = false
      let done = 0
      let result: BatchResult['result'] = 'all'
      while (done < total) {
        setProgress({ action, done, total })
        const count = await runPart(done)
        if (count === false) result = 'failed'
        else if (count === 0) break
        else done += count
        if (stopped.current && done < total) result = 'stopped'
        if (result !== 'all') break
      }
      setProgress(undefined)
      return { done, result }
    },
  }
}
