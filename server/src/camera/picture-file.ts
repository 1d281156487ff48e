/** Picture files in the media folder: the last picture of each camera, and deleting those of scenes. */
import { createHash } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Deps } from '../core/deps.ts'
import type { CameraLooks } from './look.ts'
import type { Media } from '../core/media.ts'
import { cameraBySn } from './camera.store.ts'

/** A serial number comes from the camera, so it is used as a folder name only if it is a plain name. */
export const folderOf = (camera_sn: string) =>
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(camera_sn)
    ? camera_sn
    : `_${createHash('sha256').update(camera_sn).digest('hex').slice(0, 24)}`

/** The path of a camera's last picture, relative to the media folder. */
export const lastPicture = (camera_sn: string): string => `cameras/${folderOf(camera_sn)}/last.jpg`

/** Writes the camera's last picture atomically: readers see either the old or the new one. */
async function writePicture(
  media: Media,
  looks: CameraLooks,
  camera_sn: string,
  jpeg: Uint8Array,
  now: number,
): Promise<void> {
  const path = lastPicture(camera_sn)
  await mkdir(dirname(join(media.folder, path)), { recursive: true, mode: 0o700 })
  await media.files.write(path, jpeg, { forced: false })
  looks.set(camera_sn, { ...looks.get(camera_sn), look_ms: now, picture_ms: now })
}

/**
 * Stores the last picture of a camera. If the camera is deleted in the meantime, no picture remains: a write
 * into the deleted folder may fail, and a folder that was created again is deleted.
 */
export async function storePicture(
  { db, media, looks }: Pick<Deps, 'db' | 'media'> & { looks: CameraLooks },
  camera_sn: string,
  jpeg: Uint8Array,
  now: number,
): Promise<void> {
  const isListed = () => cameraBySn(db, camera_sn) !== undefined
  try {
    if (isListed()) await writePicture(media, looks, camera_sn, jpeg, now)
  } catch (error) {
    if (isListed()) throw error
  }
  if (!isListed()) await dropPictures(media, looks, camera_sn)
}

/**
 * The signed address of the last picture, or empty. It changes with the picture, so that browsers reload it.
 * The watch stores each picture for a while then.
 */
export function pictureAddress(media: Media, looks: CameraLooks, camera_sn: string, now: number): string {
  const seen = looks.get(camera_sn)
  if (seen) looks.set(camera_sn, { ...seen, wanted_ms: now })
  const picture_ms = seen?.picture_ms ?? 0
  return picture_ms === 0 ? '' : `${media.address(lastPicture(camera_sn), now)}&v=${picture_ms}`
}

/** Loads the times of existing pictures after a restart. */
export async function loadPictureTimes(
  media: Media,
  looks: CameraLooks,
  camera_sns: readonly string[],
): Promise<void> {
  for (const camera_sn of camera_sns) {
    const found = await stat(join(media.folder, lastPicture(camera_sn))).catch(() => undefined)
    if (found && !looks.has(camera_sn))
      looks.set(camera_sn, { look_ms: 0, picture_ms: Math.round(found.mtimeMs) })
  }
}

/**
 * Deletes a picture, given by its path below the media folder. An empty path and a missing file are ignored.
 */
export const dropPicture = (media: Media, path: string): Promise<void> =>
  path === '' ? Promise.resolve() : rm(join(media.folder, path), { force: true })

/**
 * Deletes every picture of a camera and of its scenes. A picture that is being stored at the same moment can
 * appear in the folder after it was listed (`ENOTEMPTY`), so the deletion is retried.
 */
export async function dropPictures(media: Media, looks: CameraLooks, camera_sn: string): Promise<void> {
  looks.delete(camera_sn)
  const folder = join(media.folder, 'cameras', folderOf(camera_sn))
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
}

/** Deletes pictures that no row refers to. A picture that cannot be deleted is logged and remains. */
export async function dropScenePictures(
  pictures: readonly string[],
  { media, log }: Pick<Deps, 'media' | 'log'>,
): Promise<void> {
  for (const picture of pictures)
    await dropPicture(media, picture).catch((error: unknown) =>
      log.warn({ err: error }, 'an unused picture could not be deleted'),
    )
}
