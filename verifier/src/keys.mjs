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
 * Whether statements link two keys, in any number of steps and either direction. This is no proof: any key
 * can state that a known one follows it (see `trustedBy`).
 * @param {Keys} keys @param {string} one @param {string} other
 */
export const areLinked = (keys, one, other) =>
  keys.has(one) && keys.has(other) && (follows(keys, one, other) || follows(keys, other, one))

/**
 * The keys for which a known key vouches: itself, those that follow it, and the former keys that one of these
 * has listed.
 * @param {import('./types.mjs').Platform} platform @param {Keys} keys
 * @param {readonly import('./types.mjs').SignedText[]} vouches @param {string} known
 * @returns {Promise<Set<string>>}
 */
export async function trustedBy(platform, keys, vouches, known) {
  const trusted = new Set([...keys.keys()].filter((one) => follows(keys, known, one)))
  for (const { key_id, payload, signature } of vouches) {
    const signer = follows(keys, known, key_id) ? keys.get(key_id)?.spki : undefined
    if (await isSigned(platform, 'keys', payload, signature, signer))
      for (const one of list(objectIn(payload)?.['keys'])) trusted.add(text(one))
  }
  return trusted
}

/**
 * The signed lists of former keys in a JSON value.
 * @param {unknown} value
 * @returns {import('./types.mjs').SignedText[]}
 */
export function vouchesIn(value) {
  if (Array.isArray(value)) return list(value).flatMap(vouchesIn)
  if (typeof value !== 'object' || value === null) return []
  const row = object(value)
  const [key_id, payload, signature] = [row['key_id'], row['payload'], row['signature']].map(text)
  if (key_id && payload && signature && objectIn(payload)?.['type'] === 'keys')
    return [{ key_id, payload, signature }]
  return Object.values(row).flatMap(vouchesIn)
}

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
