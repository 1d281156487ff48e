/** Limits how much runs at once. Callers are admitted in order, even if a later one would fit sooner. */

export type Semaphore = {
  /**
   * Resolves with the function that releases, once `weight` (1 unless given, at most the capacity) is free.
   * Releasing twice does nothing.
   */
  acquire(weight?: number): Promise<() => void>
}

export function createSemaphore(capacity: number): Semaphore {
  const waiting: { weight: number; start: () => void }[] = []
  let free = capacity

  const startWaiting = () => {
    for (let next = waiting[0]; next && next.weight <= free; next = waiting[0]) {
      free -= next.weight
      waiting.shift()
      next.start()
    }
  }

  return {
    async acquire(weight = 1) {
      await new Promise<void>((start) => {
        waiting.push({ weight, start })
        startWaiting()
      })
      let held = true
      return () => {
        if (!held) return
        held = false
        free += weight
        startWaiting()
      }
    },
  }
}
