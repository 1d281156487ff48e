/** Archives that are written byte by byte, so that each field of the format can be odd (APPNOTE 6.3). */
import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive. What is not given is as a dossier has it. */
export type OddFile = {
  name: string | Buffer
  data?: Buffer
  /** What the local header says instead. */
  local_name?: string
  local_size?: number
  crc?: number
  /** Time and date as MS-DOS writes them. */
  time?: [number, number]
  local_time?: [number, number]
  deflate?: boolean
  /** Bytes after the end of the compressed data, inside the entry. */
  tail?: Buffer
  flags?: number
  needs?: number
  made_by?: number
  attributes?: number
  extra?: Buffer
  local_extra?: Buffer
  comment?: string
  /** Bytes in front of the entry that belong to no file. */
  gap?: Buffer
  /** In the archive, but not in its list. */
  unlisted?: boolean
}
export type OddArchive = {
  files: readonly OddFile[]
  before?: Buffer
  after?: Buffer
  comment?: string
  reversed?: boolean
  /** Bytes in front of the list, and between the list and its end. */
  ahead?: Buffer
  between?: Buffer
  /** What the end says. */
  count?: number
  disk?: number
}

const u16 = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer)
const u32 = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer)

/** An extra field of the format. */
export const extraField = (id: number, data: Buffer): Buffer => Buffer.concat([u16(id, data.length), data])
/** Info-ZIP's field that gives a file another name (APPNOTE 4.6.9). */
export const unicodePath = (name: string, other: string): Buffer =>
  extraField(0x7075, Buffer.concat([Buffer.of(1), u32(crc32(name)), Buffer.from(other)]))

/** The end of an archive with 64-bit sizes, and where it is (APPNOTE 4.3.14, 4.3.15); it lists nothing. */
export const end64 = (count: number): Buffer =>
  Buffer.concat([
    Buffer.from('PK\u0006\u0006', 'latin1'),
    u32(44, 0),
    u16(45, 45),
    u32(0, 0, count, 0, count, 0, 0, 0, 0, 0),
    Buffer.from('PK\u0006\u0007', 'latin1'),
    u32(0, 0, 0, 1),
  ])

export function oddZip(archive: OddArchive): Buffer {
  const { files, before, after, comment = '', reversed = false } = archive
  const parts: Buffer[] = before ? [before] : []
  const rows: Buffer[] = []
  const size = () => parts.reduce((sum, { length }) => sum + length, 0)
  for (const file of files) {
    const { data = Buffer.from('content'), extra = Buffer.alloc(0), local_extra = Buffer.alloc(0) } = file
    const name = Buffer.from(file.name)
    const packed = Buffer.concat([file.deflate ? deflateRawSync(data) : data, file.tail ?? Buffer.alloc(0)])
    const [flags, method, crc] = [file.flags ?? 0, file.deflate ? 8 : 0, file.crc ?? crc32(data)]
    const time = file.time ?? [0, 0x5d7c]
    if (file.gap) parts.push(file.gap)
    const offset = size()
    const local_name = Buffer.from(file.local_name ?? name)
    parts.push(
      Buffer.from('PK\u0003\u0004', 'latin1'),
      u16(file.needs ?? 20, flags, method, ...(file.local_time ?? time)),
      u32(crc, file.local_size ?? packed.length, data.length),
      u16(local_name.length, local_extra.length),
      local_name,
      local_extra,
      packed,
    )
    if (file.unlisted) continue
    const note = Buffer.from(file.comment ?? '')
    rows.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002', 'latin1'),
        u16(file.made_by ?? 20, file.needs ?? 20, flags, method, ...time),
        u32(crc, packed.length, data.length),
        u16(name.length, extra.length, note.length, 0, 0),
        u32(file.attributes ?? 0, offset),
        name,
        extra,
        note,
      ]),
    )
  }
  if (archive.ahead) parts.push(archive.ahead)
  const from = size()
  const list = Buffer.concat(reversed ? rows.toReversed() : rows)
  const [count, disk] = [archive.count ?? rows.length, archive.disk ?? 0]
  const end = [
    archive.between ?? Buffer.alloc(0),
    Buffer.from('PK\u0005\u0006', 'latin1'),
    u16(disk, disk, count, count),
    u32(list.length, from),
    u16(comment.length),
    Buffer.from(comment),
  ]
  return Buffer.concat([...parts, list, ...end, after ?? Buffer.alloc(0)])
}
