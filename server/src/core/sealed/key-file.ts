/** A file that contains a key and that only the server's user can read. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Returns its 32 bytes; creates the file the first time (mode 0600). Throws an Error if the file is damaged.
 */
export function keyIn(file: string): Buffer {
  if (!existsSync(file))
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
  return readKey(file)
}

/** Returns the 32 bytes of an existing file. Throws an Error if it is damaged. */
export function readKey(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (key.length !== 32) throw new Error(`The key file ${file} is damaged: it must hold 32 bytes in base64.`)
  return key
}
