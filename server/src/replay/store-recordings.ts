/**
 * Moves recordings from the spool folder to the media folder, encrypts them, and limits them by days and
 * bytes. They are used only for replays, so they are deleted before any event if disk space is short.
 */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { recording_limits } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { spaceOf } from '../core/files/disk-space.ts'
import { jpegSize } from '@parking/contract/core/jpeg.ts'
import { dropFiles, max_picture_bytes } from '../core/files/spool-file.ts'
import {
  deleteRecording,
  hasRecording,
  insertRecording,
  oldestRecording,
  recordedSpan,
  type RecordingRow,
} from './recording.store.ts'

type Needs = Pick<Deps, 'db' | 'media' | 'folder' | 'now'>
/** The message `recording` of the analysis socket. */
export type ReportedRecording = {
  camera_sn: string
  from: number
  to: number
  looks: number
  file: string
  pictures: readonly { time: number; file: string }[]
}

const folder_name = 'recordings'
const day_ms = 86_400_000

/** Below the media folder. */
export const looksPath = ({ name }: Pick<RecordingRow, 'name'>): string => `${folder_name}/${name}.looks`
export const recordedPicturePath = ({ name }: Pick<RecordingRow, 'name'>, time: number): string =>
  `${folder_name}/${name}-${time}.jpg`
export const picturesIn = ({ pictures }: Pick<RecordingRow, 'pictures'>): number[] =>
  JSON.parse(pictures) as number[]

/** Writes the files before the row: files that a crash leaves without a row are removed at the next start. */
export async function storeRecording(
  { camera_sn, from, to, looks, file, pictures }: ReportedRecording,
  spool: string,
  deps: Needs,
): Promise<void> {
  const spooled = [file, ...pictures.map((picture) => picture.file)].map((name) => join(spool, name))
  try {
    const day = new Date(deps.now()).toISOString().slice(0, 10)
    const row = { name: `${day}/${randomBytes(12).toString('hex')}` }
    const { files } = deps.media
    await mkdir(join(files.folder, folder_name, day), { recursive: true, mode: 0o700 })
    let bytes = 0
    const store = async (name: string, path: string, is_picture: boolean): Promise<boolean> => {
      const content = await readSpooled(join(spool, name))
      if (!content || (is_picture && !jpegSize(content))) return false
      await files.write(path, content, { forced: false })
      bytes += content.length
      return true
    }
    if (!(await store(file, looksPath(row), false)))
      throw new Error('the file of a recording is missing or too large')
    const times: number[] = []
    for (const { time, file: name } of pictures)
      if (await store(name, recordedPicturePath(row, time), true)) times.push(time)
    insertRecording(deps.db, {
      ...row,
      camera_sn,
      from_ms: from,
      to_ms: to,
      looks,
      bytes,
      pictures: times,
    })
  } finally {
    await dropFiles(spooled)
  }
  await limitRecordings(deps)
}

/** Undefined if it is not a plain file, or is too large. */
async function readSpooled(path: string): Promise<Buffer | undefined> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  )
  if (!handle) return undefined
  try {
    const found = await handle.stat()
    return found.isFile() && found.size <= max_picture_bytes ? await handle.readFile() : undefined
  } finally {
    await handle.close()
  }
}

async function limitRecordings(deps: Needs): Promise<void> {
  const { db, now, folder } = deps
  const space = await spaceOf(folder).catch(() => undefined)
  const max_bytes = Math.min(
    recording_limits.bytes,
    space ? space.total * recording_limits.disk_share : Infinity,
  )
  const until_ms = now() - recording_limits.days * day_ms
  for (;;) {
    const oldest = oldestRecording(db)
    if (!oldest || (oldest.to_ms >= until_ms && recordedSpan(db).bytes <= max_bytes)) return
    await dropRecording(oldest, deps)
  }
}

/** Deletes the oldest recordings until about `need` bytes are freed. Returns the number of freed bytes. */
export async function freeRecordings(need: number, deps: Pick<Needs, 'db' | 'media'>): Promise<number> {
  let freed = 0
  for (let oldest = oldestRecording(deps.db); oldest && freed < need; oldest = oldestRecording(deps.db)) {
    freed += oldest.bytes
    await dropRecording(oldest, deps)
  }
  return freed
}

async function dropRecording(row: RecordingRow, { db, media }: Pick<Needs, 'db' | 'media'>): Promise<void> {
  deleteRecording(db, row.recording_id)
  const paths = [looksPath(row), ...picturesIn(row).map((time) => recordedPicturePath(row, time))]
  await dropFiles(paths.map((path) => join(media.folder, path)))
}

/** Removes files without a row, left by a crash or by a restore that dropped their rows. */
export async function sweepRecordings({ db, media }: Pick<Needs, 'db' | 'media'>): Promise<void> {
  const root = join(media.folder, folder_name)
  for (const day of await readdir(root).catch(() => [])) {
    const names = await readdir(join(root, day)).catch(() => [])
    const left = names.filter((file) => !hasRecording(db, `${day}/${file.slice(0, 24)}`))
    await dropFiles(left.map((file) => join(root, day, file)))
    if (left.length === names.length) await rmdir(join(root, day)).catch(() => undefined)
  }
}
