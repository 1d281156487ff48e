/** Checks a line about recorded looks, and their files. The format of the file is the program's own. */
import { lstatSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Findings } from './findings.ts'
import { isBareName } from './check-pictures.ts'
import { faultsOf, fieldFaults, isFields, isNumber, isText, quoted, type Fields } from '../kit/shapes.ts'
import { max_picture_bytes, max_recording_pictures } from './words.ts'

/** Judges the line and removes its files from the spool folder, as a device does. */
export function checkRecording(line: Fields, spool: string, { judge }: Findings): void {
  const { camera_sn, from, to, looks, file, pictures } = line
  const rows: unknown[] = Array.isArray(pictures) ? pictures : []
  const files = [file, ...rows.map((row) => (isFields(row) ? row['file'] : undefined))]
  judge('lines', [
    ...fieldFaults(line, ['type', 'camera_sn', 'from', 'to', 'looks', 'file', 'pictures']),
    ...faultsOf(
      [isText(camera_sn, 1), `camera_sn is ${quoted(camera_sn)}`],
      [isNumber(from) && isNumber(to) && from <= to, `from is ${quoted(from)}, to is ${quoted(to)}`],
      [isNumber(looks, 1) && Number.isInteger(looks), `looks is ${quoted(looks)}`],
      [Array.isArray(pictures), `pictures is ${quoted(pictures)}, not a list`],
      [rows.length <= max_recording_pictures, `it names ${rows.length} pictures`],
      [
        rows.every((row) => isFields(row) && isNumber(row['time'])),
        'a picture of a recording has no time in milliseconds',
      ],
    ),
    ...files.flatMap((name) => fileFaults(name, spool)),
  ])
  for (const name of files.filter(isBareName))
    try {
      unlinkSync(join(spool, name))
    } catch {
      // The file is missing, which has already been reported.
    }
}

function fileFaults(file: unknown, spool: string): string[] {
  if (!isBareName(file)) return [`file is ${quoted(file)}, not a bare name`]
  const found = lstatSync(join(spool, file), { throwIfNoEntry: false })
  if (!found?.isFile()) return [`${file} is not in the spool folder`]
  return faultsOf([found.size <= max_picture_bytes, `${file} has ${found.size} bytes, more than 8 MiB`])
}
