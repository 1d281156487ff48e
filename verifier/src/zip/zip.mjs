/**
 * Reads the ZIP of a dossier, which may be hostile. Its form leaves no room (docs/evidence.md, "The form of
 * the archive"): every unpacker makes exactly the files that are verified, and any other form is refused.
 * Long because the whole form is checked here.
 */
import { sameBytes, textIn } from '../bytes.mjs'
import { endsEarly, isOtherArchive } from './other-forms.mjs'
import { Refused } from '../refused.mjs'

/** @typedef {import('../types.mjs').Source} Source */
/** @typedef {Pick<import('../types.mjs').Platform, 'crc32'>} Sums */
/**
 * @typedef {{ name: string, raw_name: Uint8Array, flags: number, time: number, crc: number,
 *   size: number }} Entry
 */
/** @typedef {Entry & { from: number }} Placed */
/**
 * `into`: where pieces may lie, each until the next one; a content that is only hashed needs no memory of its
 * own.
 * @typedef {(entry: Placed, damaged?: () => void, into?: Uint8Array) => AsyncGenerator<Uint8Array>} Read
 */
/** @typedef {{ entries: Map<string, Placed>, read: Read }} Zip */

const max_entries = 50_000
const max_directory = 32 << 20
const piece_bytes = 1 << 20
/** A record that ends a content may start at the last byte of a piece: its first 8 bytes but one. */
const descriptor_start = 7
/** The longest read of a content. */
export const read_bytes = piece_bytes + descriptor_start
/** The lengths of the fixed parts of each record (APPNOTE 6.3, 4.3). */
const length_of = { local: 30, central: 46, descriptor: 16, end: 22 }
/** `sizes_follow`: after the content, which was written while it was read. */
const flag = { encrypted: 0x2041, sizes_follow: 8 }
/** Version 2.0 of the format, which every unpacker reads; as the maker's, on the system with number 0. */
const version = 20
/** Letters that every system stores as they are; no part of a name starts or ends with a dot. */
const name_form = /^(?=.{1,200}$)[\w-](?:[\w.-]*[\w-])?(?:\/[\w-](?:[\w.-]*[\w-])?)*$/
/** Devices of Windows, whatever their ending: an unpacker there writes another name, or nothing. */
const device_name = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:[./]|$)/i

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Throws `Refused`.
 * @param {Source} source @param {Sums} sums @returns {Promise<Zip>}
 */
export async function openZip(source, sums) {
  const directory = await directoryOf(source)
  /** @type {Map<string, Placed>} */
  const entries = new Map()
  const listed = entriesIn(directory.bytes, directory.count)
  refuseSharedNames(listed.map(({ name }) => name))
  let next = 0
  for (const entry of listed) {
    // In the order of the list, and nothing between them.
    if (entry.offset !== next) throw new Refused('zip_overlap', { name: entry.name })
    const from = await contentStart(source, entry)
    next = await endOf(source, entry, from)
    if (next > directory.from) throw new Refused('zip_overlap', { name: entry.name })
    entries.set(entry.name, { ...entry, from })
  }
  if (next !== directory.from) throw new Refused('zip_structure')
  if (await isOtherArchive(source)) throw new Refused('zip_other_form')
  return { entries, read: (entry, damaged, into) => contentOf(source, sums, entry, damaged, into) }
}

/** The list of the files at the end. @param {Source} source */
async function directoryOf(source) {
  if (source.size < length_of.end) throw new Refused('zip_none')
  if (source.size > 0xfffffffe) throw new Refused('zip_large')
  const at = source.size - length_of.end
  const end = viewOf(await source.read(at, length_of.end))
  if (end.getUint32(0, true) !== 0x06054b50) {
    const start = await source.read(0, 4)
    throw new Refused(sameBytes(start, Uint8Array.of(80, 75, 3, 4)) ? 'zip_structure' : 'zip_none')
  }
  const [count, size, from] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)]
  const one_disk = end.getUint32(4, true) === 0 && end.getUint16(8, true) === count
  if (!one_disk || end.getUint16(20, true) !== 0 || from + size !== at) throw new Refused('zip_structure')
  if (count > max_entries || size > max_directory) throw new Refused('zip_large')
  return { from, count, bytes: await source.read(from, size) }
}

/** @param {Uint8Array} bytes @param {number} count */
function entriesIn(bytes, count) {
  const entries = []
  let at = 0
  for (let n = 0; n < count; n++) {
    if (at + length_of.central > bytes.length) throw new Refused('zip_structure')
    const view = viewOf(bytes.subarray(at))
    const end = at + length_of.central + view.getUint16(28, true)
    if (view.getUint32(0, true) !== 0x02014b50 || end > bytes.length) throw new Refused('zip_structure')
    entries.push(entryOf(view, bytes.subarray(at + length_of.central, end)))
    at = end
  }
  if (at !== bytes.length) throw new Refused('zip_structure')
  return entries
}

/** A row of the list. @param {DataView} view @param {Uint8Array} raw_name */
function entryOf(view, raw_name) {
  const name = textIn(raw_name) ?? '?'
  if (!name_form.test(name) || device_name.test(name)) throw new Refused('zip_name', { name })
  const flags = view.getUint16(8, true)
  const [packed, size] = [view.getUint32(20, true), view.getUint32(24, true)]
  if (flags & flag.encrypted) throw new Refused('zip_encrypted', { name })
  if (flags & ~flag.sizes_follow || view.getUint16(10, true) !== 0 || view.getUint16(6, true) !== version)
    throw new Refused('zip_method', { name })
  if (packed !== size) throw new Refused('zip_headers', { name })
  // Extra fields and a comment; an unpacker may take name, size or content from an extra field.
  if (view.getUint32(30, true) !== 0) throw new Refused('zip_extra', { name })
  // The system that made it, and attributes: only the standard ones are a plain file everywhere.
  const plain =
    view.getUint16(4, true) === version && view.getUint32(34, true) === 0 && view.getUint32(38, true) === 0
  if (!plain) throw new Refused('zip_special', { name })
  return {
    name,
    raw_name,
    flags,
    size,
    time: view.getUint32(12, true),
    crc: view.getUint32(16, true),
    offset: view.getUint32(42, true),
  }
}

/**
 * Refuses names that are one on a system without capital letters, and a file that would also be a folder.
 * @param {readonly string[]} names
 */
function refuseSharedNames(names) {
  const seen = new Set()
  for (const name of names) {
    const key = name.toLowerCase()
    if (seen.has(key)) throw new Refused('zip_duplicate', { name })
    seen.add(key)
  }
  for (const name of names)
    for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1))
      if (seen.has(name.slice(0, at).toLowerCase())) throw new Refused('zip_duplicate', { name })
}

/**
 * The start of the content, after checking that its own header agrees with the list.
 * @param {Source} source @param {Entry & { offset: number }} entry
 */
async function contentStart(source, { name, raw_name, offset, flags, time, crc, size }) {
  const length = length_of.local + raw_name.length
  const bytes = await source.read(offset, length)
  if (bytes.length < length) throw new Refused('zip_structure')
  const view = viewOf(bytes)
  if (view.getUint16(28, true) !== 0) throw new Refused('zip_extra', { name })
  const known = flags & flag.sizes_follow ? [0, 0, 0] : [crc, size, size]
  const agrees =
    view.getUint32(0, true) === 0x04034b50 &&
    view.getUint16(4, true) === version &&
    view.getUint16(6, true) === flags &&
    view.getUint16(8, true) === 0 &&
    view.getUint32(10, true) === time &&
    known.every((n, at) => view.getUint32(14 + at * 4, true) === n) &&
    view.getUint16(26, true) === raw_name.length &&
    sameBytes(bytes.subarray(length_of.local), raw_name)
  if (!agrees) throw new Refused('zip_headers', { name })
  return offset + length
}

/**
 * The end of the entry, including the sizes after its content.
 * @param {Source} source @param {Entry} entry @param {number} from
 */
async function endOf(source, { name, flags, crc, size }, from) {
  const end = from + size
  if (!(flags & flag.sizes_follow)) return end
  const bytes = await source.read(end, length_of.descriptor)
  const wanted = [0x08074b50, crc, size, size]
  const agrees =
    bytes.length === length_of.descriptor &&
    wanted.every((n, at) => viewOf(bytes).getUint32(at * 4, true) === n)
  if (!agrees) throw new Refused('zip_headers', { name })
  return end + length_of.descriptor
}

/**
 * The content in pieces. If its checksum is not the listed one, calls `damaged` at the end; without
 * `damaged`, throws `Refused`.
 * @param {Source} source @param {Sums} sums @param {Placed} entry @param {() => void} [damaged]
 * @param {Uint8Array} [into] at least `read_bytes` long
 */
async function* contentOf(source, { crc32 }, { name, flags, from, size, crc }, damaged, into) {
  let sum = 0
  for (let at = 0; at < size; at += piece_bytes) {
    const length = Math.min(piece_bytes, size - at)
    const ahead = Math.min(descriptor_start, size - at - length)
    const read = await source.read(from + at, length + ahead, into)
    if (read.length !== length + ahead) throw new Refused('zip_content', { name })
    const piece = read.subarray(0, length)
    if (flags & flag.sizes_follow && endsEarly(read, length, sum, crc32))
      throw new Refused('zip_overlap', { name })
    sum = crc32(piece, sum)
    yield piece
  }
  if (sum === crc) return
  if (!damaged) throw new Refused('zip_content', { name })
  damaged()
}
