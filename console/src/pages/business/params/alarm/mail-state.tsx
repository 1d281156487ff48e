/** Whether the mails of alarms are sent: the last one, the next attempt, and why one failed. */
import { mailCause } from '@parking/contract/alarm/mail-steps.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import type { Areas } from '#src/locales/areas.ts'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { formatTime } from '#src/time/time.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import styles from './mail-state.module.css'

type Alarms = AnswerAt<'/api/parking/alarms'>

export function MailState() {
  const words = useWords('alarm')
  const query = useCall('/api/parking/alarms', { page: 1, page_size: 1 }, { every: 5_000 })
  const { data, dataUpdatedAt } = query
  // The call is an extension of the spec: other devices lack it, and then there is nothing to show.
  if (!data) return query.isError ? null : <div className={`card ${styles.waiting}`} />
  return <State mail={data.mail} toBrowserTime={(ms) => dataUpdatedAt - (data.now_ms - ms)} words={words} />
}

/** `toBrowserTime` converts a time of the device's clock to this browser's clock. */
function State({
  mail,
  toBrowserTime,
  words,
}: {
  mail: Alarms['mail']
  toBrowserTime: (ms: number) => number
  words: Areas['alarm']
}) {
  const { mail_state: says } = words
  const tone = !mail.ready ? 'idle' : mail.failures > 0 ? 'bad' : mail.failed !== null ? 'warn' : 'ok'
  return (
    <div className={`card flex wrap baseline text-13 ink-2 figures leading-15 ${styles.mailState}`}>
      <StatusTag tone={tone}>{words.mail}</StatusTag>
      <span>
        {!mail.ready
          ? says.off
          : mail.failures > 0
            ? says.failing(mail.failures)
            : mail.failed !== null
              ? says.partly
              : says.well}
      </span>
      {mail.ready && mail.waiting > 0 && <span>{says.waiting(mail.waiting)}</span>}
      {mail.sent_ms !== null && (
        <span>
          {says.last} <RelativeTime time={toBrowserTime(mail.sent_ms)} />
        </span>
      )}
      {mail.next_ms !== null && <span>{says.next(formatTime(toBrowserTime(mail.next_ms)).slice(11))}</span>}
      {mail.failed !== null && (
        <span className={`bad anywhere ${styles.mailFailed}`}>
          {mail.failed === 'tls'
            ? `${words.steps.tls}${words.tls[mail.tls ?? 'other']}`
            : words.steps[mailCause(mail.failed, mail.said)]}
          {mail.said !== '' && (
            <>
              {' '}
              <q>{mail.said}</q>
            </>
          )}
        </span>
      )}
      <ButtonLink variant="quiet" className={styles.centre} to="/system/alarms">
        {words.centre}
      </ButtonLink>
    </div>
  )
}
