/**
 * Writes reference pictures of scenes durably: content and name are on the disk before a row refers to them.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureFolder, syncFolder } from '../core/files/spool-file.ts'
import type { Media } from '../core/media.ts'
import { folderOf } from './picture-file.ts'

/** Stores a picture for a scene. Returns its path relative to the media folder. Never overwrites a file. */
export async function storeReference(
  media: Media,
  camera_sn: string,
  scene_id: string,
  jpeg: Uint8Array,
  now: number,
): Promise<string> {
  const folder = `cameras/${folderOf(camera_sn)}`
  await ensureFolder(join(media.folder, folder))
  for (let ms = now; ; ms++) {
    const path = `${folder}/${scene_id}-${ms}.jpg`
    if (await stat(join(media.folder, path)).catch(() => undefined)) continue
    await media.files.write(path, jpeg, { forced: true })
    await syncFolder(join(media.folder, folder))
    return path
  }
}

/** Deletes pictures that no row refers to: a crash after writing the file may leave one. */
export async function sweepReferences(
  media: Media,
  known: ReadonlySet<string>,
  now: number,
): Promise<number> {
  let removed = 0
  for (const folder of await readdir(join(media.folder, 'cameras')).catch(() => [])) {
    const files = await readdir(join(media.folder, 'cameras', folder)).catch(() => [])
    for (const file of files) {
      const kept_ms = Number(/-(\d{10,})\.jpg(\.\d+)?(\.part)?$/.exec(file)?.[1] ?? NaN)
      // A picture that is being stored right now has no row yet.
      if (!(kept_ms < now - 60_000) || known.has(`cameras/${folder}/${file}`)) continue
      await rm(join(media.folder, 'cameras', folder, file), { force: true })
      removed++
    }
  }
  return removed
}
