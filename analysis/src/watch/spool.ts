/** Writes an event's pictures durably into the spool folder. */
import { randomUUID } from 'node:crypto'
import { open, readdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Box } from '../look/boxes.ts'
import type { Decision } from '../decide/decision.ts'
import type { PictureFile } from '../socket/wire.ts'

/** Prefix of every file that this program writes into the spool folder. */
export const file_prefix = 'seen-'
/** Minimum width of a plate picture in pixels: small plates are enlarged to be legible. */
const plate_width = 240

export type Wanted = { readonly image_car: boolean; readonly image_plate: boolean }
/** The picture nearest to a time; undefined if none is kept. */
export type PictureAt = (time: number) => { readonly time: number; readonly jpeg: Uint8Array } | undefined

/**
 * Spools the pictures of an event; `plate_box` is the plate in the first of them. After a restart the kept
 * pictures are gone, so the event gets fewer.
 */
export async function spoolPictures(
  folder: string,
  { pictures: { image, car, plate, last } }: Pick<Decision, 'pictures'>,
  pictureAt: PictureAt,
  { image_car, image_plate }: Wanted,
): Promise<{ pictures: PictureFile[]; plate_box?: Box }> {
  const whole = pictureAt(image)
  if (!whole) return { pictures: [] }
  const pictures: PictureFile[] = [{ kind: 'image', file: await write(folder, whole.jpeg) }]
  const kept = [car, last].flatMap((one) => {
    const shown = one && pictureAt(one.time)
    // The nearest picture would show a different moment: for an exit, the empty lot.
    return one && shown?.time === one.time ? [{ jpeg: shown.jpeg, box: one.box }] : []
  })[0]
  if (image_car && kept)
    pictures.push({ kind: 'car', file: await write(folder, await cut(kept.jpeg, kept.box, 0.08, 0)) })
  const read = plate && pictureAt(plate.time)
  if (plate && read?.time === plate.time) {
    if (image_plate)
      pictures.push({
        kind: 'plate',
        file: await write(folder, await cut(read.jpeg, plate.box, 0.12, plate_width)),
      })
    if (whole.time === plate.time) return { pictures, plate_box: plate.box }
  }
  return { pictures }
}

/** Cuts out a box with a margin (a share of the box), enlarged to at least `min_width` pixels. */
export async function cut(picture: Uint8Array, box: Box, margin: number, min_width: number): Promise<Buffer> {
  // Imported on demand: it takes two thirds of the start-up time.
  const { default: sharp } = await import('sharp')
  const { width = 0, height = 0 } = await sharp(picture).metadata()
  const [w, h] = [box[2] - box[0], box[3] - box[1]]
  const left = Math.max(0, Math.floor((box[0] - w * margin) * width))
  const top = Math.max(0, Math.floor((box[1] - h * margin) * height))
  const right = Math.min(width, Math.ceil((box[2] + w * margin) * width))
  const bottom = Math.min(height, Math.ceil((box[3] + h * margin) * height))
  const part = sharp(picture).extract({
    left: Math.min(left, width - 1),
    top: Math.min(top, height - 1),
    width: Math.max(1, right - left),
    height: Math.max(1, bottom - top),
  })
  if (right - left < min_width) part.resize({ width: min_width, kernel: 'lanczos3' })
  return part.jpeg({ quality: 88 }).toBuffer()
}

/** Spools the thumbnails of looks; returns an empty object if none were drawn. */
export const spoolStrip = async (
  folder: string,
  strip: Buffer | undefined,
): Promise<{ look_strip?: string }> => (strip ? { look_strip: await write(folder, strip) } : {})

/** Writes a JPEG under a new name, and returns that name. */
async function write(folder: string, bytes: Uint8Array): Promise<string> {
  const file = `${file_prefix}${randomUUID()}.jpg`
  await writeSafely(join(folder, file), bytes)
  return file
}

/** Writes a file atomically: after a power cut it is either complete or absent. */
export async function writeSafely(path: string, content: Uint8Array | string): Promise<void> {
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

/** Deletes the files that a crash left without an event. */
export async function clearOrphans(spool: string, wanted: ReadonlySet<string>): Promise<void> {
  const files = await readdir(spool).catch(() => [])
  for (const file of files)
    if (file.startsWith(file_prefix) && !wanted.has(file))
      await unlink(join(spool, file)).catch(() => undefined)
}
