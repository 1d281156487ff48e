/**
 * Sessions at the object storage that are reused for the next event. Each handles one request at a time, so
 * there are as many open sessions as requests at the same time.
 */
import type { StorageSession } from '../ports/storage-port.ts'

export type SessionPool = {
  /** Runs `work` with its own session. After a failure the session is closed. */
  use<T>(work: (session: StorageSession) => Promise<T>): Promise<T>
  /** Closes all sessions, those in use once they finish, because the object storage has changed. */
  renew(): void
  close(): void
}

/** The server would close a session that is idle for longer. */
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
      const opened_age = age
      const session = free.pop() ?? open()
      try {
        const result = await work(session)
        if (opened_age === age) free.push(session)
        else session.close()
        return result
      } catch (error) {
        session.close()
        throw error
      } finally {
        clearTimeout(timer)
        if (opened_age === age) timer = setTimeout(empty, idle_ms).unref()
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
