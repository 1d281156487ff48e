/** Shows a verdict as sections of the page. */
import { aboutKey, countLine, eventLine, filled, sentenceOf, timeOf, words } from '../src/wording.mjs'
import { el } from './elements.mjs'

/**
 * @param {import('../src/types.mjs').Verdict} result
 * @param {import('../src/wording.mjs').Language} language
 */
export function resultOf(result, language) {
  const { verdict, findings, about, statement } = result
  const w = words[language]
  const levels = /** @type {const} */ (['wrong', 'doubt', 'note'])
  const ordered = levels.flatMap((level) => findings.filter((finding) => finding.level === level))
  const list = el(
    'ul',
    {},
    ...ordered.map((finding) =>
      el(
        'li',
        {},
        el('b', { class: finding.level }, w.level[finding.level]),
        el('span', {}, sentenceOf(finding, language, about?.zone ?? statement?.zone)),
      ),
    ),
  )
  return [
    el('section', { class: `verdict ${verdict}`, role: 'status' }, el('p', {}, w.verdict[verdict])),
    el('section', {}, el('h2', {}, w.findings), ordered.length > 0 ? list : el('p', {}, w.none)),
    ...(about ? [el('section', {}, aboutList(about, result, language))] : []),
    ...(statement ? [el('section', {}, statementList(statement, result, language))] : []),
  ]
}

/**
 * @param {import('../src/types.mjs').About} about @param {import('../src/types.mjs').Verdict} verdict
 * @param {import('../src/wording.mjs').Language} language
 */
function aboutList(about, verdict, language) {
  const w = words[language].about
  const rows = [
    [w.device, [about.device_sn, about.device_name].filter(Boolean).join(' · ')],
    [w.key, keyOf(about.key_id, verdict, language)],
    [w.made, `${timeOf(about.made_ms, about.zone)} · ${about.made_by}`],
    [w.read, filled(w.read_says, { ...about, events: about.events.length })],
    [
      w.events,
      el('span', {}, ...about.events.map((event) => el('div', {}, eventLine(event, language, about.zone)))),
    ],
  ]
  return definitions(rows)
}

/**
 * @param {import('../src/types.mjs').StatementAbout} statement
 * @param {import('../src/types.mjs').Verdict} verdict
 * @param {import('../src/wording.mjs').Language} language
 */
function statementList(statement, verdict, language) {
  const { about: w, statement: words_of } = words[language]
  const facts = { ...statement, counts: '' }
  return definitions([
    [words_of.title, filled(words_of.says, facts)],
    [w.device, statement.device_sn],
    [w.key, keyOf(statement.key_id, verdict, language)],
    [words_of.made, timeOf(statement.made_ms, statement.zone)],
    [words_of.root, el('code', {}, statement.root)],
    [
      words_of.events,
      el(
        'span',
        {},
        el('div', {}, filled(words_of.events_say, facts)),
        ...statement.counts.map((count) => el('div', {}, countLine(count, language))),
      ),
    ],
  ])
}

/**
 * @param {string} key_id @param {import('../src/types.mjs').Verdict} verdict
 * @param {import('../src/wording.mjs').Language} language
 */
function keyOf(key_id, verdict, language) {
  return el('span', {}, el('code', {}, key_id), el('small', {}, aboutKey(verdict, language)))
}

/** @param {(string | Node)[][]} rows */
function definitions(rows) {
  return el(
    'dl',
    {},
    ...rows.flatMap(([name, value]) => [el('dt', {}, name ?? ''), el('dd', {}, value ?? '')]),
  )
}
