/**
 * What must survive a restart: the state of each lot, and the events that are not acknowledged yet. Both are
 * in one file that is written as a whole, so that a stay and its event never get out of step.
 */
import { createHash } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { State } from '../decide/state.ts'
import type { EventBody } from '../socket/wire.ts'
import { clearOrphans, writeSafely } from './spool.ts'

/** What is stored for a camera; `learned` belongs to its vision with the model of the id `model`. */
export type CameraMemory = { state: State; learned?: unknown; model?: string }
type File = { version: 1; cameras: [string, CameraMemory][]; outbox: EventBody[] }

export type StoredState = {
  readonly cameras: Map<string, CameraMemory>
  /** Events that are not acknowledged yet, by uuid, oldest first. */
  readonly outbox: Map<string, EventBody>
  /** The new name of the file if it was damaged. */
  readonly set_aside: string | undefined
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
  const read = await load(path)
  const set_aside = read ? undefined : `${path}.damaged`
  if (set_aside !== undefined) await rename(path, set_aside).catch(() => undefined)
  const loaded = read ?? nothing
  const cameras = new Map(loaded.cameras)
  const outbox = new Map(loaded.outbox.map((event) => [event.uuid, event]))
  // Those of a damaged file may still be of use; the device removes them after a day.
  if (read) await clearOrphans(spool, new Set(loaded.outbox.flatMap(filesOf)))

  let [writing, again] = [undefined as Promise<void> | undefined, false]
  const write = async (): Promise<void> => {
    do {
      again = false
      const file: File = { version: 1, cameras: [...cameras], outbox: [...outbox.values()] }
      await writeSafely(path, textOf(JSON.stringify(file)))
    } while (again)
  }
  return {
    cameras,
    outbox,
    set_aside,
    save() {
      if (writing) again = true
      else writing = write().finally(() => (writing = undefined))
      return writing
    },
  }
}

const nothing: File = { version: 1, cameras: [], outbox: [] }
const textOf = (json: string): string => `${createHash('sha256').update(json).digest('hex')}\n${json}`

/** A missing file is a first start. Undefined if it is damaged: every car becomes an initial entry. */
async function load(path: string): Promise<File | undefined> {
  try {
    const text = await readFile(path, 'utf8')
    const json = text.slice(text.indexOf('\n') + 1)
    return text === textOf(json) ? (JSON.parse(json) as File) : undefined
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? nothing : undefined
  }
}
