/** Moves pictures from the spool folder to their place by hard links, so that nothing is lost or copied. */
import { createHash } from 'node:crypto'
import { closeSync, constants, fdatasync, fstatSync, fsync, openSync, read } from 'node:fs'
import { copyFile, link, lstat, mkdir, rename, rm, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { badField, type Refusal } from '../refusal.ts'
import { jpegSize } from './jpeg.ts'

/** The size limit of a picture of the analysis application, in bytes. */
export const max_picture_bytes = 8 * 1024 * 1024

export type KeptPicture = { width: number; height: number; bytes: number; sha256: Uint8Array }

/**
 * Links a spool file to `target`, checks it, and forces its content
 * to disk. Throws a Refusal on `field` for an unusable file.
 */
export async function keepEvidence(spool_file: string, target: string, field: string): Promise<KeptPicture> {
  await place(spool_file, target).catch(async (error: unknown) => {
    // "No such file" may refer to the folder of the day: only a missing spool file is the event's fault.
    const gone =
      isCode(error, 'ENOENT') &&
      (await lstat(spool_file).then(
        () => false,
        (missing: unknown) => isCode(missing, 'ENOENT'),
      ))
    throw gone ? badField(field, 'not_found') : error
  })
  try {
    return await check(target, field)
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
}

async function place(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (isCode(error, 'EEXIST')) {
      await unlink(to) // left behind by a try that was cut off: the row that would own it does not exist
      return place(from, to)
    }
    // Another file system, one without links, or a file of another user: copy it.
    if (!isCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS')) throw error
    const half = `${to}.part`
    await copyFile(from, half)
    await rename(half, to)
  }
}

const readInto = promisify(read)
const force = promisify(fsync)
const forceContent = promisify(fdatasync)

/**
 * Other threads do what may wait for the disk. The rest is in memory, because the file has just been linked.
 */
async function check(path: string, field: string): Promise<KeptPicture> {
  const file = openPlain(path, field)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw refused(field)
    if (found.size > max_picture_bytes) throw badField(field, 'too_big', max_picture_bytes)
    const content = Buffer.allocUnsafe(found.size)
    const { bytesRead } = await readInto(file, content, 0, found.size, 0)
    const size = jpegSize(content)
    if (!size || bytesRead !== found.size || content.at(-2) !== 0xff || content.at(-1) !== 0xd9)
      throw refused(field)
    const forced = forceContent(file)
    const sha256 = createHash('sha256').update(content).digest() // while the disk works
    await forced
    return { ...size, bytes: found.size, sha256 }
  } finally {
    closeSync(file)
  }
}

function openPlain(path: string, field: string): number {
  try {
    // O_NOFOLLOW: a link in the spool folder could name any file
    // of the box. O_NONBLOCK: a pipe there would never open.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
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

/** A new name in a folder is on disk only when the folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = openSync(folder, constants.O_RDONLY)
  try {
    await force(handle)
  } finally {
    closeSync(handle)
  }
}

export const dropFiles = async (files: readonly string[]): Promise<void> => {
  await Promise.all(files.map((file) => unlink(file).catch(() => undefined)))
}

export const filesIn = (spool: string, names: readonly string[]): string[] =>
  names.map((name) => join(spool, name))

const isCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
