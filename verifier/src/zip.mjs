/**
 * Reads a ZIP (APPNOTE 6.3) that may be hostile: every byte must belong to exactly one entry, both headers of
 * an entry must agree, names must be unique, and no content may be larger than declared.
 */
import { joined, sameBytes, textOf } from './bytes.mjs'
import { Refused } from './refused.mjs'

/** @typedef {import('./types.mjs').Source} Source */
/** @typedef {{ name: string, size: number, packed: number, method: number, from: number }} Entry */
/** @typedef {{ entries: Map<string, Entry>, read: (entry: Entry) => AsyncGenerator<Uint8Array> }} Zip */

const max_entries = 50_000
const max_directory = 32 << 20
/**
 * Maximum compression ratio of entries larger than a megabyte: those are pictures and hashes, which hardly
 * compress.
 */
const max_ratio = 100
const piece_bytes = 1 << 20
const flag = { encrypted: 0x2041, descriptor: 8, allowed: 0x080e }

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Throws `Refused`.
 * @param {Source} source @param {import('./types.mjs').Platform} platform @returns {Promise<Zip>}
 */
export async function openZip(source, platform) {
  const found = await directoryOf(source)
  /** @type {Map<string, Entry>} */
  const entries = new Map()
  const seen = new Set()
  let expected = 0
  for (const header of found.headers.toSorted((one, other) => one.offset - other.offset)) {
    const { name } = header
    const key = name.normalize('NFC').toLowerCase()
    if (seen.has(key)) throw new Refused('zip_duplicate', { name })
    seen.add(key)
    if (header.offset !== expected) throw new Refused('zip_overlap', { name })
    const from = await dataOf(source, header)
    expected = await endOf(source, header, from)
    if (expected > found.from) throw new Refused('zip_overlap', { name })
    // Folders have no content.
    if (!name.endsWith('/')) entries.set(name, { ...header, from })
  }
  if (expected !== found.from) throw new Refused('zip_structure')
  return { entries, read: (entry) => contentOf(source, entry, platform) }
}

/** The central directory. @param {Source} source */
async function directoryOf(source) {
  if (source.size < 22) throw new Refused('zip_none')
  if (source.size > 0xfffffffe) throw new Refused('zip_large')
  const at = source.size - 22
  const end = viewOf(await source.read(at, 22))
  if (end.getUint32(0, true) !== 0x06054b50) {
    const start = await source.read(0, 4)
    throw new Refused(sameBytes(start, Uint8Array.of(80, 75, 3, 4)) ? 'zip_structure' : 'zip_none')
  }
  const [count, size, from] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)]
  const one_disk = end.getUint32(4, true) === 0 && end.getUint16(8, true) === count
  if (!one_disk || end.getUint16(20, true) !== 0 || from + size !== at) throw new Refused('zip_structure')
  if (count > max_entries || size > max_directory) throw new Refused('zip_large')
  const bytes = await source.read(from, size)
  const headers = []
  let next = 0
  let total = 0
  for (let n = 0; n < count; n++) {
    const header = headerAt(bytes, next)
    next = header.next
    total += header.size
    headers.push(header)
  }
  if (next !== size) throw new Refused('zip_structure')
  if (total > 0xfffffffe) throw new Refused('zip_bomb', { name: '' })
  return { from, headers }
}

/** An entry of the central directory. @param {Uint8Array} bytes @param {number} at */
function headerAt(bytes, at) {
  if (at + 46 > bytes.length) throw new Refused('zip_structure')
  const view = viewOf(bytes.subarray(at))
  if (view.getUint32(0, true) !== 0x02014b50) throw new Refused('zip_structure')
  const [flags, method, crc] = [view.getUint16(8, true), view.getUint16(10, true), view.getUint32(16, true)]
  const [packed, size] = [view.getUint32(20, true), view.getUint32(24, true)]
  const [name_length, extra] = [view.getUint16(28, true), view.getUint16(30, true) + view.getUint16(32, true)]
  const next = at + 46 + name_length + extra
  if (next > bytes.length) throw new Refused('zip_structure')
  const raw_name = bytes.subarray(at + 46, at + 46 + name_length)
  const name = safeName(raw_name)
  // In an archive made on Unix, the upper half of the attributes is the file mode.
  const mode = bytes[at + 5] === 3 ? view.getUint32(38, true) >>> 28 : 0
  if (![0, 4, 8].includes(mode)) throw new Refused('zip_special', { name })
  if (flags & flag.encrypted) throw new Refused('zip_encrypted', { name })
  if (flags & ~flag.allowed || (method !== 0 && method !== 8)) throw new Refused('zip_method', { name })
  if (method === 0 && packed !== size) throw new Refused('zip_headers', { name })
  if (size > piece_bytes && size > packed * max_ratio) throw new Refused('zip_bomb', { name })
  return { name, raw_name, flags, method, crc, packed, size, offset: view.getUint32(42, true), next }
}

/**
 * Throws for a name that could escape the folder, or that another system would read differently.
 * @param {Uint8Array} raw
 */
function safeName(raw) {
  let name
  try {
    name = textOf(raw)
  } catch {
    throw new Refused('zip_name', { name: '?' })
  }
  const parts = name.replace(/\/$/, '').split('/')
  if (/[\\:\u0000-\u001f\u007f]/.test(name) || parts.some((part) => /^\.*$/.test(part)) || name.length > 255)
    throw new Refused('zip_name', { name })
  return name
}

/** @typedef {ReturnType<typeof headerAt>} Header */

/**
 * The start of the content, after checking that the local header agrees.
 * @param {Source} source
 * @param {Header} header
 */
async function dataOf(source, header) {
  const { name, raw_name, offset } = header
  const bytes = await source.read(offset, 30 + raw_name.length)
  if (bytes.length < 30 + raw_name.length) throw new Refused('zip_structure')
  const view = viewOf(bytes)
  const later = header.flags & flag.descriptor
  const sizes = [view.getUint32(14, true), view.getUint32(18, true), view.getUint32(22, true)]
  const same = sizes.every((n, at) => n === [header.crc, header.packed, header.size][at])
  if (
    view.getUint32(0, true) !== 0x04034b50 ||
    view.getUint16(6, true) !== header.flags ||
    view.getUint16(8, true) !== header.method ||
    !(same || (later && sizes.every((n) => n === 0))) ||
    view.getUint16(26, true) !== raw_name.length ||
    !sameBytes(bytes.subarray(30), raw_name)
  )
    throw new Refused('zip_headers', { name })
  return offset + 30 + raw_name.length + view.getUint16(28, true)
}

/**
 * The end of the entry, including its data descriptor.
 * @param {Source} source
 * @param {Header} header
 * @param {number} from
 */
async function endOf(source, header, from) {
  const end = from + header.packed
  if (!(header.flags & flag.descriptor)) return end
  const view = viewOf(joined([await source.read(end, 16), new Uint8Array(16)]))
  const start = view.getUint32(0, true) === 0x08074b50 ? 4 : 0
  const wanted = [header.crc, header.packed, header.size]
  if (!wanted.every((n, at) => view.getUint32(start + at * 4, true) === n))
    throw new Refused('zip_headers', { name: header.name })
  return end + start + 12
}

/**
 * The content in pieces. Throws `Refused` if its length is not the declared one.
 * @param {Source} source @param {Entry} entry @param {import('./types.mjs').Platform} platform
 */
async function* contentOf(source, entry, platform) {
  const packed = packedOf(source, entry)
  if (entry.method === 0) {
    yield* packed
    return
  }
  let bytes = 0
  try {
    for await (const piece of platform.inflate(packed)) {
      bytes += piece.length
      if (bytes > entry.size) throw new Refused('zip_bomb', { name: entry.name })
      yield piece
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused('zip_content', { name: entry.name })
  }
  if (bytes !== entry.size) throw new Refused('zip_content', { name: entry.name })
}

/** @param {Source} source @param {Entry} entry */
async function* packedOf(source, { name, from, packed }) {
  for (let at = 0; at < packed; at += piece_bytes) {
    const length = Math.min(piece_bytes, packed - at)
    const piece = await source.read(from + at, length)
    if (piece.length !== length) throw new Refused('zip_content', { name })
    yield piece
  }
}
