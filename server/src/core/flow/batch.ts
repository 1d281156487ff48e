/**
 * Small writes that arrive in one turn of the event loop, in one transaction: the busier the server, the
 * larger the batches. A power cut may undo the newest (`Db.transaction`, `later`): only for what is repeated
 * without harm.
 */
import type { Db } from '../db.ts'

type Waiting = { work: () => void; done: () => void; failed: (error: unknown) => void }

/**
 * Answers a function that runs `work` with others in one transaction, and resolves when it is committed.
 * `work` may be run twice, because each is repeated alone where the batch failed. Where `isOpen` is false the
 * database may be closed, and nothing is written.
 */
export function openBatch(
  db: Pick<Db, 'transaction'>,
  isOpen: () => boolean,
): (work: () => void) => Promise<void> {
  let waiting: Waiting[] = []

  function flush(): void {
    const batch = waiting
    waiting = []
    if (!isOpen()) return batch.forEach(({ done }) => done())
    try {
      db.transaction(() => batch.forEach(({ work }) => work()), 'later')
    } catch (error) {
      if (batch.length > 1) return batch.forEach(alone)
      return batch.forEach(({ failed }) => failed(error))
    }
    batch.forEach(({ done }) => done())
  }

  function alone({ work, done, failed }: Waiting): void {
    try {
      db.transaction(work, 'later')
      done()
    } catch (error) {
      failed(error)
    }
  }

  return (work) =>
    new Promise((done, failed) => {
      if (waiting.push({ work, done, failed }) === 1) setImmediate(flush)
    })
}
