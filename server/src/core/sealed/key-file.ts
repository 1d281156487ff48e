/**
 * A key that only the server's user can read, and its copy: a damaged one is replaced from the other. No key
 * is made while there is data that needs the old one (docs/data-folder.md).
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs'
import { setAside, writeAtomically } from './state-file.ts'

/** What the data knows about its key. */
export type KeyCheck = {
  /** A digest of the key that the data needs; undefined if it is not known yet. */
  known: string | undefined
  keep(digest: string): void
  /** Whether there is data that needs the key, although no digest is known. */
  is_needed: boolean
  /** The part of the sentence that says what cannot be read without the key. */
  loss: string
  /** The file was damaged and has been replaced from its copy, or the copy from it. */
  repaired(path: string): void
}

const digestOf = (key: Buffer): string =>
  createHash('sha256').update('parking-edge key\n').update(key).digest('hex').slice(0, 32)

/** Returns its 32 bytes; creates the file the first time (mode 0600). Throws an Error if it is damaged. */
export function keyIn(file: string): Buffer {
  if (!existsSync(file)) putInPlace(file, randomBytes(32).toString('base64'))
  return readKey(file)
}

/** Returns the 32 bytes of an existing file. Throws an Error if it is damaged. */
export function readKey(file: string): Buffer {
  const text = readFileSync(file, 'utf8').trim()
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32 || key.toString('base64') !== text)
    throw new Error(`The key file ${file} is damaged: it must hold 32 bytes in base64.`)
  return key
}

/**
 * The key that the data needs, from the file or its copy. Throws an Error with one sentence if neither is
 * that key: a new one would lock the data up for good.
 */
export function guardedKey(file: string, check: KeyCheck): Buffer {
  const copy = `${file}.copy`
  const fits = (key: Buffer | undefined): key is Buffer =>
    key !== undefined && (check.known === undefined || digestOf(key) === check.known)
  const [main, spare] = [tryRead(file), tryRead(copy)]
  let key = [main, spare].find(fits)
  if (!key) {
    if (check.known !== undefined || check.is_needed || existsSync(file) || existsSync(copy))
      throw new Error(
        `${file} is missing, damaged or not the key of this data, and so is its copy: ${check.loss}. ` +
          `Put the file back from a backup and start again; only if there is none, ` +
          `\`parking-edge accept-loss ${file.split('/').at(-1)}\` gives that data up.`,
      )
    key = randomBytes(32)
  }
  for (const [path, found] of [
    [file, main],
    [copy, spare],
  ] as const) {
    if (found?.equals(key)) continue
    // The copy of an earlier version is only missing.
    if (existsSync(path) || (path === file && check.known !== undefined)) check.repaired(path)
    setAside(path)
    putInPlace(path, key.toString('base64'))
  }
  const digest = digestOf(key)
  if (check.known !== digest) check.keep(digest)
  return key
}

function tryRead(file: string): Buffer | undefined {
  try {
    return readKey(file)
  } catch {
    return undefined
  }
}

/** Writes a file of mode 0600 that appears complete; it replaces whatever has its name, even a folder. */
export function putInPlace(path: string, text: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true })
  writeAtomically(path, text)
}
