/**
 * Compares heads of the log that were kept outside the device: the entries that a head covers cannot be
 * changed later without a contradiction. A head is `{ key_id, payload, signature }`, as in each heartbeat.
 */
import { hexOf } from './bytes.mjs'
import { objectIn } from './jcs.mjs'
import { rootOf } from './merkle.mjs'
import { list, object, text, whole } from './read.mjs'
import { isSigned } from './signed.mjs'

/** @typedef {import('./types.mjs').SignedText} SignedText */
/** @typedef {import('./log.mjs').Day} Day */
/** @typedef {import('./types.mjs').Json} Json */

/** A head may be newer than the dossier by the time between two readings of the clock. */
const tolerance_ms = 1_000

/**
 * Finds every head and signed day in a JSON value, such as a heartbeat or a list of heartbeats.
 * @param {unknown} value
 * @returns {SignedText[]}
 */
export function headsIn(value) {
  if (Array.isArray(value)) return list(value).flatMap(headsIn)
  if (typeof value !== 'object' || value === null) return []
  const row = object(value)
  const [key_id, payload, signature] = [row['key_id'], row['payload'], row['signature']].map(text)
  // A daily statement and a list of keys are signed too, but no heads.
  const type = payload ? (objectIn(payload)?.['type'] ?? 'head') : ''
  if (key_id && payload && signature && type !== 'statement' && type !== 'keys')
    return [{ key_id, payload, signature }]
  return Object.values(row).flatMap(headsIn)
}

/**
 * Whether a head is signed by a key of this device and agrees with the dossier. Reports the result. `keys`:
 * those of the device; `unknown`: neither the file nor a key history has the head's key.
 * @param {{ platform: import('./types.mjs').Platform, keys: import('./keys.mjs').Keys, unknown: boolean,
 *   report: import('./types.mjs').Report, log: import('./log.mjs').Log }} needs
 * @param {SignedText} outside
 */
export async function checkHead({ platform, keys, unknown, report, log }, { key_id, payload, signature }) {
  const says = objectIn(payload) ?? {}
  const kind = says['type'] === 'day' ? 'day' : 'head'
  const at = whole(object(says['made'])['ms'])
  const size = whole(says['size'])
  if (unknown) {
    report('doubt', 'head_key_unknown', { key_id, at })
    return false
  }
  if (!(await isSigned(platform, kind, payload, signature, keys.get(key_id)?.spki))) {
    report('wrong', 'foreign_head', { key_id, at })
    return false
  }
  if (!log.head) return ofDays(says, log.days, report)
  if (says['log_id'] !== log.head.log_id) {
    report('wrong', 'log_lost', { at })
    return false
  }
  backDated(says, log, report)
  const day = log.days.find((one) => one.day === says['day'])
  if (!day || (day.open && size > day.size)) return missing(says, log, report)
  if (size > day.size || whole(says['first_seq']) !== day.first_seq) {
    report('wrong', 'head_cut', { at, count: size - day.size, day: day.date })
    return false
  }
  if (!day.hashes) {
    report('note', 'head_unheld', { at, day: day.date })
    return true
  }
  if (hexOf(rootOf(platform, day.hashes, size)) !== says['root'] || says['prev'] !== day.prev) {
    report('wrong', 'head_changed', { at, size, day: day.date })
    return false
  }
  report('note', 'head_agrees', { at, size, day: day.date })
  return true
}

/**
 * Compares a head with signed days only, as in a daily statement.
 * @param {Json} says @param {Day[]} days @param {import('./types.mjs').Report} report
 */
function ofDays(says, days, report) {
  const at = whole(object(says['made'])['ms'])
  const size = whole(says['size'])
  if (days[0] && says['log_id'] !== days[0].log_id) {
    report('wrong', 'log_lost', { at })
    return false
  }
  const day = days.find((one) => one.day === says['day'])
  if (!day || size < day.size) {
    report('note', 'head_unheld', { at, day: text(says['date']) })
    return true
  }
  const cut = size > day.size
  const agrees = !cut && says['root'] === day.root && says['prev'] === day.prev
  if (cut) report('wrong', 'head_cut', { at, count: size - day.size, day: day.date })
  else if (!agrees) report('wrong', 'head_changed', { at, size, day: day.date })
  else report('note', 'head_agrees', { at, size, day: day.date })
  return agrees
}

/**
 * Handles a head that covers entries missing in the dossier: the dossier is older, or entries were removed.
 * @param {Json} says
 * @param {import('./log.mjs').Log} log
 * @param {import('./types.mjs').Report} report
 */
function missing(says, { days, head }, report) {
  const at = whole(object(says['made'])['ms'])
  const [first, last] = [days[0], head]
  if (!first || !last) return false
  const number = whole(says['day'])
  if (number < first.day) {
    report('note', 'head_unheld', { at, day: text(says['date']) })
    return true
  }
  if (at > last.made_ms + tolerance_ms) {
    report('note', 'head_newer', { at, made: last.made_ms })
    return true
  }
  if (number > last.day) report('wrong', 'head_day_gone', { at, day: text(says['date']) })
  else report('wrong', 'head_cut', { at, count: whole(says['size']) - last.size, day: last.date })
  return false
}

/**
 * Reports an entry that is not covered by this head but claims to be older than the head.
 * @param {Json} says
 * @param {import('./log.mjs').Log} log
 * @param {import('./types.mjs').Report} report
 */
function backDated(says, { leaves }, report) {
  const at = whole(object(says['made'])['ms'])
  const next_seq = whole(says['first_seq']) + whole(says['size'])
  const later = leaves.filter(({ seq, made_ms }) => seq >= next_seq && made_ms < at - tolerance_ms)
  const leaf = later.find(({ type }) => type === 'event') ?? later[0]
  if (leaf)
    report('wrong', 'head_back_dated', {
      seq: leaf.seq,
      uuid: leaf.uuid,
      at: leaf.made_ms,
      by_ms: at - leaf.made_ms,
    })
}
