/**
 * Removes pictures and clips that a crash left without an event: linked, but never committed or acknowledged.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../core/deps.ts'
import { hasEvent } from '../events/record/event.store.ts'
import { event_file } from '../events/record/event-paths.ts'
import { dropFiles } from '../core/files/spool-file.ts'

/**
 * Scans the newest two days before events are accepted, because a crash cannot leave files in older days.
 * Returns the number of removed files.
 */
export async function sweepOrphans({ db, media, log }: Pick<Deps, 'db' | 'media' | 'log'>): Promise<number> {
  const root = join(media.folder, 'events')
  const days = (await readdir(root).catch(() => []))
    .filter((name) => /^\d{4}-\d\d-\d\d$/.test(name))
    .sort()
    .slice(-2)
  let removed = 0
  for (const day of days) {
    const known = new Map<string, boolean>()
    const isKnown = (uuid: string) => {
      const found = known.get(uuid) ?? hasEvent(db, uuid)
      known.set(uuid, found)
      return found
    }
    const orphans = (await readdir(join(root, day))).filter(
      (name) => !event_file.test(name) || !isKnown(name.slice(0, 36)),
    )
    await dropFiles(orphans.map((name) => join(root, day, name)))
    removed += orphans.length
  }
  if (removed > 0) log.info({ removed }, 'pictures without an event were removed')
  return removed
}
