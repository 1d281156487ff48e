/** Setting the clock by hand. A jump of more than a minute says first what it does to the cars that stand there (notes, NT4). */
import { useId, useState } from 'react'
import { call } from '#src/api.ts'
import { sentenceOf } from '#src/errors.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { useChange } from '#src/queries.ts'
import { useDirty } from '#src/stores/dirty.ts'
import { session } from '#src/stores/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Section } from '#src/ui/section.tsx'
import { durationText } from '#src/ui/time.ts'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/words.ts'
import type { Time } from './page.tsx'
import styles from './time.module.css'
import { useTick } from './use-heard.ts'
import { offsetOf, stampOf, wallAt, wallOf, type Heard } from './wall-clock.ts'

/** A smaller step needs no question. */
const jump_ms = 60_000

/** What is to be set: a text, or whatever this browser's clock says when the button is pressed. */
type Wanted = { kind: 'typed'; text: string } | { kind: 'browser' }

export function ManualForm({ time, heard }: { time: Time; heard: Heard }) {
  const [words, forms, errors, units] = [
    useWords('time'),
    useWords('forms'),
    useWords('errors'),
    useWords('shell').time.units,
  ]
  const id = useId()
  const [wanted, setWanted] = useState<Wanted>({ kind: 'typed', text: '' })
  const may = useStore(session).roles.includes('admin')
  const change = useChange('/api/device/set_time', {
    refresh: ['/api/device/time_para'],
    done() {
      setWanted({ kind: 'typed', text: '' })
      toast.success(words.set_done)
    },
  })
  const empty = wanted.kind === 'typed' && wanted.text === ''
  useDirty(!empty)
  const closed = !may ? forms.read_only : time.ntp_enabled ? words.manual_ntp : undefined
  const issue = change.issues.find(({ field }) => field === 'time')

  async function set() {
    const wall = wanted.kind === 'browser' ? browserWall(heard) : wallOf(wanted.text)
    const jump = wall - boxWall(heard)
    if (Math.abs(jump) > jump_ms) {
      const body = (
        <Jump
          jump={jump}
          amount={durationText(Math.round(Math.abs(jump) / 1000), units)}
          to={stampOf(wall)}
          from={stampOf(wall - jump)}
          open={await openNow(time)}
        />
      )
      if (!(await confirm({ title: words.jump, body, confirm: words.jump_go, danger: true }))) return
    }
    // asked for again: the question may have stood there for a while
    await change.run({ time: stampOf(wanted.kind === 'browser' ? browserWall(heard) : wall) })
  }

  return (
    <Section title={words.manual}>
      {closed !== undefined && (
        <p className={styles.closed} id={`${id}-closed`}>
          {closed}
        </p>
      )}
      <div className={styles.field}>
        <label htmlFor={id}>{words.manual_time}</label>
        <div className={styles.manualRow}>
          {wanted.kind === 'typed' ? (
            <input
              id={id}
              className={styles.input}
              type="datetime-local"
              step={1}
              min="2000-01-01T00:00:00"
              max="2099-12-31T23:59:59"
              value={wanted.text}
              disabled={closed !== undefined}
              aria-invalid={issue !== undefined || undefined}
              aria-describedby={`${id}-note${closed === undefined ? '' : ` ${id}-closed`}`}
              onChange={(event) => setWanted({ kind: 'typed', text: event.currentTarget.value })}
            />
          ) : (
            <BrowserTime id={id} heard={heard} onType={(text) => setWanted({ kind: 'typed', text })} />
          )}
          <WhyButton why={closed} onPress={() => setWanted({ kind: 'browser' })}>
            {words.use_browser}
          </WhyButton>
        </div>
        <p id={`${id}-note`} className={styles.note} data-tone={issue ? 'bad' : undefined}>
          {issue
            ? sentenceOf(issue, errors)
            : wanted.kind === 'browser'
              ? words.using_browser
              : words.manual_hint}
        </p>
      </div>
      <div className={styles.end}>
        {!empty && closed === undefined && (
          <Button onClick={() => setWanted({ kind: 'typed', text: '' })}>{forms.undo}</Button>
        )}
        <WhyButton
          variant="primary"
          why={closed ?? (empty ? words.set_empty : undefined)}
          busy={change.running}
          onPress={() => void set()}
        >
          {words.set}
        </WhyButton>
      </div>
    </Section>
  )
}

/** How many cars stand there at this moment, for the question is about them; as last heard where the device does not say. */
const openNow = (time: Time): Promise<number | undefined> =>
  call('/api/device/time_para', {}, { quiet: true }).then(
    (now) => now.open_sessions,
    () => time.open_sessions,
  )

/** What the wall of the box says at this moment. */
const boxWall = (heard: Heard): number => wallAt(heard, performance.now())

/** This browser's moment, as it would stand on a wall in the box's zone. */
function browserWall(heard: Heard): number {
  const now = Date.now()
  return now + (offsetOf(heard.zone, now) ?? -new Date(now).getTimezoneOffset()) * 60_000
}

/** The browser's clock in the field, ticking, until somebody types over it. */
function BrowserTime({ id, heard, onType }: { id: string; heard: Heard; onType: (text: string) => void }) {
  useTick(heard)
  return (
    <input
      id={id}
      className={styles.input}
      type="datetime-local"
      step={1}
      aria-describedby={`${id}-note`}
      value={stampOf(browserWall(heard)).replace(' ', 'T')}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}

function Jump({
  jump,
  amount,
  from,
  to,
  open,
}: {
  jump: number
  amount: string
  from: string
  to: string
  open: number | undefined
}) {
  const words = useWords('time')
  return (
    <div className={styles.jump}>
      <p>{(jump > 0 ? words.jump_forward : words.jump_back)(amount)}</p>
      <p className={styles.fromTo}>
        <time>{from}</time>
        <span aria-hidden="true">→</span>
        <time>{to}</time>
      </p>
      <p>
        <strong>
          {open === undefined ? words.jump_unknown : open === 0 ? words.jump_none : words.jump_open(open)}
        </strong>
      </p>
      <ul>
        {open !== 0 && <li>{jump > 0 ? words.jump_longer : words.jump_shorter}</li>}
        <li>{words.jump_events}</li>
        <li>{words.jump_logs}</li>
      </ul>
    </div>
  )
}
