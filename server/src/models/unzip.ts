/**
 * Unpacks the ZIP file of a model, strictly: a few plain files with bare names, stored or deflated, within a
 * total size. Everything else is refused before or while it is written; the caller removes the folder.
 */
import { createWriteStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ArchiveRefusal } from '@parking/contract'

export class ArchiveRefused extends Error {
  readonly reason: ArchiveRefusal
  constructor(reason: ArchiveRefusal, message: string) {
    super(message)
    this.reason = reason
  }
}

export const max_files = 16
export const max_unpacked_bytes = 80 * 1024 * 1024

const end_record = { mark: 0x06054b50, bytes: 22, max_comment: 0xffff }
const central = { mark: 0x02014b50, bytes: 46 }
const local = { mark: 0x04034b50, bytes: 30 }
const [encrypted_flag, link_mode, kind_mask] = [1, 0o120000, 0o170000]
const [stored, deflated] = [0, 8]
/** Files that other systems add. */
const ignored = /^__MACOSX\/|(^|\/)\.DS_Store$|(^|\/)Thumbs\.db$/
/** A bare name, optionally below a single folder. */
const allowed = /^(?:[\w-][\w. -]{0,99}\/)?([\w-][\w.-]{0,99})$/

type Entry = { name: string; method: number; packed: number; size: number; crc: number; at: number }

/**
 * Unpacks into an existing folder. Throws ArchiveRefused, or the file system's error.
 */
export async function unzip(path: string, folder: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const entries = await readEntries(file, size)
    for (const entry of entries) await unpack(file, size, entry, join(folder, entry.name))
  } finally {
    await file.close()
  }
}

const damaged = (sentence: string): ArchiveRefused => new ArchiveRefused('zip_damaged', sentence)

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const into = Buffer.alloc(bytes)
  const { bytesRead } = await file.read(into, 0, bytes, at)
  if (bytesRead !== bytes) throw damaged('the file ends too early')
  return into
}

async function readEntries(file: FileHandle, size: number): Promise<Entry[]> {
  const tail_bytes = Math.min(size, end_record.bytes + end_record.max_comment)
  const tail = await readAt(file, size - tail_bytes, tail_bytes)
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(end_record.mark)
  const end = tail.lastIndexOf(mark)
  if (end < 0 || end + end_record.bytes > tail.length)
    throw new ArchiveRefused('no_zip', 'the file is not a ZIP archive')
  const [count, length, from] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ]
  // Models are small: an archive with ZIP64 values is not a model.
  if (count > 256 || length > 1024 * 1024) throw new ArchiveRefused('zip_files', 'it has too many files')
  if (from + length > size) throw damaged('its list of files lies outside of it')
  return entriesIn(await readAt(file, from, length), count)
}

function entriesIn(list: Buffer, count: number): Entry[] {
  const entries: Entry[] = []
  let at = 0
  for (let n = 0; n < count; n++) {
    if (at + central.bytes > list.length || list.readUInt32LE(at) !== central.mark)
      throw damaged('its list of files is broken')
    const name_bytes = list.readUInt16LE(at + 28)
    const next = at + central.bytes + name_bytes + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
    const path = list.toString('utf8', at + central.bytes, at + central.bytes + name_bytes)
    const [flags, method] = [list.readUInt16LE(at + 8), list.readUInt16LE(at + 10)]
    const mode = list.readUInt32LE(at + 38) >>> 16
    const [crc, packed, size] = [16, 20, 24].map((field) => list.readUInt32LE(at + field)) as [
      number,
      number,
      number,
    ]
    const entry = { name: nameOf(path), method, crc, packed, size, at: list.readUInt32LE(at + 42) }
    at = next
    if ((mode & kind_mask) === link_mode) throw new ArchiveRefused('zip_link', `${shown(path)} is a link`)
    if (path.endsWith('/') || ignored.test(path)) continue
    if (entry.name === '') throw new ArchiveRefused('zip_path', `${shown(path)} is not a bare file name`)
    if ((flags & encrypted_flag) !== 0) throw new ArchiveRefused('zip_kind', `${shown(path)} is encrypted`)
    if (method !== stored && method !== deflated)
      throw new ArchiveRefused('zip_kind', `${shown(path)} is packed by method ${method}`)
    if (entries.some((other) => other.name.toLowerCase() === entry.name.toLowerCase()))
      throw new ArchiveRefused('zip_double', `${entry.name} is there twice`)
    entries.push(entry)
  }
  if (entries.length > max_files) throw new ArchiveRefused('zip_files', `it has more than ${max_files} files`)
  if (!entries.some(({ name }) => name === 'manifest.json'))
    throw new ArchiveRefused('zip_files', 'it has no manifest.json')
  if (entries.reduce((sum, { size }) => sum + size, 0) > max_unpacked_bytes)
    throw new ArchiveRefused('zip_bomb', `it unpacks to more than ${max_unpacked_bytes / 2 ** 20} MB`)
  return entries
}

const nameOf = (path: string): string => allowed.exec(path)?.[1] ?? ''
const shown = (path: string): string => path.replace(/[^\x20-\x7e]/g, '?').slice(0, 80)

/** Writes an entry, and verifies that its size and checksum match the list, whatever the stream contains. */
async function unpack(file: FileHandle, whole: number, entry: Entry, to: string): Promise<void> {
  const head = await readAt(file, entry.at, local.bytes)
  if (head.readUInt32LE(0) !== local.mark) throw damaged(`${entry.name} is not where the list says`)
  const start = entry.at + local.bytes + head.readUInt16LE(26) + head.readUInt16LE(28)
  if (start + entry.packed > whole) throw damaged(`${entry.name} ends too early`)
  let [bytes, crc] = [0, 0]
  const count = new Transform({
    transform(part: Buffer, _, done) {
      bytes += part.length
      crc = crc32(part, crc)
      if (bytes > entry.size)
        done(new ArchiveRefused('zip_bomb', `${entry.name} is larger than the list says`))
      else done(null, part)
    },
  })
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true })
  if (entry.packed > 0) {
    const source = file.createReadStream({ start, end: start + entry.packed - 1, autoClose: false })
    await (
      entry.method === stored
        ? pipeline(source, count, target)
        : pipeline(source, createInflateRaw(), count, target)
    ).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
        throw damaged(`${entry.name} cannot be unpacked`)
      throw error
    })
  } else await pipeline([], target)
  if (bytes !== entry.size || crc !== entry.crc) throw damaged(`${entry.name} has another checksum`)
}
