/**
 * Compares each event of a dossier with its entries in the evidence log, and says whether it was observed,
 * typed or withdrawn. Long because an event has files, looks, rules and checks.
 */
import { differences } from './differences.mjs'
import { hexOf } from './bytes.mjs'
import { jcs, objectIn } from './jcs.mjs'
import { sha256Text } from './merkle.mjs'
import { list, object, text, whole } from './read.mjs'

/** @typedef {import('./log.mjs').Leaf} Leaf */
/** @typedef {import('./types.mjs').Json} Json */
/**
 * @typedef {{ archive: import('./archive.mjs').Archive, platform: import('./types.mjs').Platform,
 *   report: import('./types.mjs').Report, leaves: Leaf[], hashes: Map<string, string>,
 *   absent: Set<string> }} Needs
 */

/** Maximum number of differences reported per event. */
const max_shown = 12
/** The number of newest delivery attempts that the device keeps per event. */
const kept_attempts = 50

/** The event to which each picture, clip and look in the log belongs, by hash. @param {Leaf[]} leaves */
export function ownersOf(leaves) {
  /** @type {Map<string, string>} */
  const owners = new Map()
  const take = (/** @type {string} */ uuid, /** @type {unknown} */ files) => {
    for (const file of list(files)) owners.set(text(object(file)['sha256']), uuid)
  }
  for (const { says, uuid } of leaves) {
    take(uuid, says['files'])
    take(uuid, object(says['state'])['drawn'])
    take(uuid, [object(says['state'])['clip']])
  }
  owners.delete('')
  return owners
}

/**
 * Reports every difference between an event and its log entries.
 * @param {Needs} needs
 * @param {string} uuid
 * @returns {Promise<Json | undefined>} the dossier's record of the event
 */
export async function checkEvent(needs, uuid) {
  const { archive, report, leaves } = needs
  const own = leaves.filter((leaf) => leaf.uuid === uuid)
  const first = own.find(({ type }) => type === 'event')
  const newest = own.findLast(({ type }) => type === 'event' || type === 'state')
  const gone = own.findLast(({ type }) => type === 'gone')
  const written = objectIn((await archive.text(`events/${uuid}.json`)) ?? '')
  if (!first || !newest) {
    report('wrong', 'event_unlogged', { uuid })
    return written
  }
  if (gone && gone.seq > newest.seq) report('doubt', 'event_gone', { uuid, at: gone.made_ms })
  if (!written) report('wrong', 'event_changed', { uuid, field: '', logged: '', found: '' })
  else compare(needs, uuid, { first, newest, written })
  checkStanding(needs, uuid, first.says, object(newest.says['state']), object(written))
  await checkFiles(needs, uuid, first.says, object(newest.says['state']))
  await checkLooks(needs, uuid, first.says)
  await checkRules(needs, uuid, first.says, object(object(written)['taken_in']))
  return written
}

/**
 * Says who typed or withdrew an event. Dossiers of earlier versions do not state the standing themselves.
 * @param {Needs} needs @param {string} uuid @param {Json} first @param {Json} state @param {Json} written
 */
function checkStanding({ report }, uuid, first, state, written) {
  const standing = standingOf(whole(first['event_type']), state)
  const stated = written['standing']
  if (stated !== undefined && stated !== standing)
    report('wrong', 'event_changed', { uuid, field: 'standing', logged: standing, found: text(stated) })
  const event_type = whole(first['event_type'])
  const added = isTyped(state) ? factsOf(list(state['checks'])[0]) : undefined
  if (standing === 'withdrawn')
    report('doubt', added ? 'typed_withdrawn' : 'event_withdrawn', {
      uuid,
      event_type,
      ...factsOf(withdrawalIn(state, event_type)),
      ...(added && { typed_by: added.who }),
    })
  else if (added) report('doubt', 'event_typed', { uuid, event_type, ...added, at: whole(first['event_ms']) })
}

/** @param {Needs} needs @param {string} uuid @param {{ first: Leaf, newest: Leaf, written: Json }} said */
function compare({ report }, uuid, { first, newest, written }) {
  const taken_in = object(written['taken_in'])
  const logged = Object.fromEntries(
    Object.entries(first.says).filter(
      ([key]) =>
        !['v', 'type', 'seq', 'salt', 'made', 'state', 'device', 'clock', 'camera_clock'].includes(key),
    ),
  )
  const [then, now] = [object(newest.says['state']), object(written['state'])]
  const attempts = newer(list(then['attempts']), list(now['attempts']), kept_attempts)
  const objects = newer(list(then['objects']), list(now['objects']), Infinity)
  if (attempts > 0) report('note', 'attempts_newer', { uuid, count: attempts })
  const found = [
    ...differences(logged, taken_in),
    ...differences(
      { ...then, ...(attempts >= 0 && { attempts: null }), ...(objects >= 0 && { objects: null }) },
      { ...now, ...(attempts >= 0 && { attempts: null }), ...(objects >= 0 && { objects: null }) },
    ),
  ]
  for (const { field, logged: was, found: is } of found.slice(0, max_shown))
    report('wrong', 'event_changed', { uuid, field, logged: was, found: is })
}

/**
 * The number of entries added after the logged ones; -1 if logged entries are missing. Attempts are logged
 * with the next transition, and if there are more than `kept`, the oldest may be gone.
 * @param {unknown[]} logged @param {unknown[]} found @param {number} kept
 */
function newer(logged, found, kept) {
  for (let dropped = 0; dropped <= logged.length; dropped++) {
    if (dropped > 0 && found.length < kept) return -1
    const rest = logged.slice(dropped)
    if (rest.length <= found.length && rest.every((one, at) => jcs(one) === jcs(found[at])))
      return found.length - rest.length
  }
  return -1
}

/** @param {Needs} needs @param {string} uuid @param {Json} taken_in @param {Json} state */
async function checkFiles({ archive, report, leaves, hashes, absent }, uuid, taken_in, state) {
  const owners = ownersOf(leaves)
  const wanted = [
    ...list(taken_in['files']).map((file) => ({
      ...object(file),
      name: `in-${object(file)['position']}.jpg`,
    })),
    ...list(state['drawn']).map((file) => ({
      ...object(file),
      name: `drawn-${object(file)['position']}.jpg`,
    })),
    ...(state['clip'] ? [{ ...object(state['clip']), name: 'clip.mp4' }] : []),
  ]
  const names = new Set(wanted.map(({ name }) => `files/${uuid}/${name}`))
  for (const file of /** @type {Json[]} */ (wanted)) {
    const name = `files/${uuid}/${text(file['name'])}`
    const found = hashes.get(name)
    if (found === undefined) {
      if (!absent.has(name)) report('wrong', 'file_missing', { name })
    } else if (found !== file['sha256']) {
      const owner = owners.get(found)
      if (owner !== undefined && owner !== uuid) report('wrong', 'picture_swapped', { name, uuid, owner })
      else report('wrong', 'picture_changed', { name, uuid })
    }
  }
  for (const name of archive.names)
    if (name.startsWith(`files/${uuid}/`) && !names.has(name)) report('wrong', 'file_unlisted', { name })
}

/** @param {Needs} needs @param {string} uuid @param {Json} taken_in */
async function checkLooks({ report, hashes }, uuid, taken_in) {
  // Looks are kept only for the newest events.
  const found = hashes.get(`events/${uuid}.looks.json`)
  if (found !== undefined && found !== taken_in['looks']) report('wrong', 'looks_changed', { uuid })
}

/** @param {Needs} needs @param {string} uuid @param {Json} logged @param {Json} shown */
async function checkRules({ report, archive, platform }, uuid, logged, shown) {
  for (const [rule, sha256] of Object.entries(object(logged['rule']))) {
    const name = `rules/${text(sha256)}.json`
    const content = await archive.text(name)
    const claimed = object(shown['rule'])[rule]
    if (claimed !== undefined && claimed !== sha256) report('wrong', 'rule_exchanged', { uuid, rule })
    else if (content === undefined && !archive.names.has(name))
      report('wrong', 'rule_missing', { uuid, rule })
    else if (hexOf(sha256Text(platform, content ?? '')) !== sha256)
      report('wrong', 'rule_changed', { uuid, rule, name })
  }
}

/** @param {string} uuid @param {Json | undefined} written */
export function aboutEvent(uuid, written) {
  const taken_in = object(object(written)['taken_in'])
  const [place, plate] = [object(taken_in['place']), object(taken_in['plate'])]
  const event_type = whole(taken_in['event_type'])
  return {
    uuid,
    event_type,
    standing: standingOf(event_type, object(object(written)['state'])),
    typed: isTyped(object(object(written)['state'])),
    event_ms: whole(taken_in['event_ms']),
    lot_no: text(place['lot_no']),
    camera: cameraOf(event_type, place, isTyped(object(object(written)['state']))),
    plate: text(object(object(written)['state'])['checked_plate'] ?? plate['read']),
    plate_read: text(plate['read']),
  }
}

/**
 * The camera that saw an event; empty for a typed event and for those that the plan causes (9, 10).
 * @param {number} event_type @param {Json} place @param {boolean} typed
 */
function cameraOf(event_type, place, typed) {
  const [name, sn] = [text(place['camera_name']), text(place['camera_sn'])]
  return typed || event_type >= 9 || sn === '' ? '' : `${name} (${sn})`.trim()
}

/** @typedef {'observed' | 'typed' | 'withdrawn'} Standing */

/** The types that report a vehicle; the other types report an empty lot. */
const arrivals = [0, 1, 2, 4, 5, 6, 8, 9]
const manually_discarded = 9

/** Earlier versions marked a typed event by a comment. @param {Json} state */
export const isTyped = (state) => state['typed'] === true || state['comment'] === 'added_by_hand'

/**
 * The newest check of an event decides.
 * @param {number} event_type @param {Json} state @returns {Standing}
 */
export function standingOf(event_type, state) {
  if (whole(state['status']) === manually_discarded || withdraws(list(state['checks']).at(-1), event_type))
    return 'withdrawn'
  return isTyped(state) ? 'typed' : 'observed'
}

/** @param {unknown} check @param {number} event_type */
function withdraws(check, event_type) {
  const verdict = object(check)['verdict']
  return verdict === 'discarded' || verdict === (arrivals.includes(event_type) ? 'vacant' : 'occupied')
}

/** The reason of a check that takes back the last check that stood. */
export const undone = 'undone'

/**
 * The check that withdrew an event: the last one that stands, or the undo of the repair that typed the event.
 * @param {Json} state @param {number} event_type
 */
function withdrawalIn(state, event_type) {
  const checks = list(state['checks'])
  const standing = []
  for (const check of checks)
    if (object(check)['reason'] === undone) standing.pop()
    else standing.push(check)
  return standing.findLast((check) => withdraws(check, event_type)) ?? checks.at(-1)
}

/** @param {unknown} check */
function factsOf(check) {
  const { checked_by, reason, at_ms } = object(check)
  return { who: text(checked_by) || '?', reason: text(reason), at: whole(at_ms) }
}
