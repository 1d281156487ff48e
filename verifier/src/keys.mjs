/** The public keys of a device, and which key vouches for which. */
import { hexOf } from './bytes.mjs'
import { objectIn } from './jcs.mjs'
import { list, object, text, whole } from './read.mjs'
import { isSigned, publicKey } from './signed.mjs'

/**
 * `made_ms`: when it was made, as the key before it signed.
 * @typedef {{ spki: Uint8Array, before: string | undefined, made_ms: number | undefined }} Key
 */
/** @typedef {Map<string, Key>} Keys */

/**
 * Returns the keys whose fingerprint is correct. `before` is the key that vouches for a key, set if its
 * statement is valid.
 * @param {import('./types.mjs').Platform} platform @param {unknown} written
 * @param {import('./types.mjs').Report} report
 * @returns {Promise<Keys>}
 */
export async function keysIn(platform, written, report) {
  /** @type {Keys} */
  const keys = new Map()
  const rows = list(written).map(object)
  for (const { key_id, public_key } of rows) {
    const spki = publicKey(public_key)
    const hash = platform.sha256()
    if (spki) hash.update(spki)
    if (spki && hexOf(hash.digest()) === key_id)
      keys.set(key_id, { spki, before: undefined, made_ms: undefined })
    else report('wrong', 'key_wrong', { key_id: text(key_id) })
  }
  for (const row of rows) {
    const key = keys.get(text(row['key_id']))
    if (!key || row['before'] === null || row['before'] === undefined) continue
    const before = text(row['before'])
    const statement = text(row['statement'])
    const says = objectIn(statement) ?? {}
    const right =
      says['type'] === 'key' &&
      says['before'] === before &&
      says['key_id'] === row['key_id'] &&
      says['public_key'] === row['public_key'] &&
      (await isSigned(platform, 'key', statement, row['signature'], keys.get(before)?.spki))
    if (right) Object.assign(key, { before, made_ms: whole(says['made_ms']) })
    else report('wrong', 'key_statement', { key_id: text(row['key_id']), before })
  }
  return keys
}

/**
 * Whether a chain of statements leads from `from` to `to`.
 * @param {Keys} keys @param {string} from @param {string} to
 */
export function follows(keys, from, to) {
  const seen = new Set()
  for (let at = /** @type {string | undefined} */ (to); at !== undefined && !seen.has(at);) {
    if (at === from) return true
    seen.add(at)
    at = keys.get(at)?.before
  }
  return false
}

/**
 * Whether one of two keys vouches for the other, in any number of steps.
 * @param {Keys} keys @param {string} one @param {string} other
 */
export const areLinked = (keys, one, other) =>
  keys.has(one) && keys.has(other) && (follows(keys, one, other) || follows(keys, other, one))

/**
 * The rows of a key history in a JSON value: the file of the device's page, the keys of a dossier or a
 * statement.
 * @param {unknown} value
 * @returns {import('./types.mjs').Json[]}
 */
export function historyIn(value) {
  if (Array.isArray(value)) return list(value).flatMap(historyIn)
  if (typeof value !== 'object' || value === null) return []
  const row = object(value)
  // The key in a heartbeat has no place for the statement of the key before it.
  const is_key = text(row['key_id']) && text(row['public_key']) && 'statement' in row
  return [...(is_key ? [row] : []), ...Object.values(row).flatMap(historyIn)]
}
