/**
 * Active alarms, recent ones, and the state of alarm mails. Long because all three share one poll and one
 * clock.
 */
import { alarm_subjects, isAlarmSubject } from '@parking/contract/alarm/alarm-subjects.ts'
import { event_status } from '@parking/contract/core/codes.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { ResumeUpload } from '#src/events/queue/resume-upload.tsx'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import type { Areas } from '#src/locales/areas.ts'
import { translateDeviceText, type DeviceTextWords } from '#src/core/translate-device-text.ts'
import { useCall } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { CheckIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { durationText, formatTime } from '#src/time/time.ts'
import { useWords } from '#src/core/words.ts'
import { useStore } from '#src/lib/store.ts'
import { mobile } from '#src/stores/viewport.ts'
import { damageText } from '#src/lib/damage-text.ts'
import { upgradeText } from '#src/lib/upgrade-text.ts'
import { HeadRow } from '#src/tables/table-head.tsx'
import styles from './alarm-list.module.css'

type Alarms = AnswerAt<'/api/parking/alarms'>
type Row = Alarms['list'][number]
type Words = Areas['alarm']

const poll_ms = 5_000

export function AlarmList() {
  const [words, titles] = [useWords('alarm'), useWords('shell').routes]
  // While loading it is as high as without alarms, so that nothing below moves.
  const phone = useStore(mobile)
  const query = useCall('/api/parking/alarms', { page: 1, page_size: 20 }, { every: poll_ms })
  // The call is an extension of the spec: other devices lack it, and then there is nothing to show.
  if (query.data === undefined && query.error?.reason === 'unsupported') return null
  return (
    <Section
      title={words.list}
      hint={words.list_hint}
      flush
      action={
        <>
          <StaleMark of={[query]} />
          <span className={query.data ? undefined : styles.unknown}>
            <StatusTag tone={query.data && query.data.open > 0 ? 'bad' : 'ok'}>
              {words.open_count(query.data?.open ?? 0)}
            </StatusTag>
          </span>
          <ButtonLink to="/system/log?type=4">{words.history}</ButtonLink>
          <ButtonLink to="/system/operation?tab=diagnose">{titles.system_diagnose}</ButtonLink>
        </>
      }
    >
      <Loaded query={query} rows={phone ? 6 : 4} failed={words.failed}>
        {(alarms) => <AlarmTables alarms={alarms} received_ms={query.dataUpdatedAt} words={words} />}
      </Loaded>
    </Section>
  )
}

function AlarmTables({ alarms, received_ms, words }: { alarms: Alarms; received_ms: number; words: Words }) {
  /** Converts a time of the device's clock to this browser's clock. */
  const toBrowserTime = (ms: number) => received_ms - (alarms.now_ms - ms)
  return (
    <>
      {alarms.list.length === 0 ? (
        <div className={`row ${styles.nothing}`}>
          <span className={`center rigid ok circle icons-20 ${styles.well}`}>
            <CheckIcon />
          </span>
          <div>
            <h3 className="text-14 bold">{words.empty}</h3>
            <p className="note">{words.empty_says}</p>
          </div>
        </div>
      ) : (
        <div className={styles.scroller}>
          <table className={`unseen-head full text-14 figures leading-15 ${styles.table}`}>
            <HeadRow names={[words.state, words.kind, words.since, words.lasted, words.mail]} />
            <tbody>
              {alarms.list.map((row) => (
                <AlarmRow
                  key={row.alarm_id}
                  row={row}
                  now_ms={alarms.now_ms}
                  toBrowserTime={toBrowserTime}
                  words={words}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <MailState mail={alarms.mail} toBrowserTime={toBrowserTime} words={words} />
    </>
  )
}

function AlarmRow({
  row,
  now_ms,
  toBrowserTime,
  words,
}: {
  row: Row
  now_ms: number
  toBrowserTime: (ms: number) => number
  words: Words
}) {
  const units = useWords('shell').time.units
  const facts = factsText(row, words, useWords('device_said'))
  const about = row.name || (isAlarmSubject(row.subject) ? '' : row.subject)
  return (
    <tr data-open={row.recovered_ms === null}>
      <td>
        {row.recovered_ms === null ? (
          <StatusTag tone={row.severity === 'critical' ? 'bad' : 'warn'}>
            {words.open[row.severity]}
          </StatusTag>
        ) : (
          <StatusTag tone="idle">{words.recovered}</StatusTag>
        )}
      </td>
      <td>
        <span className={`block anywhere ${styles.what}`}>
          {about ? words.about(words.kinds[row.kind], about) : words.kinds[row.kind]}
        </span>
        {facts !== '' && <small>{facts}</small>}
        {row.recovered_ms === null && row.subject === alarm_subjects.refused && <Refused words={words} />}
      </td>
      <td>
        <RelativeTime time={toBrowserTime(row.since_ms)} />
      </td>
      <td>{durationText(Math.round(((row.recovered_ms ?? now_ms) - row.since_ms) / 1000), units)}</td>
      <td>{words.mails[row.mail]}</td>
    </tr>
  )
}

/** Shows the failed events, and sends all of them again. */
function Refused({ words }: { words: Words }) {
  return (
    <span className={`flex wrap gap-8 ${styles.acts}`}>
      <ResumeUpload />
      <ButtonLink to={`/business/data/parking?status=${event_status.send_failed}`}>
        {words.see_failed}
      </ButtonLink>
    </span>
  )
}

/** The figures at the time the alarm was raised. */
function factsText({ kind, facts }: Row, words: Words, said: DeviceTextWords): string {
  const number = (name: string) => Number(facts[name] ?? 0)
  const text = (name: string) => String(facts[name] ?? '')
  if (kind === 'disk' && 'waiting' in facts)
    return words.facts.unsent(bytesText(number('free')), number('waiting'))
  if (kind === 'disk') return words.facts.disk(bytesText(number('free')), number('percent'))
  if (kind === 'certificate') return words.facts.certificate(number('days'))
  if (kind === 'model') return words.facts.model(text('name'))
  if (kind === 'upgrade') return upgradeText(facts, words.upgrades)
  if (kind === 'data_file') return damageText(facts, words.damages)
  if (kind === 'queue' && 'events' in facts)
    return words.facts.refused(number('events'), translateDeviceText(text('said'), said))
  if (kind === 'queue') return words.facts.queue(number('minutes'))
  if (kind === 'clock')
    return words.facts.clock(
      (number('offset_ms') / 1000).toFixed(1),
      text('by') === 'platform' ? words.facts.clock_platform : text('by'),
    )
  if (kind === 'sign_in') return words.facts.sign_in(text('address'), number('failures'))
  if (kind === 'camera_unseen')
    return words.facts.unseen(number('percent'), translateDeviceText(text('why'), said))
  if (kind === 'overload')
    return words.facts.overload(number('cameras'), number('interval_s'), number('latency_s'))
  if (kind === 'analysis') return text('reason')
  return text('said')
}

function MailState({
  mail,
  toBrowserTime,
  words,
}: {
  mail: Alarms['mail']
  toBrowserTime: (ms: number) => number
  words: Words
}) {
  const { mail_state: says } = words
  const tone = !mail.ready ? 'idle' : mail.failures > 0 ? 'bad' : mail.failed !== null ? 'warn' : 'ok'
  return (
    <div className={`flex wrap baseline text-13 ink-2 figures leading-15 ${styles.mailState}`}>
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
            : words.steps[mail.failed]}
          {mail.said !== '' && (
            <>
              {' '}
              <q>{mail.said}</q>
            </>
          )}
        </span>
      )}
    </div>
  )
}
