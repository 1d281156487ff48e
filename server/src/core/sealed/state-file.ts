/**
 * Small JSON files of the data folder that decide what a start does. Each is written whole and carries a
 * checksum, so that no damaged byte is ever acted upon.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'

/** `why`: an English clause. */
export type StateFile<T> =
  | { state: 'absent' }
  | { state: 'whole'; value: T }
  | { state: 'damaged'; why: string }

const textOf = (value: unknown): string => {
  const text = JSON.stringify(value)
  return `${JSON.stringify({ sha256: createHash('sha256').update(text).digest('hex'), value })}\n`
}

/**
 * Reads a state file. Anything that `writeState` did not write in exactly this form and under this name is
 * damaged: the intact plan of a restore is no order to erase. `unnamed`: whether one without a name is read,
 * as earlier versions wrote it.
 */
export function readState<T extends object>(file: string, { unnamed = true } = {}): StateFile<T> {
  try {
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (!found) return { state: 'absent' }
    if (!found.isFile()) return { state: 'damaged', why: 'it is not a file' }
    const text = readFileSync(file, 'utf8')
    const { value } = JSON.parse(text) as { value: T & { of?: string } }
    if (text !== textOf(value)) return { state: 'damaged', why: 'its checksum does not match' }
    const { of, ...rest } = value
    if (of === undefined ? !unnamed : of !== basename(file))
      return { state: 'damaged', why: `it was written as ${of ?? 'another file'}` }
    return { state: 'whole', value: rest as T }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    return { state: 'damaged', why: code ? `it cannot be read: ${code}` : 'it is not what was written' }
  }
}

/** Returns when the file is on the disk. Throws the file system's error. */
export const writeState = (file: string, value: object): void =>
  writeAtomically(file, textOf({ ...value, of: basename(file) }))

/** Deletes the file; returns when that is on the disk. */
export function dropState(file: string): void {
  rmSync(file, { force: true })
  syncFolder(dirname(file))
}

/**
 * Renames what is damaged to `<name>.damaged`, so that nothing is lost, and returns the new names. `ends`: of
 * files that belong to it (those of a database), in the order in which they are renamed.
 */
export function setAside(path: string, ends: readonly string[] = ['']): string[] {
  for (let n = 1; ; n++) {
    const aside = `${path}.damaged${n === 1 ? '' : `-${n}`}`
    if (ends.some((end) => isThere(`${aside}${end}`))) continue
    const present = ends.filter((end) => isThere(`${path}${end}`))
    for (const end of present) renameSync(`${path}${end}`, `${aside}${end}`)
    syncFolder(dirname(path))
    return present.map((end) => `${basename(aside)}${end}`)
  }
}

/** Also true for what cannot be opened. */
export const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Readers and the next start find the whole file or none. Only the server's user may read it. */
export function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  syncFolder(dirname(file))
}

/** Makes renames and deletions in a folder durable. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
