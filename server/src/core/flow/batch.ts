/**
 * Combines small writes that arrive shortly after each other into one transaction: the busier the server, the
 * larger the batches. A power cut may undo the newest (`Db.transaction`, `later`), so every write must be
 * safe to repeat.
 */
import type { Db } from '../db.ts'

/** A commit costs as much as the writes of ten events. */
const [gather_ms, max_gathered] = [5, 32]

type Waiting = { work: () => void; done: () => void; failed: (error: unknown) => void }

/**
 * Returns a function that runs `work` with others in one transaction and resolves when it is committed: at
 * once, or a few milliseconds later while `expectsMore`. `work` may be run twice, because each is repeated
 * alone if the batch failed. While `isOpen` is false the database may be closed, and nothing is written.
 */
export function openBatch(
  db: Pick<Db, 'transaction'>,
  isOpen: () => boolean,
  expectsMore: () => boolean = () => false,
): (work: () => void) => Promise<void> {
  let waiting: Waiting[] = []
  let later: NodeJS.Timeout | undefined
  let now: NodeJS.Immediate | undefined

  function flush(): void {
    clearTimeout(later)
    later = now = undefined
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
      waiting.push({ work, done, failed })
      if (waiting.length < max_gathered && expectsMore()) later ??= setTimeout(flush, gather_ms)
      else now ??= setImmediate(flush)
    })
}
