/** The event queue: its state, its figures, its controls, and the number of events in each status. */
import { event_status, wordOf } from '@parking/contract/core/codes.ts'
import { Link } from 'react-router'
import { QueuePause } from '#src/events/queue/queue-controls.tsx'
import { ResumeUpload } from '#src/events/queue/resume-upload.tsx'
import { waiting_statuses, QueueFacts } from '#src/events/queue/queue-facts.tsx'
import { QueueSentence, QueueTag, type EventQueue } from '#src/events/queue/queue-state.tsx'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import shared from './storage.module.css'
import styles from './queue.module.css'

const groups = [
  { name: 'in_delivery', statuses: waiting_statuses },
  { name: 'needs_attention', statuses: [event_status.send_failed, event_status.validation_failed] },
  {
    name: 'done',
    statuses: [
      event_status.sent,
      event_status.skipped,
      event_status.discarded,
      event_status.manually_discarded,
    ],
  },
] as const

/** `bytes`: size of the pictures of the waiting events. */
export function Queue({ queue, bytes }: { queue: EventQueue; bytes: number }) {
  const [words, storage] = [useWords('queue'), useWords('disk')]
  return (
    <Section title={words.title} hint={words.hint} action={<QueueTag queue={queue} />}>
      <QueueSentence queue={queue} />
      <QueueFacts
        queue={queue}
        size={queue.waiting > 0 && bytes > 0 ? storage.pictures_of(bytesText(bytes)) : ''}
      />
      <div className={`flex wrap gap-8 line-above ${styles.controls}`}>
        <QueuePause queue={queue} />
        <ResumeUpload />
      </div>
      <table className={`grid relative figures line-above ${shared.byStatus}`}>
        <caption className="visually-hidden">{words.by_status}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{words.status}</th>
            <th scope="col">{words.events}</th>
            <th scope="col">{words.received}</th>
          </tr>
        </thead>
        {groups.map(({ name, statuses }) => (
          <tbody key={name} className="block">
            <tr>
              <th scope="rowgroup" colSpan={3}>
                {words[name]}
              </th>
            </tr>
            {statuses.map((status) => (
              <Row
                key={status}
                status={status}
                n={queue.by_status[status] ?? 0}
                oldest_ms={queue.oldest_ms[status]}
                bad={name === 'needs_attention'}
              />
            ))}
          </tbody>
        ))}
      </table>
    </Section>
  )
}

/** A row for every status, even an empty one, so that the table keeps its layout while the page polls. */
function Row({
  status,
  n,
  oldest_ms,
  bad,
}: {
  status: number
  n: number
  oldest_ms: number | undefined
  bad: boolean
}) {
  const [words, names] = [useWords('queue'), useWords('codes').event_status]
  const word = wordOf(event_status, status)
  const name = word ? names[word] : String(status)
  return (
    <tr data-none={n === 0 || undefined}>
      <th scope="row">{name}</th>
      <td data-tone={bad && n > 0 ? 'bad' : undefined}>
        {n === 0 ? (
          0
        ) : (
          <Link to={`/business/data/parking?status=${status}`} aria-label={words.see(name, n)}>
            {n.toLocaleString('en')}
          </Link>
        )}
      </td>
      <td>{oldest_ms === undefined ? '' : <RelativeTime time={oldest_ms} />}</td>
    </tr>
  )
}
