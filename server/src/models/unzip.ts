/**
 * Unpacks the ZIP file of a model, strictly: a few plain files with bare names, stored or deflated, within a
 * total size. Everything else is refused before or while it is written; the caller removes the folder.
 */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import type { ArchiveRefusal } from '@parking/contract'
import type { Entry, ZipFile } from 'yauzl'

export class ArchiveRefused extends Error {
  readonly reason: ArchiveRefusal
  constructor(reason: ArchiveRefusal, message: string) {
    super(message)
    this.reason = reason
  }
}

export const max_files = 16
export const max_unpacked_bytes = 80 * 1024 * 1024
/** Including folders and the files that other systems add. */
const max_entries = 256

const [link_mode, kind_mask] = [0o120000, 0o170000]
const [stored, deflated] = [0, 8]
/** Files that other systems add. */
const ignored = /^__MACOSX\/|(^|\/)\.DS_Store$|(^|\/)Thumbs\.db$/
/** A bare name, optionally below a single folder. */
const allowed = /^(?:[\w-][\w. -]{0,99}\/)?([\w-][\w.-]{0,99})$/

/** Unpacks into an existing folder. Throws ArchiveRefused, or the file system's error. */
export async function unzip(path: string, folder: string): Promise<void> {
  const { openPromise } = await import('yauzl')
  // Names stay bytes, because the rules here are stricter than the library's.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((error: unknown) => {
    throw refusalOf(error, 'no_zip')
  })
  try {
    for (const { name, entry } of await filesIn(zip)) await unpack(zip, entry, folder, name)
  } catch (error) {
    throw refusalOf(error, 'zip_damaged')
  } finally {
    zip.close()
  }
}

/** Errors of the file system pass; zlib and the library report a broken archive. */
function refusalOf(error: unknown, reason: ArchiveRefusal): unknown {
  if (!(error instanceof Error) || error instanceof ArchiveRefused) return error
  if ('code' in error && !String(error.code).startsWith('Z_')) return error
  return new ArchiveRefused(error.message.startsWith('too many bytes') ? 'zip_bomb' : reason, error.message)
}

async function filesIn(zip: ZipFile): Promise<{ name: string; entry: Entry }[]> {
  if (zip.entryCount > max_entries) throw new ArchiveRefused('zip_files', 'it has too many files')
  const files: { name: string; entry: Entry }[] = []
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileNameRaw.toString('utf8')
    if (((entry.externalFileAttributes >>> 16) & kind_mask) === link_mode)
      throw new ArchiveRefused('zip_link', `${shown(path)} is a link`)
    if (path.endsWith('/') || ignored.test(path)) continue
    const name = allowed.exec(path)?.[1]
    if (name === undefined) throw new ArchiveRefused('zip_path', `${shown(path)} is not a bare file name`)
    if (entry.isEncrypted()) throw new ArchiveRefused('zip_kind', `${shown(path)} is encrypted`)
    if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated)
      throw new ArchiveRefused('zip_kind', `${shown(path)} is packed by method ${entry.compressionMethod}`)
    if (files.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      throw new ArchiveRefused('zip_double', `${name} is there twice`)
    files.push({ name, entry })
  }
  if (files.length > max_files) throw new ArchiveRefused('zip_files', `it has more than ${max_files} files`)
  if (!files.some(({ name }) => name === 'manifest.json'))
    throw new ArchiveRefused('zip_files', 'it has no manifest.json')
  if (files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0) > max_unpacked_bytes)
    throw new ArchiveRefused('zip_bomb', `it unpacks to more than ${max_unpacked_bytes / 2 ** 20} MB`)
  return files
}

const shown = (path: string): string => path.replace(/[^\x20-\x7e]/g, '?').slice(0, 80)

/** The library verifies the size of a file; its checksum is verified here. */
async function unpack(zip: ZipFile, entry: Entry, folder: string, name: string): Promise<void> {
  let crc = 0
  await pipeline(
    await zip.openReadStreamPromise(entry),
    async function* (content: AsyncIterable<Buffer>) {
      for await (const part of content) {
        crc = crc32(part, crc)
        yield part
      }
    },
    createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600, flush: true }),
  )
  if (crc !== entry.crc32) throw new ArchiveRefused('zip_damaged', `${name} has another checksum`)
}
