/**
 * Keeps the files that an undo needs as hard links below `<data>/acts/<change_id>/`: they take no space while
 * the original exists, and remain when it is deleted.
 */
import { existsSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Deps } from '../core/deps.ts'

type Place = Pick<Deps, 'folder' | 'media'>

const folderOf = (folder: string, change_id: number): string => join(folder, 'acts', String(change_id))

/** Keeps files of the media folder, or of a copy of it, for a change. Missing files are left out. */
export function keepFiles(
  { folder, media }: Place,
  change_id: number,
  paths: readonly string[],
  from: string = media.folder,
): void {
  for (const path of paths) link(join(from, path), join(folderOf(folder, change_id), path))
}

/** Restores the files of a change to the media folder. Can be repeated. */
export function restoreFiles({ folder, media }: Place, change_id: number, paths: readonly string[]): void {
  for (const path of paths) link(join(folderOf(folder, change_id), path), join(media.folder, path))
}

/** Deletes the files of changes that are not in `kept`. */
export function dropFilesExcept({ folder }: Pick<Deps, 'folder'>, kept: ReadonlySet<number>): void {
  const top = join(folder, 'acts')
  if (!existsSync(top)) return
  for (const name of readdirSync(top))
    if (!kept.has(Number(name))) rmSync(join(top, name), { recursive: true, force: true })
}

function link(from: string, to: string): void {
  if (!existsSync(from) || existsSync(to)) return
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  linkSync(from, to)
}
