/** Reads what is known about a device from outside the dossier: typed fingerprints, and files with heads. */
import { openArchive } from './archive.mjs'
import { textOf } from './bytes.mjs'
import { headsIn } from './heads.mjs'
import { parsed } from './read.mjs'

const max_json = 64 << 20

/**
 * Parses 64 hexadecimal digits, with or without colons and spaces; undefined for anything else.
 * @param {string} typed
 */
export function fingerprintIn(typed) {
  const digits = typed.replace(/[\s:]/g, '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(digits) ? digits : undefined
}

/**
 * The heads in a file: heartbeats as JSON or as lines of JSON, or another dossier. Throws `Refused` for a bad
 * archive.
 * @param {import('./types.mjs').Source} source @param {import('./types.mjs').Platform} platform
 */
export async function headsOfFile(source, platform) {
  const start = await source.read(0, 2)
  if (start[0] === 80 && start[1] === 75) {
    const archive = await openArchive(source, platform)
    return headsIn([parsed(await archive.text('log/head.json')), parsed(await archive.text('log/days.json'))])
  }
  if (source.size > max_json) return []
  const written = textOf(await source.read(0, source.size))
  const whole = parsed(written)
  return headsIn(whole === undefined ? written.split('\n').map(parsed) : whole)
}
