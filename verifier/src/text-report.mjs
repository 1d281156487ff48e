/** Formats a verdict as lines of text. */
import { aboutKey, countLine, eventLine, filled, sentenceOf, timeOf, words } from './wording.mjs'

/** Removes control characters, with which a tampered file could rewrite a terminal. @param {string} line */
const printable = (line) => line.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '?')

/**
 * The verdict, its findings and what was verified, one line each.
 * @param {import('./types.mjs').Verdict} verdict @param {import('./wording.mjs').Language} language
 */
export function textReport({ verdict, findings, key_known, about, statement }, language) {
  const w = words[language]
  const lines = [w.verdict[verdict], '']
  for (const level of /** @type {const} */ (['wrong', 'doubt', 'note']))
    for (const finding of findings.filter((one) => one.level === level))
      lines.push(`${w.level[level]}: ${sentenceOf(finding, language, about?.zone ?? statement?.zone)}`)
  if (findings.length === 0) lines.push(w.none)
  if (about) {
    const { device_sn, device_name, key_id, made_ms, made_by, events } = about
    lines.push(
      '',
      `${w.about.device}: ${[device_sn, device_name].filter(Boolean).join(' · ')}`,
      `${w.about.key}: ${key_id}`,
      aboutKey({ verdict, key_known }, language),
      `${w.about.made}: ${timeOf(made_ms, about.zone)} · ${made_by}`,
      `${w.about.read}: ${filled(w.about.read_says, { ...about, events: events.length })}`,
      ...events.map((event) => `${w.about.events}: ${eventLine(event, language, about.zone)}`),
    )
  }
  if (statement) {
    const { device_sn, key_id, made_ms, root, counts } = statement
    lines.push(
      '',
      `${w.statement.title}: ${filled(w.statement.says, { ...statement, counts: '' })}`,
      `${w.about.device}: ${device_sn}`,
      `${w.about.key}: ${key_id}`,
      aboutKey({ verdict, key_known }, language),
      `${w.statement.made}: ${timeOf(made_ms, statement.zone)}`,
      `${w.statement.root}: ${root}`,
      `${w.statement.events}: ${filled(w.statement.events_say, { ...statement, counts: '' })}`,
      ...counts.map((count) => `  ${countLine(count, language)}`),
    )
  }
  return `${lines.map(printable).join('\n')}\n`
}
