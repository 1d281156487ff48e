/**
 * Hands recordings to the device: files in the spool folder, then a message that names them. Without a
 * connection they wait; more than a few hours of them are not kept.
 */
import { randomUUID } from 'node:crypto'
import { unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { file_prefix } from './spool.ts'
import type { Recorded } from '../record/record-looks.ts'

/** Wide enough to judge by eye whether a car stands there. */
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
export type HandOver = {
  readonly put: (spool: string, camera_sn: string, recorded: Recorded) => Promise<void>
  /** Call it when a connection is established. */
  readonly connected: () => void
}

/** `send` answers false without a connection; `prefix` of the files in the spool folder. */
export function createHandOver(send: (message: object) => boolean, prefix = file_prefix): HandOver {
  const waiting: { message: Message; spool: string }[] = []
  const flush = (): void => {
    while (waiting[0] && send(waiting[0].message)) waiting.shift()
  }
  return {
    async put(spool, camera_sn, { from, to, looks, file, pictures }) {
      // Not forced to the disk: what a power cut takes is a gap, never an event.
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
