/** The entries of the ledger as a table; on a phone each entry is a card. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { event_status, event_type, wordOf } from '@parking/contract/core/codes.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import { WhyButton } from '#src/forms/why-button.tsx'
import { TableHead } from '#src/tables/table-head.tsx'
import { TableSkeleton } from '#src/tables/table-skeleton.tsx'
import '#src/tables/table.css'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './ledger.module.css'

export type Entry = AnswerAt<'/api/parking/check_ledger'>['list'][number]

const columns = ['time', 'username', 'event', 'verdict', 'plate', 'status', 'reason'] as const
const tones: Readonly<Record<Entry['verdict'], Tone>> = {
  confirmed: 'ok',
  corrected: 'info',
  vacant: 'idle',
  occupied: 'idle',
  discarded: 'bad',
  undone: 'warn',
  typed: 'warn',
}

type Props = { rows: readonly Entry[] | undefined; undoing: boolean; onUndo: (entry: Entry) => void }

export function LedgerTable({ rows, undoing, onUndo }: Props) {
  const words = useWords('check_ledger')
  return (
    <table className={`table ${styles.ledger}`} data-cards="">
      <TableHead columns={columns} labels={words} acts={words.act} />
      <tbody>
        {!rows && <TableSkeleton columns={columns.length + 1} rows={10} />}
        {rows?.map((entry) => (
          <Row key={entry.entry_id} entry={entry} undoing={undoing} onUndo={onUndo} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ entry, undoing, onUndo }: { entry: Entry } & Pick<Props, 'undoing' | 'onUndo'>) {
  const [words, codes] = [useWords('check_ledger'), useWords('codes')]
  const shell = useWords('shell')
  const { undo } = entry
  const status = (code: number) => codes.event_status[wordOf(event_status, code) ?? 'manually_discarded']
  return (
    <tr data-back={entry.taken_back || undefined}>
      <td data-label={words.time} className="nowrap">
        {entry.time_str}
      </td>
      <td data-label={words.username}>{entry.username}</td>
      <td data-label={words.event}>
        <EventLink entry={entry} />
        <small className="block text-12 ink-3">
          {codes.event_type[wordOf(event_type, entry.event_type) ?? 'entry']} · {entry.lot_no} ·{' '}
          {entry.camera_name}
        </small>
      </td>
      <td data-label={words.verdict}>
        <StatusTag tone={tones[entry.verdict]}>{words.verdicts[entry.verdict]}</StatusTag>
        {entry.review && (
          <>
            {' '}
            <StatusTag tone={entry.review.agreed ? 'ok' : 'bad'}>
              {entry.review.agreed ? words.agreed : words.disagreed}
            </StatusTag>
            <small className="block text-12 ink-3">
              {words.first(
                entry.review.username,
                words.verdicts[entry.review.verdict],
                entry.review.plate || shell.no_plate,
              )}
            </small>
          </>
        )}
      </td>
      <td data-label={words.plate}>
        <FromTo
          before={<PlateChip number={entry.plate_before} color={entry.plate_color} />}
          after={
            entry.plate_after === entry.plate_before ? undefined : (
              <PlateChip number={entry.plate_after} color={entry.plate_color} />
            )
          }
        />
      </td>
      <td data-label={words.status}>
        {entry.status_before === null || entry.status_after === null ? (
          '--'
        ) : (
          <FromTo
            before={status(entry.status_before)}
            after={entry.status_after === entry.status_before ? undefined : status(entry.status_after)}
          />
        )}
      </td>
      <td data-label={words.reason} data-wide={entry.reason !== '' || undefined}>
        {entry.reason || '--'}
      </td>
      <td className={`nowrap text-end ${styles.act}`}>
        {entry.taken_back ? (
          <StatusTag tone="warn">
            {entry.taken_back_by === entry.username
              ? words.taken_back
              : words.taken_back_by(entry.taken_back_by)}
          </StatusTag>
        ) : undo === 'is_undo' || undo === 'manual' ? null : (
          <WhyButton
            label={words.undo_of(entry.username, entry.time_str)}
            why={undo === 'can' ? undefined : words.why[undo]}
            busy={undoing}
            onPress={() => onUndo(entry)}
          >
            {words.undo}
          </WhyButton>
        )}
      </td>
    </tr>
  )
}

function EventLink({ entry }: { entry: Entry }) {
  const words = useWords('check_ledger')
  if (entry.undo === 'gone')
    return <span title={words.deleted}>{`${entry.event_time_str}（${words.deleted}）`}</span>
  const page = entry.undo === 'manual' ? 'manual' : 'parking'
  return (
    <Link to={`/business/data/${page}?uuid=${entry.uuid}`} aria-label={words.open(entry.event_time_str)}>
      {entry.event_time_str}
    </Link>
  )
}

function FromTo({ before, after }: { before: ReactNode; after: ReactNode | undefined }) {
  return (
    <span className={`inline-row wrap ${styles.change}`}>
      {before}
      {after !== undefined && (
        <>
          <span aria-hidden="true">→</span>
          {after}
        </>
      )}
    </span>
  )
}
