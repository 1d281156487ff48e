/** The events on the disk that wait to be sent: number, size and age, and a button to send them now. */
import { event_status, wordOf } from '@parking/contract/core/codes.ts'
import { Link } from 'react-router'
import { useMayWork } from '#src/forms/use-may-work.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Ago } from '#src/time/ago.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { useChange } from '#src/core/queries.ts'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { CheckIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import type { DiskStatus } from './page.tsx'
import shared from './storage.module.css'
import styles from './waiting.module.css'

const tones: Record<number, Tone> = {
  [event_status.pending]: 'info',
  [event_status.delayed]: 'warn',
  [event_status.send_failed]: 'bad',
}

export function Waiting({ waiting }: { waiting: DiskStatus['waiting'] }) {
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
    <Section title={words.waiting} action={<Resume />}>
      <dl className={styles.facts}>
        <div>
          <dt>{words.count}</dt>
          <dd className={styles.strong}>{words.events(waiting.events)}</dd>
        </div>
        <div>
          <dt>{words.size}</dt>
          <dd>{words.pictures_of(bytesText(waiting.bytes))}</dd>
        </div>
        <div>
          <dt>{words.oldest}</dt>
          <dd>
            <Ago time={waiting.oldest_ms} />
          </dd>
        </div>
      </dl>
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

function Resume() {
  const words = useWords('disk')
  const may = useMayWork()
  const resume = useChange('/api/system/parking_event_resume_upload', {
    refresh: ['/api/system/disk_status'],
    done: ({ resumed }) => toast.success(words.resumed(resumed)),
  })
  async function run() {
    if (await confirm({ title: words.resume_ask, body: words.resume_effect, confirm: words.resume }))
      await resume.run({})
  }
  return (
    <WhyButton why={may ? undefined : words.resume_role} busy={resume.running} onPress={() => void run()}>
      {words.resume}
    </WhyButton>
  )
}
