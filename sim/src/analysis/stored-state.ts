/**
 * What must outlive the program: who stands in which lot, and the events that nobody has acknowledged yet.
 * One small file beside the spool folder, so that a restart neither enters a car twice nor loses an event.
 */
import { readdir, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { file_prefix, writeSafely } from './pictures.ts'
import type { Session } from './sessions.ts'
import type { EventBody } from './wire.ts'

export type Memory = {
  readonly sessions: Map<string, Session>
  /** Unacknowledged events by uuid, oldest first. */
  readonly outbox: Map<string, EventBody>
  save: () => Promise<void>
}

/** Opens the memory that belongs to a spool folder, and clears away pictures that no event refers to. */
export async function openMemory(spool: string): Promise<Memory> {
  const path = join(dirname(spool), 'analysis-state.json')
  const kept = await readKept(path)
  const sessions = new Map(kept.sessions)
  const outbox = new Map(kept.outbox.map((event) => [event.uuid, event]))
  await clearOrphans(spool, new Set(kept.outbox.flatMap((event) => event.pictures.map(({ file }) => file))))

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
    /** Resolves when everything up to the call is on disk. Calls that come meanwhile share one write. */
    save: () => {
      if (writing) again = true
      else writing = write().finally(() => (writing = undefined))
      return writing
    },
  }
}

async function readKept(path: string): Promise<{ sessions: [string, Session][]; outbox: EventBody[] }> {
  try {
    const kept = JSON.parse(await readFile(path, 'utf8')) as {
      sessions?: [string, Session][]
      outbox?: EventBody[]
    }
    return { sessions: kept.sessions ?? [], outbox: kept.outbox ?? [] }
  } catch {
    return { sessions: [], outbox: [] } // none yet, or unreadable: every car is an initial entry then
  }
}

async function clearOrphans(spool: string, wanted: ReadonlySet<string>): Promise<void> {
  const files = await readdir(spool).catch(() => [])
  for (const file of files)
    if (file.startsWith(file_prefix) && !wanted.has(file))
      await unlink(join(spool, file)).catch(() => undefined)
}
