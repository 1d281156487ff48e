/**
 * Sessions at the storage that are reused for the next event. Each does one thing at a time, so as many are
 * open as are needed at once.
 */
import type { StorageSession } from '../ports/storage-port.ts'

export type SessionPool = {
  /** Runs `work` with a session of its own. After a failure the session is closed. */
  use<T>(work: (session: StorageSession) => Promise<T>): Promise<T>
  /** Closes all sessions, those in use when they are done: another storage is used from now on. */
  renew(): void
  close(): void
}

/** After this long without use the other end would close it. */
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
