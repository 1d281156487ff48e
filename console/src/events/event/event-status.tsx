/** The status of an event as a tag and as a sentence (spec §4). */
import { event_status, response_status, wordOf } from '@parking/contract/core/codes.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { useWords } from '#src/core/words.ts'

export type ParkingEvent = AnswerAt<'/api/parking/parking_event'>['list'][number]
type StatusWord = keyof typeof event_status

/** Any number outside the table means "manually discarded" (spec §4). */
export const statusWord = (status: number): StatusWord => wordOf(event_status, status) ?? 'manually_discarded'

const tones: Record<StatusWord, Tone> = {
  pending: 'info',
  delayed: 'warn',
  sent: 'ok',
  discarded: 'idle',
  send_failed: 'bad',
  validation_failed: 'bad',
  awaiting_upload: 'info',
  awaiting_processing: 'info',
  skipped: 'idle',
  manually_discarded: 'idle',
}
/** The platform does not miss a deleted event of these statuses: it has the event or was never to get it. */
export const delivered_or_discarded: readonly string[] = [
  'sent',
  'discarded',
  'skipped',
  'manually_discarded',
]

/** Statuses after which the device sends nothing more on its own. */
const final: readonly StatusWord[] = [
  'sent',
  'discarded',
  'validation_failed',
  'skipped',
  'manually_discarded',
]

export type StatusSentences = {
  says: Record<StatusWord, string>
  says_next: (time: string) => string
  says_refused: (info: string) => string
  says_refused_plain: string
  says_failed: (info: string) => string
  /** Translates the device's own sentences; the platform's stay as they are. */
  said: (info: string) => string
}

/** Why the event has its status, and what happens next. */
export function statusSentence(
  event: Pick<ParkingEvent, 'status' | 'response_status' | 'response_info' | 'next_try_str'>,
  words: StatusSentences,
): string {
  const word = statusWord(event.status)
  return [
    words.says[word],
    failureOf(event, words),
    !final.includes(word) && event.next_try_str && words.says_next(event.next_try_str),
  ]
    .filter(Boolean)
    .join('')
}

/** What went wrong at the last attempt; empty if nothing did. */
export function failureOf(
  event: Pick<ParkingEvent, 'status' | 'response_status' | 'response_info'>,
  words: StatusSentences,
): string {
  if (statusWord(event.status) === 'sent') return ''
  const message = words.said(messageIn(event.response_info))
  if (event.response_status === response_status.failure)
    return message ? words.says_refused(message) : words.says_refused_plain
  return message ? words.says_failed(message) : ''
}

/** The `message` of an envelope, or the whole answer. The detail shows the answer verbatim. */
function messageIn(info: string): string {
  try {
    const answer: unknown = JSON.parse(info)
    return typeof answer === 'object' &&
      answer !== null &&
      'message' in answer &&
      typeof answer.message === 'string' &&
      answer.message !== ''
      ? answer.message
      : info
  } catch {
    return info // plain text, an HTML page or truncated JSON
  }
}

/** The words for `statusSentence` and `failureOf` in the user's language. */
export function useStatusSentences(): StatusSentences {
  const [words, said] = [useWords('events'), useWords('device_said')]
  return { ...words, said: (info) => translateDeviceText(info, said) }
}

/** The status of an event as a tag; its tooltip says why and what happens next. */
export function EventStatus({ event }: { event: ParkingEvent }) {
  const [words, codes] = [useStatusSentences(), useWords('codes')]
  const word = statusWord(event.status)
  return (
    <StatusTag
      tone={word === 'pending' && event.count_tried > 0 ? 'warn' : tones[word]}
      title={statusSentence(event, words)}
    >
      {codes.event_status[word]}
    </StatusTag>
  )
}

/** The tag of a status when there is no event. */
export function StatusTagOf({ status }: { status: number }) {
  const codes = useWords('codes')
  const word = statusWord(status)
  return <StatusTag tone={tones[word]}>{codes.event_status[word]}</StatusTag>
}

/** The result of the last attempt as a tag; `--` if there was none. */
export function ResponseStatus({ event }: { event: ParkingEvent }) {
  const codes = useWords('codes')
  const word = wordOf(response_status, event.response_status) ?? 'none'
  if (word === 'none') return <>--</>
  return (
    <StatusTag tone={word === 'success' ? 'ok' : 'bad'} title={event.response_info}>
      {codes.response_status[word]}
    </StatusTag>
  )
}
