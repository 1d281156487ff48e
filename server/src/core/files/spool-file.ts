/**
 * Copies pictures from the spool folder, where the analysis application writes them unencrypted, to their
 * final place, where they are encrypted. The spool file stays until the event is committed.
 */
import { createHash } from 'node:crypto'
import { closeSync, constants, fdatasync, fstatSync, fsync, openSync, read, writev } from 'node:fs'
import { mkdir, rm, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { badField, type Refusal } from '../refusal.ts'
import type { SealedFolder } from '../sealed/sealed-folder.ts'
import { jpegSize } from '@parking/contract/core/jpeg.ts'

/** The size limit of a picture from the analysis application, in bytes. */
export const max_picture_bytes = 8 * 1024 * 1024

export type StoredPicture = { width: number; height: number; bytes: number; sha256: Uint8Array }

/**
 * Checks a spool file, encrypts it to `path` below the folder, and forces its content to the disk. Throws a
 * Refusal on `field` for an unusable file.
 */
export async function storeSpoolPicture(
  spool_file: string,
  files: SealedFolder,
  path: string,
  field: string,
): Promise<StoredPicture> {
  const { content, ...size } = await readSpool(spool_file, field)
  const target = join(files.folder, path)
  const parts = files.seal(content, path)
  // An existing file of that name was left by an interrupted attempt: no row owns it.
  const file = openSync(target, 'w', 0o600)
  try {
    await writeAll(file, parts)
    const forced = forceContent(file)
    const sha256 = createHash('sha256').update(content).digest() // while the disk works
    await forced
    return { ...size, bytes: content.length, sha256 }
  } catch (error) {
    await rm(target, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

const readInto = promisify(read)
const force = promisify(fsync)
const forceContent = promisify(fdatasync)

/** Reads a file that the application has just written, and that is therefore still in memory. */
async function readSpool(
  path: string,
  field: string,
): Promise<{ content: Buffer; width: number; height: number }> {
  const file = openPlain(path, field)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw refused(field)
    if (found.size > max_picture_bytes) throw badField(field, 'too_big', max_picture_bytes)
    const content = Buffer.allocUnsafe(found.size)
    const { bytesRead } = await readInto(file, content, 0, found.size, 0)
    const size = jpegSize(content)
    if (!size || bytesRead !== found.size) throw refused(field)
    return { content, ...size }
  } finally {
    closeSync(file)
  }
}

/** Throws if not everything was written, as on a full disk. */
async function writeAll(file: number, parts: readonly Buffer[]): Promise<void> {
  const bytes = parts.reduce((sum, { length }) => sum + length, 0)
  const written = await new Promise<number>((resolve, reject) =>
    writev(file, parts, 0, (error, n) => (error ? reject(error) : resolve(n))),
  )
  if (written !== bytes) throw Object.assign(new Error('The disk is full'), { code: 'ENOSPC' })
}

function openPlain(path: string, field: string): number {
  try {
    // O_NOFOLLOW: a link in the spool folder could name any file
    // of the box. O_NONBLOCK: a pipe there would never open.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (isCode(error, 'ENOENT')) throw badField(field, 'not_found')
    throw isCode(error, 'ELOOP', 'ENXIO') ? refused(field) : error
  }
}

const refused = (field: string): Refusal => badField(field, 'format')

/** Creates a folder that survives a power cut. */
export async function ensureFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made === undefined) return
  for (let at = dirname(folder); at.length >= dirname(made).length; at = dirname(at)) await syncFolder(at)
}

/** A new name in a folder is on disk only once the folder itself is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = openSync(folder, constants.O_RDONLY)
  try {
    await force(handle)
  } finally {
    closeSync(handle)
  }
}

/** Deletes files; those that are missing or cannot be deleted are ignored. */
export const dropFiles = async (files: readonly string[]): Promise<void> => {
  await Promise.all(files.map((file) => unlink(file).catch(() => undefined)))
}

/** The paths of the spool files with these names. */
export const filesIn = (spool: string, names: readonly string[]): string[] =>
  names.map((name) => join(spool, name))

const isCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
