/** Cuts an event's pictures out of the frame and writes them durably into the spool folder. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { cut, writeSafely } from '@parking/analysis/watch/spool.ts'
import type { SeenVehicle } from './frame-comment.ts'
import type { PictureFile } from './wire.ts'

export type Wanted = { car: boolean; plate: boolean }
/** Prefix of all files that this program writes into the spool folder. */
export const file_prefix = 'sim-'

/** A picture of an event that is not in the spool folder yet. */
type Cut = { kind: PictureFile['kind']; jpeg: Buffer }

/** The whole frame, and the vehicle and its plate if they exist and are configured. */
export async function cutPictures(
  frame: Buffer,
  vehicle: SeenVehicle | undefined,
  wanted: Wanted,
): Promise<Cut[]> {
  const cuts: Cut[] = [{ kind: 'image', jpeg: frame }]
  if (vehicle && wanted.car) cuts.push({ kind: 'car', jpeg: await cut(frame, vehicle.box, 0.08, 0) })
  // A plate is small in the frame and is enlarged to be readable.
  if (vehicle?.plate_box && wanted.plate)
    cuts.push({ kind: 'plate', jpeg: await cut(frame, vehicle.plate_box, 0.12, 240) })
  return cuts
}

export async function spoolPictures(folder: string, cuts: readonly Cut[]): Promise<PictureFile[]> {
  const files: PictureFile[] = []
  for (const { kind, jpeg } of cuts) files.push({ kind, file: await write(folder, jpeg) })
  return files
}

/** Writes under a temporary name first, so that a reader never sees a partial file. */
async function write(folder: string, bytes: Buffer): Promise<string> {
  const file = `${file_prefix}${randomUUID()}.jpg`
  await writeSafely(join(folder, file), bytes)
  return file
}
