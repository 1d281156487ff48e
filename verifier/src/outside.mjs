/**
 * Reads what is known about a device from outside the dossier: typed fingerprints, and files with heads or
 * keys.
 */
import { openArchive } from './archive.mjs'
import { textOf } from './bytes.mjs'
import { headsIn } from './heads.mjs'
import { historyIn, vouchesIn } from './keys.mjs'
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
 * What a file says about the device from outside the dossier: its heads (heartbeats as JSON or as lines of
 * JSON) and its key history (the file of the device's page); another dossier and a statement hold both.
 * Throws `Refused` for a bad archive.
 * @param {import('./types.mjs').Source} source @param {import('./types.mjs').Platform} platform
 */
export async function outsideOf(source, platform) {
  const start = await source.read(0, 2)
  if (start[0] === 80 && start[1] === 75) {
    const archive = await openArchive(source, platform)
    const read = async (/** @type {string} */ name) => parsed(await archive.text(`log/${name}.json`))
    return {
      heads: headsIn([await read('head'), await read('days')]),
      history: historyIn(await read('keys')),
      vouches: [],
    }
  }
  if (source.size > max_json) return { heads: [], history: [], vouches: [] }
  const written = textOf(await source.read(0, source.size))
  const whole = parsed(written)
  const value = whole === undefined ? written.split('\n').map(parsed) : whole
  return { heads: headsIn(value), history: historyIn(value), vouches: vouchesIn(value) }
}
