/**
 * Verifies a dossier without the device: its signer, each file, each log entry, each event, the clock, and
 * heads kept outside the device; or a daily statement. Written from docs/evidence.md only. Long because the
 * checks follow each other in the order of that page.
 */
import { openArchive } from './archive.mjs'
import { checkClock } from './clock.mjs'
import { aboutEvent, checkEvent, ownersOf } from './events.mjs'
import { checkIdentity } from './identity.mjs'
import { textIn } from './bytes.mjs'
import { objectIn } from './jcs.mjs'
import { keysIn } from './keys.mjs'
import { logIn } from './log.mjs'
import { list, object, parsed, text, whole } from './read.mjs'
import { Refused } from './refused.mjs'
import { isSigned } from './signed.mjs'
import { verifyStatement } from './statement.mjs'

/** @typedef {import('./types.mjs').Verdict} Verdict */
/** @typedef {import('./types.mjs').Finding} Finding */
/**
 * `keys`: fingerprints of the device's key known from elsewhere. `heads`: heads kept outside the device.
 * `history`: its key history, with the statement of each key about the next; `vouches`: the lists of former
 * keys that a later one signed.
 * @typedef {{ keys?: string[], heads?: import('./types.mjs').SignedText[],
 *   history?: import('./types.mjs').Json[], vouches?: import('./types.mjs').SignedText[] }} Known
 */

const max_statement = 256 << 20
const unsigned = new Set(['dossier.json', 'dossier.sig.json'])

/**
 * Verifies a dossier or a daily statement. Never throws: an unreadable file has the verdict `refused`.
 * @param {import('./types.mjs').Source} source @param {import('./types.mjs').Platform} platform
 * @param {Known} [known] @returns {Promise<Verdict>}
 */
export async function verifyDossier(source, platform, known = {}) {
  /** @type {Finding[]} */
  const findings = []
  /** @type {Set<string>} */
  const said = new Set()
  /** @type {import('./types.mjs').Report} */
  const report = (level, code, facts = {}) => {
    // A file that is missing is missed by the list and by its event.
    const key = JSON.stringify([level, code, facts])
    if (!said.has(key)) findings.push({ level, code, facts })
    said.add(key)
  }
  try {
    const statement = await statementIn(source)
    if (!statement) return await verified({ source, platform, known, report, findings })
    const { confirmed, about } = await verifyStatement(statement, { platform, report }, known)
    const verdict = verdictOf(findings, confirmed)
    return { verdict, findings, key_known: confirmed, about: undefined, statement: about }
  } catch (error) {
    const { code, facts } =
      error instanceof Refused
        ? error
        : { code: /** @type {const} */ ('unreadable'), facts: { name: String(error) } }
    const refused = [...findings, { level: /** @type {const} */ ('wrong'), code, facts }]
    return { verdict: 'refused', findings: refused, key_known: false, about: undefined }
  }
}

/**
 * @param {{ source: import('./types.mjs').Source, platform: import('./types.mjs').Platform, known: Known,
 *   report: import('./types.mjs').Report, findings: Finding[] }} needs
 * @returns {Promise<Verdict>}
 */
async function verified({ source, platform, known, report, findings }) {
  const archive = await openArchive(source, platform)
  const about = await archive.text('dossier.json')
  const dossier = object(parsed(about))
  if (about === undefined || dossier['type'] !== 'dossier') throw new Refused('no_dossier')
  const keys = await keysIn(platform, parsed(await archive.text('log/keys.json')), report)
  const sig = object(parsed(await archive.text('dossier.sig.json')))
  const key_id = text(sig['key_id'])
  const spki = keys.get(key_id)?.spki
  if (!objectIn(about) || !(await isSigned(platform, 'dossier', about, sig['signature'], spki)))
    report('wrong', 'dossier_signature')

  const log = await logIn({ archive, platform, keys, report })
  const uuids = list(dossier['events']).map(text)
  for (const row of list(dossier['leaves']).map(object))
    if (!archive.names.has(`log/leaves/${whole(row['seq'])}.json`))
      report('wrong', 'leaf_missing', { seq: whole(row['seq']), uuid: text(row['uuid']) })
  const hashes = await checkFiles({ archive, dossier, log, report })
  const absent = absentOf(dossier, report)
  const events = []
  for (const uuid of uuids) {
    const needs = { archive, platform, report, leaves: log.leaves, hashes, absent }
    events.push(aboutEvent(uuid, await checkEvent(needs, uuid)))
  }
  for (const { type, says, made_ms } of log.leaves) {
    if (type === 'start' && says['why'] === 'lost') report('doubt', 'log_lost', { at: made_ms })
    if (type === 'restored')
      report('note', restoreCode(says), {
        at: made_ms,
        who: text(says['by']),
      })
  }
  for (const row of list(dossier['gone']).map(object))
    report('doubt', row['typed'] === 1 ? 'typed_deleted' : 'event_deleted', {
      uuid: text(row['uuid']),
      event_type: whole(row['event_type']),
      at: whole(row['deleted_ms']),
      who: text(row['deleted_by']),
    })
  checkSerials({ dossier, log, uuids, report })
  checkClock(log.leaves, log.days, report)
  const confirmed = await checkIdentity({
    platform,
    keys,
    key_id,
    made_ms: whole(dossier['made_ms']),
    known,
    log,
    report,
  })
  return {
    verdict: verdictOf(findings, confirmed),
    findings,
    key_known: confirmed,
    about: {
      device_sn: text(object(dossier['device'])['sn']),
      device_name: text(object(dossier['device'])['name']),
      key_id,
      made_ms: whole(dossier['made_ms']),
      made_by: text(dossier['made_by']),
      zone: text(dossier['zone']),
      files: hashes.size,
      bytes: source.size,
      leaves: log.leaves.length,
      days: log.days.length,
      from: log.days[0]?.date ?? '',
      events,
    },
  }
}

/** @param {Finding[]} findings @param {boolean} confirmed */
function verdictOf(findings, confirmed) {
  const worst = ['wrong', 'doubt'].find((level) => findings.some((finding) => finding.level === level))
  return worst === 'wrong' ? 'wrong' : worst ? 'doubtful' : confirmed ? 'confirmed' : 'unconfirmed'
}

/**
 * The statement in a file that starts like a JSON object; undefined for anything else.
 * @param {import('./types.mjs').Source} source
 */
async function statementIn(source) {
  const [first] = await source.read(0, 1)
  if (first !== 0x7b || source.size > max_statement) return undefined
  const file = object(parsed(textIn(await source.read(0, source.size))))
  return file['type'] === 'statement' ? file : undefined
}

/**
 * Compares each file with the signed list. Returns the hashes of the files that exist.
 * @param {{ archive: import('./archive.mjs').Archive, dossier: import('./types.mjs').Json,
 *   log: import('./log.mjs').Log, report: import('./types.mjs').Report }} needs
 */
async function checkFiles({ archive, dossier, log, report }) {
  /** @type {Map<string, string>} */
  const hashes = new Map()
  const listed = new Map(list(dossier['files']).map((file) => [text(object(file)['name']), object(file)]))
  const owners = ownersOf(log.leaves)
  for (const [name, { bytes, sha256 }] of listed) {
    if (!archive.names.has(name)) {
      report('wrong', 'file_missing', { name })
      continue
    }
    const found = (await archive.sha256(name)) ?? ''
    hashes.set(name, found)
    if (found === sha256 && archive.sizeOf(name) === bytes) {
      // Unpackers disagree about a file with a wrong checksum.
      if (archive.damaged.has(name)) report('wrong', 'zip_content', { name })
      continue
    }
    const owner = owners.get(found)
    if (owner !== undefined && !name.includes(owner)) report('wrong', 'file_swapped', { name, owner })
    else report('wrong', 'file_changed', { name })
  }
  for (const name of archive.names)
    if (!listed.has(name) && !unsigned.has(name)) {
      report('wrong', 'file_unlisted', { name })
      hashes.set(name, (await archive.sha256(name)) ?? '')
    }
  // Where a file stands decides what lies at the places where unpackers look for the marks of other archives.
  const found = [...archive.names]
  const order = [...listed.keys(), ...unsigned].filter((name) => archive.names.has(name))
  const moved = order.findIndex((name, at) => found[at] !== name)
  if (moved >= 0) report('wrong', 'file_moved', { name: found[moved] ?? '' })
  return hashes
}

/**
 * Files that the device declares missing.
 * @param {import('./types.mjs').Json} dossier
 * @param {import('./types.mjs').Report} report
 */
function absentOf(dossier, report) {
  const absent = new Set()
  for (const row of list(dossier['absent']).map(object)) {
    const [name, why] = [text(row['name']), text(row['why'])]
    absent.add(name)
    const harmless = why === 'privacy' || why === 'media_gone'
    report(harmless ? 'note' : 'doubt', 'file_absent', { name, why })
  }
  return absent
}

/**
 * @param {{ dossier: import('./types.mjs').Json, log: import('./log.mjs').Log, uuids: string[],
 *   report: import('./types.mjs').Report }} needs
 */
function checkSerials({ dossier, log, uuids, report }) {
  const own = text(object(dossier['device'])['sn'])
  const others = [
    ...log.days.map(({ device_sn }) => device_sn),
    ...log.leaves
      .filter(({ type, uuid }) => type === 'event' && uuids.includes(uuid))
      .map(({ says }) => text(object(says['device'])['sn'])),
  ]
  for (const other of new Set(others)) if (other !== own) report('doubt', 'other_serial', { own, other })
}

/**
 * What a leaf says became of the events in a restore; earlier versions did not say it.
 * @param {import('./types.mjs').Json} says
 * @returns {'restored' | 'restored_kept' | 'restored_removed' | 'brought_back' | 'brought_back_kept'}
 */
function restoreCode({ how, events }) {
  if (how === 'bring_back') return events === 'kept' ? 'brought_back_kept' : 'brought_back'
  return events === 'kept' ? 'restored_kept' : events === 'removed' ? 'restored_removed' : 'restored'
}
