/** Reads the part of the evidence log in a dossier: signed days, the head, hashes and leaves. */
import { hexOf, sameBytes } from './bytes.mjs'
import { objectIn } from './jcs.mjs'
import { leafHash, rootOf, sha256Text } from './merkle.mjs'
import { list, object, parsed, text, whole } from './read.mjs'
import { isSigned } from './signed.mjs'

/** @typedef {import('./types.mjs').Json} Json */
/**
 * A day, closed or still open. `hashes`: the hashes of its leaves, if the dossier has them and they match its
 * root.
 * @typedef {{ day: number, date: string, first_seq: number, size: number, root: string, prev: string,
 *   log_id: string, device_sn: string, key_id: string, made_ms: number, open: boolean,
 *   hashes: Uint8Array | undefined }} Day
 */
/** @typedef {{ seq: number, type: string, uuid: string, made_ms: number, mono_ms: number, boot_id: string,
 *   says: Json }} Leaf */
/** @typedef {{ days: Day[], head: Day | undefined, leaves: Leaf[] }} Log */
/** @typedef {import('./archive.mjs').Archive} Archive */
/** @typedef {{ archive: Archive, platform: import('./types.mjs').Platform,
 *   keys: import('./keys.mjs').Keys, report: import('./types.mjs').Report }} Needs */

/** Reads the log and reports every fault in it. @param {Needs} needs @returns {Promise<Log>} */
export async function logIn(needs) {
  const { archive, report } = needs
  const days = []
  for (const row of list(parsed(await archive.text('log/days.json'))))
    days.push(await dayOf(needs, object(row), 'day'))
  const head = await dayOf(needs, object(parsed(await archive.text('log/head.json'))), 'head')
  const all = [...days, head].filter((day) => day !== undefined)
  if (all.length < days.length + 1) report('wrong', 'log_broken')
  for (const [at, day] of all.entries()) if (at > 0) linkOf(needs, all[at - 1], day)
  for (const day of all) await hashesOf(needs, day)
  return { days: all, head, leaves: await leavesOf(needs, all) }
}

/**
 * Reads linked signed days only, as in a daily statement.
 * @param {Omit<Needs, 'archive'>} needs @param {unknown[]} rows @returns {Promise<Day[]>}
 */
export async function logDays(needs, rows) {
  const days = []
  for (const row of rows) days.push(await dayOf(needs, object(row), 'day'))
  const all = days.filter((day) => day !== undefined)
  for (const [at, day] of all.entries()) if (at > 0) linkOf(needs, all[at - 1], day)
  return all
}

/**
 * @param {Omit<Needs, 'archive'>} needs @param {Json} row @param {'day' | 'head'} kind
 * @returns {Promise<Day & { payload: string } | undefined>}
 */
async function dayOf({ platform, keys, report }, row, kind) {
  const [payload, key_id] = [text(row['payload']), text(row['key_id'])]
  const says = objectIn(payload)
  const code = kind === 'day' ? 'day_signature' : 'head_signature'
  if (!says || says['type'] !== kind) {
    report('wrong', code, { day: text(row['day']) })
    return undefined
  }
  const date = text(says['date'])
  if (!(await isSigned(platform, kind, payload, row['signature'], keys.get(key_id)?.spki)))
    report('wrong', code, { day: date })
  return {
    payload,
    day: whole(says['day']),
    date,
    first_seq: whole(says['first_seq']),
    size: whole(says['size']),
    root: text(says['root']),
    prev: text(says['prev']),
    log_id: text(says['log_id']),
    device_sn: text(says['device_sn']),
    key_id,
    made_ms: whole(object(says['made'])['ms']),
    open: kind === 'head',
    hashes: undefined,
  }
}

/**
 * Checks that a day names the day before it.
 * @param {Omit<Needs, 'archive'>} needs
 * @param {(Day & { payload: string }) | undefined} before
 * @param {Day} day
 */
function linkOf({ platform, report }, before, day) {
  if (!before) return
  const linked =
    day.prev === hexOf(sha256Text(platform, before.payload)) &&
    day.day === before.day + 1 &&
    day.first_seq === before.first_seq + before.size &&
    day.log_id === before.log_id
  if (!linked) report('wrong', 'day_link', { day: day.date, before: before.date })
}

/** @param {Needs} needs @param {Day} day */
async function hashesOf({ archive, platform, report }, day) {
  const hashes = await archive.bytes(`log/hashes/${day.day}.bin`)
  if (!hashes) return
  const fits = hashes.length === day.size * 32 && hexOf(rootOf(platform, hashes, day.size)) === day.root
  if (fits) day.hashes = hashes
  else report('wrong', 'day_root', { day: day.date })
}

/** @param {Needs} needs @param {Day[]} days */
async function leavesOf({ archive, platform, report }, days) {
  const leaves = []
  const names = [...archive.names].filter((name) => /^log\/leaves\/\d+\.json$/.test(name))
  for (const name of names) {
    const written = (await archive.text(name)) ?? ''
    const seq = Number(name.replace(/\D+/g, ''))
    const day = days.find(({ first_seq, size }) => seq >= first_seq && seq < first_seq + size)
    const at = day ? (seq - day.first_seq) * 32 : 0
    const logged = day?.hashes?.subarray(at, at + 32)
    const says = objectIn(written)
    if (!logged || !sameBytes(logged, leafHash(platform, written)))
      report('wrong', 'leaf_changed', { seq, uuid: text(says?.['uuid']) })
    else if (!says || says['seq'] !== seq || says['v'] !== 1) report('wrong', 'leaf_malformed', { seq })
    else leaves.push(leafOf(seq, says))
  }
  return leaves.toSorted((one, other) => one.seq - other.seq)
}

/** @param {number} seq @param {Json} says @returns {Leaf} */
function leafOf(seq, says) {
  const made = object(says['made'])
  return {
    seq,
    type: text(says['type']),
    uuid: text(says['uuid']),
    made_ms: whole(made['ms']),
    mono_ms: whole(made['mono_ms']),
    boot_id: text(made['boot_id']),
    says,
  }
}
