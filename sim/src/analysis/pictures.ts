/** Cuts an event's pictures out of the frame and writes them durably into the spool folder. */
import { randomUUID } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Box, SeenVehicle } from './frame-comment.ts'
import type { PictureFile } from './wire.ts'

export type Wanted = { car: boolean; plate: boolean }
/** Prefix of all files that this program writes into the spool folder. */
export const file_prefix = 'sim-'

/** Writes the whole frame, and the vehicle and its plate where there are any and they are configured. */
export async function spoolPictures(
  folder: string,
  frame: Buffer,
  vehicle: SeenVehicle | undefined,
  wanted: Wanted,
): Promise<PictureFile[]> {
  const pictures: PictureFile[] = [{ kind: 'image', file: await write(folder, frame) }]
  if (vehicle && wanted.car)
    pictures.push({ kind: 'car', file: await write(folder, await cut(frame, vehicle.box, 0.08, 0)) })
  // A plate is small in the frame: it is enlarged to be readable.
  if (vehicle?.plate_box && wanted.plate)
    pictures.push({
      kind: 'plate',
      file: await write(folder, await cut(frame, vehicle.plate_box, 0.12, 240)),
    })
  return pictures
}

/** A part of the frame with some margin, at min_width `min_width` pixels wide. */
export async function cut(frame: Buffer, box: Box, room: number, min_width: number): Promise<Buffer> {
  // Imported on demand: it takes two thirds of the start-up time.
  const { default: sharp } = await import('sharp')
  const { width = 0, height = 0 } = await sharp(frame).metadata()
  const [w, h] = [box[2] - box[0], box[3] - box[1]]
  const [left, top] = [
    Math.max(0, Math.floor((box[0] - w * room) * width)),
    Math.max(0, Math.floor((box[1] - h * room) * height)),
  ]
  const [right, bottom] = [
    Math.min(width, Math.ceil((box[2] + w * room) * width)),
    Math.min(height, Math.ceil((box[3] + h * room) * height)),
  ]
  const part = sharp(frame).extract({
    left,
    top,
    width: Math.max(1, right - left),
    height: Math.max(1, bottom - top),
  })
  if (right - left < min_width) part.resize({ width: min_width, kernel: 'lanczos3' })
  return part.jpeg({ quality: 88 }).toBuffer()
}

/** Written under another name first, so that a reader never sees half a file. */
async function write(folder: string, bytes: Buffer): Promise<string> {
  const file = `${file_prefix}${randomUUID()}.jpg`
  await writeSafely(join(folder, file), bytes)
  return file
}

/** Writes a file so that after a power cut it is either whole or absent. */
export async function writeSafely(path: string, content: Buffer | string): Promise<void> {
  const half = `${path}.part`
  const handle = await open(half, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(half, path)
}
