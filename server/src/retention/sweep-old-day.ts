/**
 * Deletes files that a crash left behind without their event: one folder of a past day at a time, and the
 * folder itself once it is empty.
 */
import { readdir, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dropFiles } from '../core/files/spool-file.ts'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { hasFiles } from '../events/record/event.store.ts'
import { event_file } from '../events/record/event-paths.ts'

const batch_size = 200
const day_ms = 86_400_000

/**
 * The newest two days are left to the sweep at startup (analysis/sweep.ts): files being written now must not
 * be mistaken for leftovers.
 */
export function createOldDaySweeper({
  db,
  media,
  now,
  log,
}: Pick<Deps, 'db' | 'media' | 'now' | 'log'>): (isOver: () => boolean) => Promise<void> {
  /** The day that was swept last. */
  let last = ''
  return async (isOver) => {
    const root = join(media.folder, 'events')
    const newest = new Date(now() - 2 * day_ms).toISOString().slice(0, 10)
    const days = (await readdir(root).catch(() => []))
      .filter((name) => /^\d{4}-\d\d-\d\d$/.test(name) && name < newest)
      .sort()
    const day = days.find((name) => name > last) ?? days[0]
    if (day === undefined) return
    last = day
    const folder = join(root, day)
    const names = await readdir(folder).catch(() => [])
    let removed = 0
    for (let at = 0; at < names.length && !isOver(); at += batch_size) {
      const gone = await Promise.all(
        names.slice(at, at + batch_size).map((name) => isLeftover(db, folder, name)),
      )
      const files = names.slice(at, at + batch_size).filter((_, index) => gone[index])
      await dropFiles(files.map((name) => join(folder, name)))
      removed += files.length
      await new Promise(setImmediate)
    }
    if (removed > 0) log.info({ removed, day }, 'pictures without an event were removed')
    if (removed === names.length) await rmdir(folder).catch(() => undefined)
  }
}

/** Incomplete files are kept for a day: a picture of a past day may be being redrawn. */
async function isLeftover(db: Db, folder: string, name: string): Promise<boolean> {
  if (!event_file.test(name))
    return stat(join(folder, name)).then(
      ({ mtimeMs }) => Date.now() - mtimeMs > day_ms,
      () => false,
    )
  return !hasFiles(db, name.slice(0, 36))
}
