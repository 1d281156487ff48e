/**
 * Removes leftovers in the spool folder: pictures of refused events, and files that no event ever named.
 * Files of acknowledged events are removed in intake.ts.
 */
import type { Dirent } from 'node:fs'
import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../core/deps.ts'
import type { ReportedEvent } from './messages.ts'

/** A connected application names its waiting events within seconds, so a day is ample. */
export const spool_kept_ms = 86_400_000

/** Every file that an event names. */
export const namesOf = ({ pictures, look_strip }: ReportedEvent): string[] => [
  ...pictures.map(({ file }) => file),
  ...(look_strip === undefined ? [] : [look_strip]),
]

export type SpoolSweep = {
  /** Keeps the files that the application named for an event until `done`. */
  named(event: ReportedEvent): void
  /** The event was acknowledged or refused. */
  done(event: ReportedEvent): void
  sweep(): Promise<void>
}

export function openSpoolSweep(spool: string, { log, now }: Pick<Deps, 'log' | 'now'>): SpoolSweep {
  const waiting = new Map<string, readonly string[]>()
  return {
    named: (event) => void waiting.set(event.uuid, namesOf(event)),
    done: ({ uuid }) => void waiting.delete(uuid),
    async sweep() {
      const kept = new Set([...waiting.values()].flat())
      let removed = 0
      const entries: Dirent[] = await readdir(spool, { withFileTypes: true }).catch(() => [])
      for (const entry of entries) {
        if (kept.has(entry.name) || entry.isDirectory()) continue
        const file = join(spool, entry.name)
        const found = await stat(file).catch(() => undefined)
        if (!found || now() - found.mtimeMs < spool_kept_ms) continue
        await unlink(file).catch(() => undefined)
        removed++
      }
      if (removed > 0) log.info({ removed }, 'files that no event names were removed from the spool folder')
    },
  }
}
