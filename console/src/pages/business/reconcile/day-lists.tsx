/**
 * The differences on one day: the device's side with its send attempts, the file's side with its line number.
 */
import { event_status, event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { formatTime } from '#src/time/time.ts'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { toast } from '#src/ui/toast.tsx'
import { Link } from 'react-router'
import { listsOf, type DayList, type ListedFinding } from './lists.ts'
import type { DeviceEvent } from './pair.ts'
import type { DayResult } from './reconcile.ts'
import type { FileRecord } from './records.ts'
import styles from './reconcile.module.css'

export function DayLists({ result, foreign }: { result: DayResult; foreign: boolean }) {
  const words = useWords('reconcile')
  return (
    <div className="stack" role="region" aria-label={words.day_title(result.day)}>
      {listsOf(result, { foreign }).map((list) => (
        <OneList key={list.kind} list={list} />
      ))}
    </div>
  )
}

function OneList({ list: { kind, n, shown, resendable } }: { list: DayList }) {
  const words = useWords('reconcile')
  const notesOf = useNotes()
  const resending = useChange('/api/parking/resend_parking_event', {
    done: ({ resent, left }) => toast.success(words.resent(resent, left)),
  })
  const label = kind === 'withdrawn' ? words.resend_withdrawal : words.resend
  return (
    <Section
      flush
      title={`${words.kinds[kind]} · ${n}`}
      hint={words.kind_says[kind]}
      action={
        resendable.length > 0 && (
          <WhyButton
            why={undefined}
            busy={resending.running}
            onPress={() => void resending.run({ list: [...resendable] })}
          >
            {label(resendable.length)}
          </WhyButton>
        )
      }
    >
      <ul className={styles.findings}>
        {shown.map((one, at) => {
          const [row, ...further] = one.rows
          const notes = notesOf(one)
          return (
            <li key={at}>
              <Side label={words.ours}>{one.ours && <OurSide event={one.ours} />}</Side>
              <Side label={words.theirs}>
                {further.length > 0
                  ? words.lines(one.rows.map(({ line }) => line).toSorted((a, b) => a - b))
                  : row && <TheirSide row={row} />}
              </Side>
              {notes.length > 0 && <p className="whole-row warn">{notes.join(' · ')}</p>}
            </li>
          )
        })}
      </ul>
      {n > shown.length && <p className={`note ${styles.more}`}>{words.more(shown.length, n)}</p>}
    </Section>
  )
}

function useNotes(): (finding: ListedFinding) => string[] {
  const words = useWords('reconcile')
  return ({ fields = [], by = 'uuid', candidates, deleted }) => [
    ...(fields.length > 0 ? [words.differ(fields.map((field) => words.fields[field]))] : []),
    ...(by === 'uuid' ? [] : [words.found_by[by]]),
    ...(candidates ? [words.candidates(candidates.map(({ event_ms }) => formatTime(event_ms)))] : []),
    ...(deleted ? [words.deleted(formatTime(deleted.deleted_ms), deleted.deleted_by)] : []),
  ]
}

function Side({ label, children }: { label: string; children: React.ReactNode }) {
  const words = useWords('reconcile')
  return (
    <div className={`flex wrap baseline slim ${styles.side}`}>
      <span className={`text-12 ink-3 ${styles.label}`}>{label}</span>
      {children || <span className="ink-3">{words.absent}</span>}
    </div>
  )
}

function OurSide({ event }: { event: DeviceEvent }) {
  const [words, codes] = [useWords('reconcile'), useWords('codes')]
  const status = wordOf(event_status, event.status)
  const sent = event.send_ms === null ? '' : formatTime(event.send_ms)
  return (
    <>
      <Link to={`/business/data/parking?uuid=${event.uuid}`}>{formatTime(event.event_ms)}</Link>
      <span>{useTypeName(event.event_type)}</span>
      <b>{event.lot_no}</b>
      <span>{event.plate_number || words.no_plate}</span>
      {event.state !== 'observed' && <StatusTag tone="warn">{words.states[event.state]}</StatusTag>}
      <small>
        {status ? codes.event_status[status] : event.status}
        {event.count_tried > 0 && ` · ${words.tried(event.count_tried, sent)}`}
        {event.response_info && ` · ${event.response_info}`}
      </small>
    </>
  )
}

function TheirSide({ row }: { row: FileRecord }) {
  const words = useWords('reconcile')
  const type = useTypeName(row.event_type)
  return (
    <>
      <span>{row.time_ms === null ? row.time_text : formatTime(row.time_ms)}</span>
      <span>{type}</span>
      <b>{row.lot_no}</b>
      <span>{row.plate_number === '' ? words.no_plate : row.plate_number}</span>
      <small>
        {row.derived && `${words.derived} · `}
        {words.line(row.line)}
      </small>
    </>
  )
}

function useTypeName(type: number | null): string {
  const codes = useWords('codes')
  const word = type === null ? undefined : wordOf(event_type, type)
  return word ? codes.event_type[word] : ''
}
