/** Parts of the server that run by themselves: created once, started in order, stopped in reverse. */

export type Part = {
  /** Starts it; rejects with a plain sentence if the server cannot do without it. */
  start(): void | Promise<void>
  /**
   * Stops it; resolves when nothing of it runs any more. Stopping a part that was never started is allowed.
   */
  stop(): void | Promise<void>
}

/** Starts a part and returns it. */
export async function started<P extends Part>(part: P): Promise<P> {
  await part.start()
  return part
}

/** Parts that do not depend on each other: started one after the other, stopped at the same time. */
export function group(parts: readonly Part[]): Part {
  return {
    async start() {
      for (const part of parts) await part.start()
    },
    async stop() {
      const results = await Promise.allSettled(parts.map(async (part) => part.stop()))
      const failed = results.find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

/** Parts that depend on the ones before them. If a start fails, the parts that were started are stopped. */
export function sequence(parts: readonly Part[]): Part {
  const running: Part[] = []
  const stop = () => stopAll(running.splice(0).map((part) => () => part.stop()))
  return {
    async start() {
      try {
        for (const part of parts) {
          running.push(part)
          await part.start()
        }
      } catch (error) {
        await stop().catch(() => undefined)
        throw error
      }
    },
    stop,
  }
}

/** Calls every function, the last one first; a failure does not prevent the remaining calls. */
export async function stopAll(stops: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (const stop of stops.toReversed()) {
    try {
      await stop()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
