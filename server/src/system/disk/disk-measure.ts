/**
 * Measures the data folder by kind, folder by folder with
 * pauses, so that 100,000 pictures do not block other requests.
 */
import type { disk_kinds } from '@parking/contract'
import type { Dirent } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type DiskKind = (typeof disk_kinds)[number]
export type Size = { bytes: number; files: number }
/** `days`: bytes of the event pictures of each day, by folder name. */
export type Measured = { kinds: Map<DiskKind, Size>; days: Map<string, number> }

const batch_size = 64
/** Cached sizes by folder. The folder of a past day no longer changes, so it is measured only once. */
export type DaySizes = Map<string, { changed_ms: number; size: Size }>
const max_cached_days = 5_000

/** Adds to `into` as it proceeds. Files that disappear in the meantime are not counted. */
export async function measureData(folder: string, into: Measured, known: DaySizes): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      await (entry.name === 'media'
        ? measureMedia(path, into, known)
        : measureFolder(path, kindOf(entry.name), into))
    else add(into, kindOf(entry.name), await sizeOf(path))
  }
}

function kindOf(name: string): DiskKind {
  if (/^parking\.db(-wal|-shm|-journal)?$/.test(name)) return 'database'
  // The files that an undo needs serve the same purpose as a snapshot.
  if (name === 'acts') return 'snapshots'
  return name === 'spool' || name === 'snapshots' ? name : 'other'
}

async function measureMedia(media: string, into: Measured, known: DaySizes): Promise<void> {
  for (const entry of await entriesOf(media)) {
    const path = join(media, entry.name)
    if (entry.name !== 'events')
      await (entry.isDirectory()
        ? measureFolder(path, 'pictures', into)
        : sizeOf(path).then((size) => add(into, 'pictures', size)))
    else {
      for (const day of await entriesOf(path)) {
        const size = await dayOf(join(path, day.name), known)
        add(into, 'pictures', size)
        into.days.set(day.name, size.bytes)
      }
    }
  }
}

/** Pictures are never modified: a folder with an unchanged modification time still has the same pictures. */
async function dayOf(path: string, known: DaySizes): Promise<Size> {
  const changed_ms = (await stat(path).catch(() => undefined))?.mtimeMs
  const before = known.get(path)
  if (before && before.changed_ms === changed_ms) return before.size
  const size: Size = { bytes: 0, files: 0 }
  const names = (await entriesOf(path)).map((entry) => join(path, entry.name))
  for (let at = 0; at < names.length; at += batch_size) {
    for (const one of await Promise.all(names.slice(at, at + batch_size).map(sizeOf))) {
      size.bytes += one.bytes
      size.files += one.files
    }
  }
  // A folder modified just now may change again within the same tick of the file system's clock.
  if (changed_ms !== undefined && Date.now() - changed_ms > 5_000) {
    if (known.size >= max_cached_days) known.clear()
    known.set(path, { changed_ms, size })
  }
  return size
}

async function measureFolder(folder: string, kind: DiskKind, into: Measured): Promise<void> {
  const entries = await entriesOf(folder)
  for (const entry of entries)
    if (entry.isDirectory()) await measureFolder(join(folder, entry.name), kind, into)
  const files = entries.filter((entry) => !entry.isDirectory())
  for (let at = 0; at < files.length; at += batch_size) {
    for (const size of await Promise.all(
      files.slice(at, at + batch_size).map((entry) => sizeOf(join(folder, entry.name))),
    ))
      add(into, kind, size)
  }
}

/** Disk space used: whole blocks, which is more than the file's length. Symbolic links are not followed. */
async function sizeOf(path: string): Promise<Size> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() ? { bytes: found.blocks * 512, files: 1 } : { bytes: 0, files: 0 }
}

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => [])

function add({ kinds }: Measured, kind: DiskKind, { bytes, files }: Size): void {
  const before = kinds.get(kind) ?? { bytes: 0, files: 0 }
  kinds.set(kind, { bytes: before.bytes + bytes, files: before.files + files })
}
