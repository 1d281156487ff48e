/**
 * Contents by which an archive is two at once: some unpackers make other files of it. Each is harmless: the
 * other file is a text. Layouts: POSIX ustar; ECMA-119; APPNOTE 6.3, 4.3.9.
 */
import { crc32 } from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'
import { oddZip } from './odd-zip.ts'

export type Content = Record<string, Buffer>
/** What the other archive holds. */
export const other_text = Buffer.from('another page')
const page = { 'index.html': Buffer.from('the page') }
const picture = 'files/0f8fad5b-d9cb-469f-a165-70867728950e/in-1.jpg'

/** An archive with sizes after the contents, as devices wrote it before the page came first. */
export function streamed(files: Content): Buffer {
  const parts: Uint8Array[] = []
  const zip = new Zip((_, part) => void parts.push(part))
  for (const [name, data] of Object.entries(files)) {
    const file = new ZipPassThrough(name)
    zip.add(file)
    file.push(data)
    file.push(new Uint8Array(0), true)
  }
  zip.end()
  return Buffer.concat(parts)
}

/** Makes 512 bytes the head of a file in a TAR; keeps its name if none is given. */
function tarHead(head: Buffer, size: number, name?: string): Buffer {
  const put = (text: string, at: number) => head.write(text, at, 'latin1')
  if (name !== undefined) put(name, 0)
  for (const [at, text] of [
    [100, '0000644\0'],
    [108, '0000000\0'],
    [116, '0000000\0'],
    [124, `${size.toString(8).padStart(11, '0')}\0`],
    [136, '00000000000\0'],
    [156, '0'],
    [257, 'ustar\u000000'],
  ] as const)
    put(text, at)
  head.fill(' ', 148, 156)
  const sum = head.reduce((all, byte) => all + byte, 0)
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** The first file is a picture, and its content makes the whole a TAR that holds another page. */
function alsoTar(): Buffer {
  const first = streamed({ [picture]: Buffer.alloc(2_048), ...page })
  const start = 30 + picture.length
  const head = tarHead(Buffer.from(first.subarray(0, 512)), 0)
  const content = Buffer.alloc(2_048)
  head.copy(content, 0, start)
  tarHead(Buffer.alloc(512), other_text.length, 'index.html').copy(content, 512 - start)
  other_text.copy(content, 1_024 - start)
  return streamed({ [picture]: content, ...page })
}

const sector = 2_048
/** A number as ISO 9660 writes it: in both orders. */
function both(into: Buffer, value: number, at: number, bytes: 2 | 4): void {
  into.writeUIntLE(value, at, bytes)
  into.writeUIntBE(value, at + bytes, bytes)
}
/** A row of a folder: its first sector, its bytes. */
function isoRow(name: Buffer, from: number, bytes: number, is_folder: boolean): Buffer {
  const row = Buffer.alloc(33 + name.length + ((name.length + 1) % 2))
  row[0] = row.length
  both(row, from, 2, 4)
  both(row, bytes, 10, 4)
  row[25] = is_folder ? 2 : 0
  both(row, 1, 28, 2)
  row[32] = name.length
  name.copy(row, 33)
  return row
}

/** A content in a later place makes the whole a disk image that holds another page. */
function alsoImage(): Buffer {
  const image = Buffer.alloc(32 * sector)
  const [head, end, paths, folder, file] = [16, 17, 18, 19, 20]
  const root = isoRow(Buffer.of(0), folder, sector, true)
  const about = image.subarray(head * sector, (head + 1) * sector)
  about.write('\u0001CD001\u0001', 0, 'latin1')
  about.fill(' ', 8, 72)
  both(about, image.length / sector, 80, 4)
  for (const at of [120, 124]) both(about, 1, at, 2)
  both(about, sector, 128, 2)
  both(about, 10, 132, 4)
  about.writeUInt32LE(paths, 140)
  about.writeUInt32BE(paths, 148)
  root.copy(about, 156)
  about.fill(' ', 190, 813)
  about[881] = 1
  image.write('\u00ffCD001\u0001', end * sector, 'latin1')
  Buffer.from([1, 0, folder, 0, 0, 0, 1, 0, 0, 0]).copy(image, paths * sector)
  const name = Buffer.from('INDEX.HTML;1')
  const rows = [
    root,
    isoRow(Buffer.of(1), folder, sector, true),
    isoRow(name, file, other_text.length, false),
  ]
  Buffer.concat(rows).copy(image, folder * sector)
  other_text.copy(image, file * sector)
  return streamed({
    ...page,
    [picture]: image.subarray(streamed(page).indexOf('PK\u0001\u0002') + 30 + picture.length),
  })
}

/** A content that ends early for an unpacker that reads a stream; another page follows. */
export function alsoEnd(before: Buffer): Buffer {
  const record = Buffer.alloc(16)
  record.write('PK\u0007\u0008', 'latin1')
  for (const [n, value] of [crc32(before), before.length, before.length].entries())
    record.writeUInt32LE(value, 4 + n * 4)
  const more = oddZip({ files: [{ name: 'index.html', data: other_text }] })
  return Buffer.concat([before, record, more.subarray(0, more.indexOf('PK\u0001\u0002'))])
}

export const two_in_one: readonly [string, Buffer][] = [
  ['a TAR', alsoTar()],
  ['a disk image', alsoImage()],
  [
    'one that ends inside a picture',
    streamed({ ...page, [picture]: alsoEnd(Buffer.from('a picture')), 'a.txt': Buffer.from('one') }),
  ],
]
