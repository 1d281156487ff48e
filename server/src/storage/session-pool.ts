/** Sessions at the storage that are kept for the next event. Each does one thing after the other, so that as many are open as are needed at once. */
import type { StorageSession } from '../ports/storage-port.ts'

export type SessionPool = {
  /** Runs `work` with a session of its own. One at which anything went wrong is not used again. */
  use<T>(work: (session: StorageSession) => Promise<T>): Promise<T>
  /** What is open is closed, or will be when it is done: another storage is meant from now on. */
  renew(): void
  close(): void
}

/** Unused for longer than this the other end would have hung up. */
const idle_ms = 20_000

export function openSessionPool(open: () => StorageSession): SessionPool {
  const free: StorageSession[] = []
  let age = 0
  let timer: NodeJS.Timeout | undefined
  const empty = () => {
    clearTimeout(timer)
    for (const session of free.splice(0)) session.close()
  }
  return {
    async use(work) {
      clearTimeout(timer)
      const mine = age
      const session = free.pop() ?? open()
      try {
        const result = await work(session)
        if (mine === age) free.push(session)
        else session.close()
        return result
      } catch (error) {
        session.close()
        throw error
      } finally {
        clearTimeout(timer)
        if (mine === age) timer = setTimeout(empty, idle_ms).unref()
      }
    },
    renew() {
      age++
      empty()
    },
    close() {
      age++
      empty()
    },
  }
}
