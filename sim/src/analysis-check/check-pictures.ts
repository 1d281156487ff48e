/** Checks the picture files of an event when the event arrives. */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reported } from './check-event.ts'
import { faultsOf, isText, quoted } from '../kit/shapes.ts'
import { max_picture_bytes, max_pictures, picture_kinds } from './words.ts'

/** The faults of the list and of each file. */
export const pictureFaults = (pictures: Reported['pictures'], spool: string): string[] => [
  ...faultsOf([pictures.length <= max_pictures, `it names ${pictures.length} pictures`]),
  ...pictures.flatMap(({ kind, file }) => [
    ...faultsOf([picture_kinds.includes(kind as string), `the kind of a picture is ${quoted(kind)}`]),
    ...fileFaults(file, spool),
  ]),
]

function fileFaults(file: unknown, spool: string): string[] {
  if (!isBareName(file)) return [`file is ${quoted(file)}, not a bare name`]
  const found = lstatSync(join(spool, file), { throwIfNoEntry: false })
  if (!found) return [`${file} is not in the spool folder`]
  if (!found.isFile()) return [`${file} is no plain file`]
  if (found.size > max_picture_bytes) return [`${file} has ${found.size} bytes, more than 8 MiB`]
  const bytes = readFileSync(join(spool, file))
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return [`${file} is no JPEG`]
  // An encoder may pad after the end of image.
  return bytes.subarray(-64).includes(Buffer.from([0xff, 0xd9]))
    ? []
    : [`${file} is half a JPEG: it has no end`]
}

export const isBareName = (file: unknown): file is string =>
  isText(file, 1, 200) && !/[/\\\u0000-\u001f]/.test(file) && !file.startsWith('.')
