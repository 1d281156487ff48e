/** The rows of the alarm centre: the cost to bills, what to do, and one press to the place of the remedy. */
import { personName } from '#src/core/people.ts'
import { useWords } from '#src/core/words.ts'
import { ResumeUpload } from '#src/events/queue/resume-upload.tsx'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { ExpandableTable } from '#src/tables/expandable-table.tsx'
import { durationText, formatTime } from '#src/time/time.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { AlarmActs } from './alarm-acts.tsx'
import { admin_kinds, placeOf } from './alarm-place.ts'
import { factsText, helpOf, nameOf, type Alarms, type Row } from './alarm-text.ts'
import styles from './alarms.module.css'

const tones: Record<Row['cost'], Tone> = {
  missing: 'bad',
  wrong: 'bad',
  late: 'warn',
  proof: 'warn',
  none: 'idle',
}

type Props = {
  /** Undefined during the first load. */
  alarms: Alarms | undefined
  /** When the answer arrived, by this browser's clock. */
  received_ms: number
  expected: number
  /** Open alarms: with their remedy. */
  acts?: boolean
  opened: string
  onOpen: (id: number | undefined) => void
}

export function AlarmTable({ alarms, received_ms, expected, acts = false, opened, onOpen }: Props) {
  const [words, kinds, units] = [
    useWords('alarms'),
    useWords('codes').alarm_kind,
    useWords('shell').time.units,
  ]
  const said = useWords('device_said')
  const now_ms = alarms?.now_ms ?? 0
  /** Converts a time of the device's clock to this browser's clock. */
  const here = (ms: number) => received_ms - (now_ms - ms)
  return (
    <ExpandableTable
      className={styles.alarms}
      columns={[
        {
          label: words.kind,
          className: styles.what,
          wide: true,
          cell: (row) => {
            const facts = factsText(row, words, said)
            return (
              <>
                <strong className="block anywhere">{nameOf(row, words, kinds)}</strong>
                {facts !== '' && <small className="block anywhere text-12 ink-3">{facts}</small>}
                {acts && <p className="anywhere text-13 ink-2">{words.help[helpOf(row)].todo}</p>}
              </>
            )
          },
        },
        {
          label: words.bills,
          className: 'nowrap',
          cell: ({ cost }) => <StatusTag tone={tones[cost]}>{words.costs[cost]}</StatusTag>,
        },
        {
          label: words.since,
          className: 'nowrap',
          cell: (row) => (
            <>
              <time title={formatTime(here(row.since_ms))}>
                {formatTime(here(row.since_ms)).slice(5, 16)}
              </time>
              <small className="block text-12 ink-3">
                {words.lasted}{' '}
                {durationText(Math.round(((row.recovered_ms ?? now_ms) - row.since_ms) / 1000), units)}
              </small>
            </>
          ),
        },
        acts
          ? {
              label: words.handling,
              className: styles.acts,
              wide: true,
              cell: (row) => <Remedy row={row} alarms={alarms!} here={here} />,
            }
          : {
              label: words.acknowledgement,
              cell: (row) => <AcknowledgedBy row={row} />,
            },
      ]}
      rows={alarms?.list}
      expected={expected}
      keyOf={({ alarm_id }) => alarm_id}
      opened={opened}
      onOpen={onOpen}
      detail={words.detail}
      toggleLabel={(row, open) => (open ? words.hide : words.show)(nameOf(row, words, kinds))}
      levelOf={({ severity }) => severity}
    >
      {(row) => <Detail row={row} here={here} />}
    </ExpandableTable>
  )
}

function AcknowledgedBy({ row }: { row: Row }) {
  const { people } = useWords('shell')
  return <span className="ink-2">{personName(row.acknowledged_by, people)}</span>
}

type RemedyProps = { row: Row; alarms: Alarms; here: (ms: number) => number }

/** The place of the remedy, and the marks and buttons of acknowledgement and silence. */
function Remedy({ row, alarms, here }: RemedyProps) {
  const words = useWords('alarms')
  const { roles } = useStore(session)
  const help = words.help[helpOf(row)]
  const may = roles.includes('admin') || !admin_kinds.includes(row.kind)
  return (
    <div className={`flex wrap gap-8 ${styles.remedy}`}>
      {may ? (
        <ButtonLink to={placeOf(row)}>{help.link}</ButtonLink>
      ) : (
        <span className="note">{words.no_access}</span>
      )}
      {helpOf(row) === 'refused' && <ResumeUpload />}
      <AlarmActs row={row} alarms={alarms} here={here} />
    </div>
  )
}

/** What it does to bills and what to do, the times, who acknowledged it, and its mail. */
function Detail({ row, here }: { row: Row; here: (ms: number) => number }) {
  const [words, { people }] = [useWords('alarms'), useWords('shell')]
  const help = words.help[helpOf(row)]
  return (
    <div className={styles.detail}>
      <Facts>
        <Fact name={words.effect}>{help.effect}</Fact>
        <Fact name={words.todo}>{help.todo}</Fact>
        <Fact name={words.state}>
          {row.recovered_ms === null ? words.severities[row.severity] : words.recovered}
        </Fact>
        <Fact name={words.raised}>{formatTime(here(row.raised_ms))}</Fact>
        {row.recovered_ms !== null && <Fact name={words.ended}>{formatTime(here(row.recovered_ms))}</Fact>}
        <Fact name={words.acknowledgement}>
          {row.acknowledged_ms === null
            ? words.not_acknowledged
            : words.acknowledged_at(
                personName(row.acknowledged_by, people),
                formatTime(here(row.acknowledged_ms)),
              )}
        </Fact>
        <Fact name={words.mail}>{words.mails[row.mail]}</Fact>
      </Facts>
    </div>
  )
}
