/**
 * Verifies a daily statement without the device: its signer, its counts and rows, the day of the evidence log
 * that it names, and heads kept outside the device. Written from docs/reconcile.md only.
 */
import { hexOf, joined } from './bytes.mjs'
import { jcs, objectIn } from './jcs.mjs'
import { checkIdentity } from './identity.mjs'
import { keysIn } from './keys.mjs'
import { logDays } from './log.mjs'
import { leafHash, rootOf } from './merkle.mjs'
import { list, object, parsed, text, whole } from './read.mjs'
import { isSigned } from './signed.mjs'

/** @typedef {import('./types.mjs').Json} Json */
/** @typedef {{ platform: import('./types.mjs').Platform, report: import('./types.mjs').Report }} Needs */

/**
 * Reports every fault of a daily statement. `confirmed`: the signing key is known from outside the file.
 * @param {Json} file the parsed file @param {Needs} needs @param {import('./verify.mjs').Known} known
 * @returns {Promise<{ confirmed: boolean, about: import('./types.mjs').StatementAbout }>}
 */
export async function verifyStatement(file, needs, known) {
  const { platform, report } = needs
  const [payload, key_id] = [text(file['payload']), text(file['key_id'])]
  const keys = await keysIn(platform, file['keys'], report)
  const canonical = objectIn(payload)
  // A payload in another form is still read, so that the changes in it can be reported.
  const says = canonical ?? object(parsed(payload))
  const spki = keys.get(key_id)?.spki
  if (!canonical || !(await isSigned(platform, 'statement', payload, file['signature'], spki)))
    report('wrong', 'statement_signature')
  const days = await logDays({ platform, keys, report }, list(file['days']))
  const rows = checkRows(says, needs)
  checkDay(says, days, needs)
  const log = { days, head: undefined, leaves: [] }
  const confirmed = await checkIdentity({
    platform,
    keys,
    key_id,
    made_ms: whole(says['made_ms']),
    known,
    log,
    report,
  })
  const device = object(says['device'])
  return {
    confirmed,
    about: {
      device_sn: text(device['sn']),
      key_id,
      made_ms: whole(says['made_ms']),
      number: whole(says['number']),
      day: text(says['day']),
      zone: text(says['zone']),
      root: text(says['root']),
      total: rows.events.length,
      changes: rows.changes.length,
      counts: list(says['counts'])
        .map(object)
        .map(({ event_type, status, n }) => ({
          event_type: Number.isInteger(event_type) ? whole(event_type) : null,
          status: Number.isInteger(status) ? whole(status) : null,
          n: whole(n),
        })),
    },
  }
}

/**
 * Reports rows that are missing, added or numbered wrongly.
 * @param {Json} says @param {Needs} needs
 */
function checkRows(says, { platform, report }) {
  const events = list(says['events']).map(object)
  const changes = list(says['changes']).map(object)
  let expected = 1
  /** @type {Set<string>} */
  const seen = new Set()
  for (const { n, uuid } of events) {
    const number = whole(n)
    if (number > expected) report('wrong', 'statement_row_missing', { from: expected, to: number - 1 })
    else if (number !== expected) report('wrong', 'statement_row_added', { n: number, uuid: text(uuid) })
    if (number >= expected) expected = number + 1
    if (seen.has(text(uuid))) report('wrong', 'statement_uuid_twice', { uuid: text(uuid) })
    seen.add(text(uuid))
  }
  if (whole(says['total']) !== events.length)
    report('wrong', 'statement_total', { stated: whole(says['total']), found: events.length })
  checkCounts(says, events, report)
  for (const { uuid, event_ms } of events)
    if (!(whole(event_ms) >= whole(says['from_ms']) && whole(event_ms) < whole(says['to_ms'])))
      report('wrong', 'statement_other_day', { uuid: text(uuid), at: whole(event_ms) })
  const leaves = joined([...events, ...changes].map((row) => leafHash(platform, jcs(row))))
  if (hexOf(rootOf(platform, leaves, leaves.length / 32)) !== says['rows_root'])
    report('wrong', 'statement_rows_root')
  return { events, changes }
}

/** @param {Json} says @param {Json[]} events @param {import('./types.mjs').Report} report */
function checkCounts(says, events, report) {
  /** @param {Json} row */
  const keyOf = ({ event_type, status }) => jcs([event_type ?? null, status ?? null])
  /** @type {Map<string, number>} */
  const found = new Map()
  for (const event of events) found.set(keyOf(event), (found.get(keyOf(event)) ?? 0) + 1)
  for (const row of list(says['counts']).map(object)) {
    const n = found.get(keyOf(row)) ?? 0
    found.delete(keyOf(row))
    if (whole(row['n']) !== n)
      report('wrong', 'statement_count', { ...kindOf(row), stated: whole(row['n']), found: n })
  }
  for (const [key, n] of found) {
    const [event_type, status] = /** @type {unknown[]} */ (JSON.parse(key))
    report('wrong', 'statement_count', { ...kindOf({ event_type, status }), stated: 0, found: n })
  }
}

/** @param {Json} row */
const kindOf = ({ event_type, status }) => ({
  event_type: Number.isInteger(event_type) ? whole(event_type) : '?',
  status: Number.isInteger(status) ? whole(status) : 'gone',
})

/**
 * Checks that the file has the signed, closed day of the log that seals the statement, with its root.
 * @param {Json} says @param {import('./log.mjs').Day[]} days @param {Needs} needs
 */
function checkDay(says, days, { report }) {
  const log = object(says['log'])
  const day = days.find((one) => one.day === log['day'])
  if (!day) return report('wrong', 'statement_day_missing', { day: text(log['date']) })
  if (day.root !== says['root'] || day.log_id !== log['log_id'] || day.date !== log['date'])
    report('wrong', 'statement_root', { day: day.date, stated: text(says['root']), found: day.root })
  const own = text(object(says['device'])['sn'])
  if (day.device_sn !== own) report('doubt', 'other_serial', { own, other: day.device_sn })
  // A statement delayed because the clock was set back may name an earlier day, but never a later entry.
  if (whole(log['last_seq']) < day.first_seq + day.size - 1)
    report('wrong', 'statement_root', { day: day.date, stated: text(says['root']), found: day.root })
}
