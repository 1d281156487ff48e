/** Words findings and facts as sentences in a language. */
import { undone } from './events.mjs'
import { en } from './words/en.mjs'
import { tw } from './words/tw.mjs'
import { zh } from './words/zh.mjs'

/** @typedef {'en' | 'zh' | 'tw'} Language */
/** @typedef {import('./words/en.mjs').Words} Words */

/** @type {Record<Language, Words>} */
export const words = { en, zh, tw }
const locale = { en: 'en-GB', zh: 'zh-CN', tw: 'zh-TW' }

/**
 * The language for a tag such as `zh-Hant`, `zh_TW.UTF-8` or `en-US`.
 * @param {string} tag
 * @returns {Language}
 */
export function languageFor(tag) {
  if (/^zh.(tw|hk|mo|hant)/i.test(tag) || tag === 'tw') return 'tw'
  return /^zh/i.test(tag) ? 'zh' : 'en'
}

/**
 * Time to the second with its offset, in the form of the dossier's page (`2026-11-21 08:30:00 +08:00`) and in
 * the zone of the device that wrote the file; in the reader's zone if the file names none.
 * @param {number} ms @param {string} [zone]
 */
export function timeOf(ms, zone) {
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return '?'
  const timeZone = knownZone(zone)
  const form = /** @type {const} */ ({ dateStyle: 'short', timeStyle: 'medium', timeZone })
  const offset = new Intl.DateTimeFormat('en', { timeZoneName: 'longOffset', timeZone })
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')
  // Sweden writes dates as ISO 8601 does.
  const time = new Intl.DateTimeFormat('sv-SE', form).format(ms)
  return `${time} ${offset?.value.replace('GMT', '') || '+00:00'}`
}

/** A tampered file may name any zone. @param {string | undefined} zone */
function knownZone(zone) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone || undefined }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

const units = /** @type {const} */ ([
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
])

/**
 * A span such as `+2 hours 5 minutes`; below a minute, in tenths of a second.
 * @param {number} ms
 * @param {Language} language
 */
export function spanOf(ms, language) {
  const sign = ms < 0 ? '−' : ''
  let left =
    Math.abs(ms) < 60_000 ? Math.round(Math.abs(ms) / 100) * 100 : Math.floor(Math.abs(ms) / 1_000) * 1_000
  const parts = []
  for (const [unit, size] of units) {
    const whole = size === 1_000 ? left / size : Math.floor(left / size)
    left -= whole * size
    if (whole > 0 || (size === 1_000 && parts.length === 0))
      parts.push(
        new Intl.NumberFormat(locale[language], { style: 'unit', unit, unitDisplay: 'long' }).format(whole),
      )
  }
  return sign + parts.slice(0, 2).join(' ')
}

/** Fills `{name}`. @param {string} sentence @param {Record<string, string | number>} facts */
export const filled = (sentence, facts) =>
  sentence.replace(/\{(\w+)\}/g, (_, name) => String(facts[name] ?? '')).trim()

/**
 * A finding as a sentence.
 * @param {import('./types.mjs').Finding} finding @param {Language} language @param {string} [zone]
 */
export function sentenceOf({ code, facts }, language, zone) {
  const { codes, rules, why } = words[language]
  const shown = Object.entries(facts).map(([name, value]) => [
    name,
    name === 'event_type' || name === 'status'
      ? kindOf(name, value, language)
      : name === 'who' && value === ''
        ? words[language].device_itself
        : name === 'reason' && (value === '' || value === undone)
          ? words[language].reasons[value]
          : typeof value !== 'number'
            ? name === 'rule' && value in rules
              ? rules[/** @type {keyof typeof rules} */ (value)]
              : name === 'why' && value in why
                ? why[/** @type {keyof typeof why} */ (value)]
                : value
            : name === 'at' || name === 'after' || name === 'until' || name === 'made'
              ? timeOf(value, zone)
              : name === 'by_ms'
                ? spanOf(value, language)
                : value,
  ])
  return filled(codes[code], Object.fromEntries(shown))
}

/**
 * The word for a type or a status; an unknown value is shown unchanged.
 * @param {'event_type' | 'status'} name @param {string | number} value @param {Language} language
 */
export function kindOf(name, value, language) {
  const { event_types, statuses } = words[language]
  const table = /** @type {Record<string, string>} */ (name === 'status' ? statuses : event_types)
  return table[value] ?? String(value)
}

/** @param {import('./types.mjs').StatementAbout['counts'][number]} count @param {Language} language */
export const countLine = ({ event_type, status, n }, language) =>
  [kindOf('event_type', event_type ?? '?', language), kindOf('status', status ?? 'gone', language)].join(
    ' · ',
  ) + `: ${n}`

/**
 * What is known of the signing key. Of a file that was changed nothing is said but what to compare.
 * @param {Pick<import('./types.mjs').Verdict, 'verdict' | 'key_known'>} verdict @param {Language} language
 */
export const aboutKey = ({ verdict, key_known }, language) =>
  words[language].about[key_known && verdict !== 'wrong' ? 'key_known' : 'compare']

/**
 * @param {import('./types.mjs').About['events'][number]} event @param {Language} language
 * @param {string} [zone]
 */
export function eventLine(event, language, zone) {
  const { event_ms, event_type, standing, typed, lot_no, camera, plate, plate_read } = event
  const names = /** @type {Record<number, string>} */ (words[language].event_types)
  const w = words[language]
  const how =
    standing === 'observed'
      ? ''
      : typed && standing === 'withdrawn'
        ? w.typed_withdrawn
        : w.standing[standing]
  const type = names[event_type] ?? String(event_type)
  const [counts, read] = [plate || w.no_plate, plate_read || w.no_plate]
  const plates = counts === read ? counts : filled(w.plate_corrected, { plate: counts, read })
  return [timeOf(event_ms, zone), type, how, lot_no, camera, plates].filter(Boolean).join(' · ')
}
