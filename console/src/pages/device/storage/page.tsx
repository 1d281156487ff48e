/**
 * The device's disk (an extension of the spec): usage, retention, and the events that wait to be sent.
 * Long because its parts show one state of the disk.
 */
import { log_type, wordOf, event_status } from '@parking/contract/core/codes.ts'
import { Link } from 'react-router'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall, readAgain } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { RefreshIcon, CheckIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { useWords } from '#src/core/words.ts'
import { bytesText } from '#src/lib/bytes.ts'
import type { EventQueue } from '#src/events/queue/queue-state.tsx'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { HeadRow } from '#src/tables/table-head.tsx'
import { ResumeUpload } from '#src/events/queue/resume-upload.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { DiskUse } from './disk-use.tsx'
import { Queue } from './queue.tsx'
import { RetentionSettings } from './retention-form.tsx'
import styles from './page.module.css'
import retention_list_styles from './retention-list.module.css'
import shared from './storage.module.css'
import waiting_events_styles from './waiting-events.module.css'

export type DiskStatus = AnswerAt<'/api/system/disk_status'>

export default function StoragePage() {
  const [words, queue_words, titles] = [useWords('disk'), useWords('queue'), useWords('shell').routes]
  const query = useCall('/api/system/disk_status', {}, { every: 5_000 })
  // An extension of the spec: on a device without this call, the disk status provides the waiting events.
  const queue = useCall('/api/parking/event_queue', {}, { every: 3_000 })
  return (
    <>
      <PageHeader
        title={titles.device_storage}
        hint={words.hint}
        action={
          <>
            <span className={styles.stale}>
              <StaleMark of={[query, queue]} />
            </span>
            <Button
              aria-busy={query.isFetching}
              onClick={() => void Promise.all([readAgain(query), readAgain(queue)])}
            >
              <RefreshIcon />
              {words.refresh}
            </Button>
          </>
        }
      />
      {query.data === undefined ? (
        <Section title={words.disk}>
          <Loaded query={query} rows={8} failed={words.failed}>
            {() => null}
          </Loaded>
        </Section>
      ) : (
        <div className={`stack one-column ${styles.page}`}>
          <DiskUse status={query.data} />
          <div className={styles.queue}>
            {queue.data ? (
              <Queue queue={queue.data} bytes={query.data.waiting.bytes} />
            ) : queue.isError ? (
              <WaitingEvents waiting={query.data.waiting} />
            ) : (
              <Section title={queue_words.title}>
                <SkeletonRows rows={12} />
              </Section>
            )}
          </div>
          <div className={`stack one-column ${styles.aside}`}>
            {queue.data && <QueueErrors errors={queue.data.errors} />}
            <RetentionList retention={query.data.retention} />
          </div>
          <RetentionSettings status={query.data} />
        </div>
      )}
    </>
  )
}

type Kept = DiskStatus['retention'][number]

/**
 * The retention of each kind of data on the disk. If the device has retention rules, the form shows events
 * and media instead.
 */
function RetentionList({ retention }: { retention: DiskStatus['retention'] }) {
  const words = useWords('disk')
  const types = useWords('codes').log_type
  const has_retention_rules = useCall('/api/parking/get_retention', {}).data !== undefined
  const nameOf = ({ kind, log_type: type }: Kept): string => {
    const word = type === undefined ? undefined : wordOf(log_type, type)
    return word ? words.log_of(types[word]) : kind === 'database' ? words.event_data : words.kinds[kind]
  }
  const untilOf = ({ days, bytes, rows }: Kept): string =>
    [
      days === null ? '' : words.days(days),
      rows === null ? '' : bytes === null ? words.newest(rows) : words.at_most(bytesText(bytes), rows),
    ]
      .filter(Boolean)
      .join('，') || words.for_good
  return (
    <Section title={words.retention} hint={words.retention_hint}>
      <dl className={`grid ${retention_list_styles.kept}`}>
        {retention
          .filter(({ kind }) => !has_retention_rules || (kind !== 'pictures' && kind !== 'database'))
          .map((kept) => (
            <div key={`${kept.kind} ${kept.log_type ?? ''}`}>
              <dt className="ink-2">{nameOf(kept)}</dt>
              <dd className="figures">{untilOf(kept)}</dd>
            </div>
          ))}
      </dl>
    </Section>
  )
}

/** The recent send failures by reason, with their number and the time of the last one. */
function QueueErrors({ errors }: { errors: EventQueue['errors'] }) {
  const [words, said] = [useWords('queue'), useWords('device_said')]
  return (
    <Section title={words.errors} hint={words.errors_hint}>
      {errors.length === 0 ? (
        <p className={`flex gap-12 ink-2 leading-16 ${shared.nothing}`}>
          <CheckIcon />
          <span>{words.no_errors}</span>
        </p>
      ) : (
        <table className={`cells full figures ${shared.errors}`}>
          <HeadRow names={[words.reason, words.times, words.last]} />
          <tbody>
            {errors.map(({ step, outcome, info, n, last_ms }) => (
              <tr key={`${step} ${outcome} ${info}`}>
                <th scope="row">
                  <StatusTag tone={outcome === 'refused' || outcome === 'missing' ? 'bad' : 'warn'}>
                    {words.steps[step]}
                    {words.outcomes[outcome]}
                  </StatusTag>
                  <span className="block above-4 text-13 ink-2 mono anywhere leading-15">
                    {translateDeviceText(info, said) || words.no_answer}
                  </span>
                </th>
                <td className="nowrap">{n.toLocaleString('en')}</td>
                <td className="nowrap">
                  <RelativeTime time={last_ms} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

const tones: Record<number, Tone> = {
  [event_status.pending]: 'info',
  [event_status.delayed]: 'warn',
  [event_status.send_failed]: 'bad',
}

/** The events on the disk that wait to be sent: number, size and age, and a button to send them now. */
function WaitingEvents({ waiting }: { waiting: DiskStatus['waiting'] }) {
  const words = useWords('disk')
  if (waiting.events === 0) {
    return (
      <Section title={words.waiting}>
        <p className={`flex gap-12 ink-2 leading-16 ${shared.nothing}`}>
          <CheckIcon />
          <span>
            <strong className="block ink bold">{words.nothing_waits}</strong>
            {words.nothing_waits_says}
          </span>
        </p>
      </Section>
    )
  }
  return (
    <Section title={words.waiting} action={<ResumeUpload />}>
      <Facts width="narrow">
        <Fact name={words.count}>
          <span className="bold">{words.events(waiting.events)}</span>
        </Fact>
        <Fact name={words.size}>{words.pictures_of(bytesText(waiting.bytes))}</Fact>
        <Fact name={words.oldest}>
          <RelativeTime time={waiting.oldest_ms} />
        </Fact>
      </Facts>
      <ul className={`grid bordered round-6 ${waiting_events_styles.statuses}`}>
        {Object.entries(waiting.by_status).map(([status, n]) => (
          <Status key={status} status={Number(status)} n={n} />
        ))}
      </ul>
      <p className="note">{words.waiting_says}</p>
    </Section>
  )
}

function Status({ status, n }: { status: number; n: number }) {
  const [words, names] = [useWords('disk'), useWords('codes').event_status]
  const word = wordOf(event_status, status)
  const name = word ? names[word] : String(status)
  return (
    <li>
      <Link to={`/business/data/parking?status=${status}`} aria-label={words.see(name, n)}>
        <StatusTag tone={tones[status] ?? 'idle'}>{name}</StatusTag>
        <span>{words.events(n)}</span>
      </Link>
    </li>
  )
}
