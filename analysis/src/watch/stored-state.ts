/**
 * What must survive a restart: the state of each lot, and the events that are not acknowledged yet. Both are
 * in one file that is written as a whole, so that a stay and its event never get out of step.
 */
import { readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { no_state, type State } from '../decide/state.ts'
import type { EventBody } from '../socket/wire.ts'
import { clearOrphans, writeSafely } from './spool.ts'

/** What is stored for a camera; `learned` belongs to its vision with the model of the id `model`. */
export type CameraMemory = { state: State; learned?: unknown; model?: string }
type File = { version: 1; cameras: [string, CameraMemory][]; outbox: EventBody[] }

export type StoredState = {
  readonly cameras: Map<string, CameraMemory>
  /** Events that are not acknowledged yet, by uuid, oldest first. */
  readonly outbox: Map<string, EventBody>
  /** Resolves when everything up to the call is on disk. Calls during a write share the next write. */
  save: () => Promise<void>
}

/** The files of the spool folder that an event names. */
export const filesOf = ({ pictures, look_strip }: EventBody): string[] => [
  ...pictures.map(({ file }) => file),
  ...(look_strip === undefined ? [] : [look_strip]),
]

/** Opens the state that belongs to a spool folder, and deletes pictures that no event refers to. */
export async function openStoredState(spool: string): Promise<StoredState> {
  const path = join(dirname(spool), 'analysis-looks.json')
  const loaded = await load(path)
  const cameras = new Map(loaded.cameras)
  const outbox = new Map(loaded.outbox.map((event) => [event.uuid, event]))
  await clearOrphans(spool, new Set(loaded.outbox.flatMap(filesOf)))

  let [writing, again] = [undefined as Promise<void> | undefined, false]
  const write = async (): Promise<void> => {
    do {
      again = false
      const file: File = { version: 1, cameras: [...cameras], outbox: [...outbox.values()] }
      await writeSafely(path, JSON.stringify(file))
    } while (again)
  }
  return {
    cameras,
    outbox,
    save() {
      if (writing) again = true
      else writing = write().finally(() => (writing = undefined))
      return writing
    },
  }
}

/** A missing file means a first start. An unreadable file is renamed: every car becomes an initial entry. */
async function load(path: string): Promise<File> {
  const nothing: File = { version: 1, cameras: [], outbox: [] }
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return nothing
  try {
    const loaded = JSON.parse(text) as Partial<File>
    if (loaded.version !== 1) throw new Error('another version')
    return {
      version: 1,
      cameras: (loaded.cameras ?? []).map(([sn, memory]) => [
        sn,
        { ...memory, state: memory.state ?? no_state },
      ]),
      outbox: loaded.outbox ?? [],
    }
  } catch {
    await rename(path, `${path}.unreadable`).catch(() => undefined)
    return nothing
  }
}
