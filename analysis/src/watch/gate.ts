/** One look at a time: the models run on one thread, and cameras take turns. */

export type Gate = {
  /** Runs the work when those before it are done, and passes on its result. */
  run: <T>(work: () => Promise<T>) => Promise<T>
}

export function createGate(): Gate {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const mine = last.then(work, work)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
