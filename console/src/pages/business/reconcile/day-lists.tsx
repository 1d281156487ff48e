/**
 * The differences on one day: the device's side with its send attempts, the file's side with its line number.
 */
import { event_status, event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { Link } from 'react-router'
import { kinds, type Day } from './kinds.ts'
import styles from './reconcile.module.css'

type Ours = Day['missing']['list'][number]
type Theirs = Day['unknown']['list'][number]
/** One finding: either side may be absent. */
type Finding = { ours?: Ours; theirs?: Theirs; lines?: string; notes: string[] }

export function DayLists({ day, result }: { day: string; result: Day }) {
  const words = useWords('reconcile')
  const resending = useChange('/api/parking/resend_parking_event', {
    done: ({ resent, left }) => toast.success(words.resent(resent, left)),
  })
  const lists = findingsOf(result, words)
  return (
    <div className="stack" role="region" aria-label={words.day_title(day)}>
      {kinds
        .filter((kind) => result[kind].n > 0)
        .map((kind) => {
          const uuids = lists[kind].flatMap(({ ours }) => ours?.uuid ?? [])
          const sends = kind === 'missing' || kind === 'different'
          return (
            <Section
              key={kind}
              flush
              title={`${words.kinds[kind]} · ${result[kind].n}`}
              hint={words.kind_says[kind]}
              action={
                sends && (
                  <WhyButton
                    why={undefined}
                    busy={resending.running}
                    onPress={() => void resending.run({ list: uuids })}
                  >
                    {words.resend(uuids.length)}
                  </WhyButton>
                )
              }
            >
              <ul className={styles.findings}>
                {lists[kind].map((one, at) => (
                  <li key={at}>
                    <Side label={words.ours}>{one.ours && <OurSide event={one.ours} />}</Side>
                    <Side label={words.theirs}>
                      {one.theirs ? <TheirSide row={one.theirs} /> : one.lines}
                    </Side>
                    {one.notes.length > 0 && <p className="whole-row warn">{one.notes.join(' · ')}</p>}
                  </li>
                ))}
              </ul>
              {result[kind].n > lists[kind].length && (
                <p className={`note ${styles.more}`}>{words.more(lists[kind].length, result[kind].n)}</p>
              )}
            </Section>
          )
        })}
    </div>
  )
}

function findingsOf(
  day: Day,
  words: ReturnType<typeof useWords<'reconcile'>>,
): Record<(typeof kinds)[number], Finding[]> {
  const ours = (list: readonly Ours[]) => list.map((one): Finding => ({ ours: one, notes: [] }))
  const theirs = (list: readonly Theirs[]) => list.map((one): Finding => ({ theirs: one, notes: [] }))
  return {
    missing: ours(day.missing.list),
    unsent: ours(day.unsent.list),
    unknown: theirs(day.unknown.list),
    double: day.double.list.map((one) => ({ ours: one.ours, lines: words.lines(one.lines), notes: [] })),
    different: day.different.list.map((one) => ({
      ours: one.ours,
      theirs: one.theirs,
      notes: [
        words.differ(one.fields.map((field) => words.fields[field])),
        ...(one.by === 'uuid' ? [] : [words.found_by[one.by]]),
      ],
    })),
    unexpected: day.unexpected.list.map((one) => ({ ...one, notes: [] })),
    open_ours: ours(day.open_ours.list),
    open_theirs: theirs(day.open_theirs.list),
    unclear: day.unclear.list.map((one) => ({
      theirs: one.theirs,
      notes: [words.candidates(one.candidates.map(({ event_time_str }) => event_time_str))],
    })),
  }
}

function Side({ label, children }: { label: string; children: React.ReactNode }) {
  const words = useWords('reconcile')
  return (
    <div className={`flex wrap baseline slim ${styles.side}`}>
      <span className={`text-12 ink-3 ${styles.label}`}>{label}</span>
      {children ?? <span className="ink-3">{words.absent}</span>}
    </div>
  )
}

function OurSide({ event }: { event: Ours }) {
  const [words, codes] = [useWords('reconcile'), useWords('codes')]
  const status = wordOf(event_status, event.status)
  return (
    <>
      <Link to={`/business/data/parking?uuid=${event.uuid}`}>{event.event_time_str}</Link>
      <span>{useTypeName(event.event_type)}</span>
      <b>{event.lot_no}</b>
      <span>{event.plate_number || words.no_plate}</span>
      <small>
        {status ? codes.event_status[status] : event.status}
        {event.count_tried > 0 && ` · ${words.tried(event.count_tried, event.send_time_str)}`}
        {event.response_info && ` · ${event.response_info}`}
      </small>
    </>
  )
}

function TheirSide({ row }: { row: Theirs }) {
  const words = useWords('reconcile')
  const type = useTypeName(row.event_type)
  return (
    <>
      <span>{row.time_str}</span>
      <span>{type}</span>
      <b>{row.lot_no}</b>
      <span>{row.plate_number || words.no_plate}</span>
      <small>{words.line(row.line)}</small>
    </>
  )
}

function useTypeName(type: number | null): string {
  const codes = useWords('codes')
  const word = type === null ? undefined : wordOf(event_type, type)
  return word ? codes.event_type[word] : ''
}
