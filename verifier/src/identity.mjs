/** Checks whose key signed a dossier or a statement. */
import { checkHead } from './heads.mjs'
import { areLinked, follows, keysIn, trustedBy } from './keys.mjs'

/** @typedef {import('./types.mjs').Report} Report */
/** @typedef {import('./keys.mjs').Keys} Keys */

/**
 * Whether the key is known from outside the file. `made_ms`: when the file says that it was made.
 * @param {{ platform: import('./types.mjs').Platform, keys: Keys, key_id: string, made_ms: number,
 *   known: import('./verify.mjs').Known,
 *   log: import('./log.mjs').Log, report: Report }} needs
 */
export async function checkIdentity({ platform, keys, key_id, made_ms, known, log, report }) {
  for (const other of keys.keys())
    if (!follows(keys, other, key_id)) report('doubt', 'key_unlinked', { key_id: other })
  const history = await keysIn(platform, known.history ?? [], report)
  const all = joined(keys, history)
  const linked = new Map([...all].filter(([one]) => areLinked(all, one, key_id)))
  /** @param {string} one */
  const vouchesFor = async (one) => (await trustedBy(platform, all, known.vouches ?? [], one)).has(key_id)
  let confirmed = false
  for (const head of known.heads ?? []) {
    const needs = { platform, keys: linked, unknown: !all.has(head.key_id), report, log }
    if (await checkHead(needs, head)) confirmed ||= await vouchesFor(head.key_id)
  }
  const fingerprints = known.keys?.length ? known.keys : [...history.keys()]
  if (fingerprints.length > 0) {
    confirmed = false
    for (const one of fingerprints) confirmed ||= await vouchesFor(one)
    // A file from before a change of the key holds only the keys of its time. What the signing key itself
    // states about a known one is no proof.
    const is_unknown =
      fingerprints.some((one) => linked.has(one)) ||
      (history.size === 0 && !fingerprints.some((one) => keys.has(one)))
    if (!confirmed)
      report(is_unknown ? 'doubt' : 'wrong', is_unknown ? 'key_unknown' : 'foreign_device', { key_id })
  }
  if (confirmed) nameKey(linked, key_id, { made_ms, known: fingerprints }, report)
  return confirmed
}

/**
 * Both sets of keys; only valid statements link two keys, so each may add links to the other.
 * @param {Keys} keys @param {Keys} history @returns {Keys}
 */
function joined(keys, history) {
  const all = new Map([...keys, ...history])
  for (const [key_id, key] of keys) if (key.before !== undefined) all.set(key_id, key)
  return all
}

/**
 * Says from when until when the signing key was in use, if the device has had another key.
 * @param {Keys} keys @param {string} key_id @param {{ made_ms: number, known: string[] }} facts
 * @param {Report} report
 */
function nameKey(keys, key_id, { made_ms, known }, report) {
  const next = [...keys.values()].find(({ before }) => before === key_id)
  const from_ms = keys.get(key_id)?.made_ms
  if (next?.made_ms !== undefined) {
    if (from_ms === undefined) report('note', 'key_first', { key_id, until: next.made_ms })
    else report('note', 'key_former', { key_id, after: from_ms, until: next.made_ms })
    if (made_ms > next.made_ms) report('doubt', 'key_late', { at: made_ms, until: next.made_ms })
  } else if (from_ms !== undefined && known.length > 0 && !known.includes(key_id))
    report('note', 'key_newer', { key_id, after: from_ms })
}
