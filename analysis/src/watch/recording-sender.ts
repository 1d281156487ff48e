/**
 * Sends recordings to the device: writes their files into the spool folder, then sends a message that names
 * them. Without a connection they are queued, up to a few hours of them; then the oldest are deleted.
 */
import { randomUUID } from 'node:crypto'
import { unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { file_prefix } from './spool.ts'
import type { Recorded } from '../record/record-looks.ts'

/** Wide enough for a person to see whether a car is parked in a lot. */
const picture_width = 640
const max_waiting = 64

type Message = {
  readonly type: 'recording'
  readonly camera_sn: string
  readonly from: number
  readonly to: number
  readonly looks: number
  readonly file: string
  readonly pictures: readonly { readonly time: number; readonly file: string }[]
}
export type RecordingSender = {
  readonly put: (spool: string, camera_sn: string, recorded: Recorded) => Promise<void>
  /** Call this when a connection is established. */
  readonly connected: () => void
}

/** `send` returns false without a connection; `prefix` is for the names of files in the spool folder. */
export function createRecordingSender(
  send: (message: object) => boolean,
  prefix = file_prefix,
): RecordingSender {
  const waiting: { message: Message; spool: string }[] = []
  const flush = (): void => {
    while (waiting[0] && send(waiting[0].message)) waiting.shift()
  }
  return {
    async put(spool, camera_sn, { from, to, looks, file, pictures }) {
      // Not synced to disk: a power cut may leave a gap in the recordings, but never loses an event.
      const write = async (bytes: Uint8Array, ending: string): Promise<string> => {
        const name = `${prefix}${randomUUID()}.${ending}`
        await writeFile(join(spool, name), bytes, { mode: 0o600 })
        return name
      }
      const named: { time: number; file: string }[] = []
      for (const { time, jpeg } of pictures) named.push({ time, file: await write(jpeg, 'jpg') })
      const name = await write(file, 'looks')
      waiting.push({
        spool,
        message: { type: 'recording', camera_sn, from, to, looks, file: name, pictures: named },
      })
      flush()
      for (const { message, spool: at } of waiting.splice(0, waiting.length - max_waiting))
        for (const one of [message.file, ...message.pictures.map((picture) => picture.file)])
          await unlink(join(at, one)).catch(() => undefined)
    },
    connected: flush,
  }
}

/** A small copy of a whole picture (JPEG). */
export async function smallPicture(picture: Uint8Array): Promise<Buffer> {
  // Imported on demand: it takes two thirds of the start-up time.
  const { default: sharp } = await import('sharp')
  return sharp(picture)
    .resize({ width: picture_width, withoutEnlargement: true })
    .jpeg({ quality: 60 })
    .toBuffer()
}
