/**
 * Builds one mail from all pending notices, as a pure function. Names of users and cameras may contain
 * anything, so they are filtered before they are used in a header.
 */
import { plainLine } from '@parking/contract'
import { headText, type AuditHead } from '../core/audit-head.ts'
import type { MailWords } from './mail-words.ts'
import type { AlarmRow } from './alarm.store.ts'

/** The box, for the subject and the footer of the mail. */
export type Sender = { name: string; serial: string; place: string }
export type MailTexts = { subject: string; text: string }

/** An alarm with new changes: `raised`, `recovered` or both. */
export type News = { row: AlarmRow; raised: boolean; recovered: boolean }

const max_listed = 50

/** Limits the length to a number of letters. */
export const oneLine = (text: string, max_length = 150): string => {
  const plain = plainLine(text, text.length)
  const letters = [...plain]
  return letters.length > max_length ? `${letters.slice(0, max_length - 1).join('')}…` : plain
}

/**
 * `still_open`: the number of all open alarms. `stamp` formats a time in the box's zone. `head`: the head of
 * the audit chain, which in a mailbox later proves whether the log was cut.
 */
export function alarmMail(
  news: readonly News[],
  still_open: number,
  sender: Sender,
  words: MailWords,
  stamp: (ms: number) => string,
  head?: AuditHead,
): MailTexts {
  const [first] = news
  const what = ({ row }: News) => oneLine(words.kinds[row.kind](row.name || row.subject))
  const over = news.filter(({ row, recovered }) => recovered && row.recovered_ms !== null)
  const begun = news.filter((one) => !over.includes(one))
  const only =
    news.length === 1 && first
      ? (over.length === 1 ? words.subject.recovered : words.subject.raised)(what(first))
      : words.subject.many(begun.length, over.length)
  const lines = [...begun, ...over]
    .slice(0, max_listed)
    .map((one) => itemOf(one, over.includes(one), what(one), words, stamp))
  const more = news.length > max_listed ? [words.more(news.length - max_listed)] : []
  return {
    subject: oneLine(`[${oneLine(sender.name, 60) || sender.serial}] ${only}`, 200),
    text:
      [
        ...lines,
        ...more,
        `${words.still_open(still_open)}\n${deviceOf(sender, words)}`,
        ...(head ? [words.audit_head(stamp(head.time_ms), headText(head))] : []),
        words.foot,
      ].join('\n\n') + '\n',
  }
}

export function testMail(sender: Sender, words: MailWords, now: string): MailTexts {
  return {
    subject: oneLine(`[${oneLine(sender.name, 60) || sender.serial}] ${words.subject.test}`, 200),
    text: `${words.test(now)}\n\n${deviceOf(sender, words)}\n`,
  }
}

const deviceOf = ({ name, serial, place }: Sender, words: MailWords): string =>
  words.device(oneLine(name, 100), serial, oneLine(place, 200))

function itemOf(
  { row }: News,
  over: boolean,
  what: string,
  words: MailWords,
  stamp: (ms: number) => string,
): string {
  const mark = over
    ? words.recovered
    : row.severity === 'critical'
      ? `${words.raised}·${words.critical}`
      : words.raised
  const lasted = Math.max(0, Math.round(((row.recovered_ms ?? row.raised_ms) - row.since_ms) / 1000))
  const time =
    over && row.recovered_ms !== null
      ? words.lasted(stamp(row.since_ms), stamp(row.recovered_ms), words.duration(lasted))
      : words.since(stamp(row.since_ms))
  const facts = over ? '' : oneLine(words.facts(row.kind, row.facts), 400)
  return [`【${mark}】${what}`, `  ${time}`, ...(facts === '' ? [] : [`  ${facts}`])].join('\n')
}
