/** The events on the disk that wait to be sent: number, size and age, and a button to send them now. */
import { event_status, wordOf } from '@parking/contract/core/codes.ts'
import { Link } from 'react-router'
import { ResumeUpload } from '#src/events/queue/resume-upload.tsx'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { CheckIcon } from '#src/ui/icons.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import type { DiskStatus } from './page.tsx'
import shared from './storage.module.css'
import styles from './waiting-events.module.css'

const tones: Record<number, Tone> = {
  [event_status.pending]: 'info',
  [event_status.delayed]: 'warn',
  [event_status.send_failed]: 'bad',
}

export function WaitingEvents({ waiting }: { waiting: DiskStatus['waiting'] }) {
  const words = useWords('disk')
  if (waiting.events === 0) {
    return (
      <Section title={words.waiting}>
        <p className={shared.nothing}>
          <CheckIcon />
          <span>
            <strong>{words.nothing_waits}</strong>
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
          <span className={styles.strong}>{words.events(waiting.events)}</span>
        </Fact>
        <Fact name={words.size}>{words.pictures_of(bytesText(waiting.bytes))}</Fact>
        <Fact name={words.oldest}>
          <RelativeTime time={waiting.oldest_ms} />
        </Fact>
      </Facts>
      <ul className={styles.statuses}>
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
