/**
 * Sets the clock by hand. A jump of more than a minute first shows its effect on parked cars. Long because
 * the form, its running clock and its dialog belong together.
 */
import { useId, useState } from 'react'
import { call, outcomeOf } from '#src/core/api.ts'
import { sentenceOf } from '#src/core/errors.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { useChange } from '#src/core/queries.ts'
import { useDirty } from '#src/stores/dirty.ts'
import { session } from '#src/stores/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Section } from '#src/ui/section.tsx'
import { durationText } from '#src/time/time.ts'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import type { Time } from './page.tsx'
import shared from './time.module.css'
import styles from './manual-form.module.css'
import { useTick } from './use-device-clock.ts'
import { TimeField } from '#src/time/range/time-field.tsx'
import { readTime } from '#src/time/range/time-text.ts'
import { offsetOf, stampOf, wallOf } from '#src/time/zone.ts'
import { wallAt, type DeviceClock } from './wall-clock.ts'

/** In milliseconds: a smaller step needs no confirmation. */
const jump_ms = 60_000

/** The time to set: typed, or the browser's clock at the time the button is pressed. */
type Wanted = { kind: 'typed'; text: string } | { kind: 'browser' }

export function ManualForm({ time, clock }: { time: Time; clock: DeviceClock }) {
  const [words, range, forms, errors, units] = [
    useWords('time'),
    useWords('range'),
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
  const typed =
    wanted.kind === 'typed' ? readTime(wanted.text, 'start', stampOf(deviceWall(clock))) : undefined
  const unread = !empty && wanted.kind === 'typed' && typed === undefined
  const closed = !may ? forms.read_only : time.ntp_enabled ? words.manual_ntp : undefined
  const issue = change.issues.find(({ field }) => field === 'time')

  async function set() {
    const wall = wanted.kind === 'browser' ? browserWall(clock) : wallOf(typed ?? '')
    const jump = wall - deviceWall(clock)
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
    // Computed again, because the dialog may have been open for a while.
    await change.run({ time: stampOf(wanted.kind === 'browser' ? browserWall(clock) : wall) })
  }

  return (
    <Section title={words.manual}>
      {closed !== undefined && (
        <p
          className={`pad-8-12 below-12 text-13 ink-2 round-6 leading-15 ${styles.closed}`}
          id={`${id}-closed`}
        >
          {closed}
        </p>
      )}
      <div className={`grid one-column gap-4 ${shared.field}`}>
        <label htmlFor={id}>{words.manual_time}</label>
        <div className={`flex wrap gap-8 ${styles.manualRow}`}>
          {wanted.kind === 'typed' ? (
            <TimeField
              id={id}
              text={wanted.text}
              now={stampOf(deviceWall(clock))}
              disabled={closed !== undefined}
              invalid={issue !== undefined || unread}
              describedBy={`${id}-note${closed === undefined ? '' : ` ${id}-closed`}`}
              onText={(text) => setWanted({ kind: 'typed', text })}
            />
          ) : (
            <BrowserTime id={id} clock={clock} onType={(text) => setWanted({ kind: 'typed', text })} />
          )}
          <WhyButton why={closed} onPress={() => setWanted({ kind: 'browser' })}>
            {words.use_browser}
          </WhyButton>
        </div>
        <p
          id={`${id}-note`}
          className={`text-12 ink-3 figures anywhere leading-20 ${shared.note}`}
          data-tone={issue ? 'bad' : undefined}
        >
          {issue
            ? sentenceOf(issue, errors)
            : wanted.kind === 'browser'
              ? words.using_browser
              : words.manual_hint}
        </p>
      </div>
      <div className={`flex to-end gap-8 above-12 line-above ${styles.end}`}>
        {!empty && closed === undefined && (
          <Button onClick={() => setWanted({ kind: 'typed', text: '' })}>{forms.undo}</Button>
        )}
        <WhyButton
          variant="primary"
          why={closed ?? (empty ? words.set_empty : unread ? range.unreadable : undefined)}
          busy={change.running}
          onPress={() => void set()}
        >
          {words.set}
        </WhyButton>
      </div>
    </Section>
  )
}

/**
 * The current number of open sessions, for the dialog; the last known number if the device does not answer.
 */
async function openNow(time: Time): Promise<number | undefined> {
  const { answer } = await outcomeOf(call('/api/device/time_para', {}, { quiet: true }))
  return (answer ?? time).open_sessions
}

/** The wall time of the device now. */
const deviceWall = (clock: DeviceClock): number => wallAt(clock, performance.now())

/**
 * The browser's time as wall time in the device's zone, to the nearest second: `set_time` takes whole
 * seconds, and cutting the rest off would make the device half a second late on average.
 */
function browserWall(clock: DeviceClock): number {
  const now = Math.round(Date.now() / 1000) * 1000
  return now + (offsetOf(clock.zone, now) ?? -new Date(now).getTimezoneOffset()) * 60_000
}

/** The browser's clock in the field, running until the user types. */
function BrowserTime({
  id,
  clock,
  onType,
}: {
  id: string
  clock: DeviceClock
  onType: (text: string) => void
}) {
  useTick(clock)
  return (
    <TimeField
      id={id}
      text={stampOf(browserWall(clock))}
      now={stampOf(deviceWall(clock))}
      describedBy={`${id}-note`}
      onText={onType}
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
    <div className={`grid gap-8 ${styles.jump}`}>
      <p>{(jump > 0 ? words.jump_forward : words.jump_back)(amount)}</p>
      <p className={`flex wrap bold figures ${styles.fromTo}`}>
        <time>{from}</time>
        <span aria-hidden="true">→</span>
        <time>{to}</time>
      </p>
      <p>
        <strong>
          {open === undefined ? words.jump_unknown : open === 0 ? words.jump_none : words.jump_open(open)}
        </strong>
      </p>
      <ul className="listed">
        {open !== 0 && <li>{jump > 0 ? words.jump_longer : words.jump_shorter}</li>}
        <li>{words.jump_events}</li>
        <li>{words.jump_logs}</li>
      </ul>
    </div>
  )
}
