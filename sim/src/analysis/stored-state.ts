/**
 * The state that must survive a restart: the vehicle in each lot and the unacknowledged events. Stored in one
 * small file next to the spool folder, so that a restart reports no entry twice and loses no event.
 */
import { readdir, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeSafely } from '@parking/analysis/watch/spool.ts'
import { file_prefix } from './pictures.ts'
import type { Session } from './sessions.ts'
import type { EventBody } from './wire.ts'

export type StoredState = {
  readonly sessions: Map<string, Session>
  /** Unacknowledged events by uuid, oldest first. */
  readonly outbox: Map<string, EventBody>
  save: () => Promise<void>
}

/** Opens the state that belongs to a spool folder, and deletes pictures that no event refers to. */
export async function openStoredState(spool: string): Promise<StoredState> {
  const path = join(dirname(spool), 'analysis-state.json')
  const loaded = await readFileOf(path)
  const sessions = new Map(loaded.sessions)
  const outbox = new Map(loaded.outbox.map((event) => [event.uuid, event]))
  await clearOrphans(spool, new Set(loaded.outbox.flatMap((event) => event.pictures.map(({ file }) => file))))

  let [writing, again] = [undefined as Promise<void> | undefined, false]
  const write = async (): Promise<void> => {
    do {
      again = false
      await writeSafely(path, JSON.stringify({ sessions: [...sessions], outbox: [...outbox.values()] }))
    } while (again)
  }
  return {
    sessions,
    outbox,
    /** Resolves when everything up to the call is on disk. Calls during a write share the next one. */
    save: () => {
      if (writing) again = true
      else writing = write().finally(() => (writing = undefined))
      return writing
    },
  }
}

async function readFileOf(path: string): Promise<{ sessions: [string, Session][]; outbox: EventBody[] }> {
  try {
    const loaded = JSON.parse(await readFile(path, 'utf8')) as {
      sessions?: [string, Session][]
      outbox?: EventBody[]
    }
    return { sessions: loaded.sessions ?? [], outbox: loaded.outbox ?? [] }
  } catch {
    return { sessions: [], outbox: [] } // missing or unreadable, so every car is an initial entry
  }
}

async function clearOrphans(spool: string, wanted: ReadonlySet<string>): Promise<void> {
  const files = await readdir(spool).catch(() => [])
  for (const file of files)
    if (file.startsWith(file_prefix) && !wanted.has(file))
      await unlink(join(spool, file)).catch(() => undefined)
}
