/** Runs one task at a time: the models run on a single thread, so the cameras take turns. */

export type SerialQueue = {
  /** Runs the work after everything queued before it, and returns its result. */
  run: <T>(work: () => Promise<T>) => Promise<T>
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const mine = last.then(work, work)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
