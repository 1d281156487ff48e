/** The calls that a bundle reads the device by. The application gives them when it is made: they are above everything in system/, this module among it. */
import type { Db } from '#src/core/db.ts'
import type { Handlers } from '#src/core/call-context.ts'

const readers = new WeakMap<Db, Handlers>()

export const giveReaders = (db: Db, handlers: Handlers): void => void readers.set(db, handlers)

export function readersOf(db: Db): Handlers {
  const given = readers.get(db)
  if (!given) throw new Error('the application has not been made')
  return given
}
