/** The acts, newest first; on a phone each act is a card. */
import type { AnswerAt } from '#src/core/api.ts'
import { personName } from '#src/core/people.ts'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { TableHead } from '#src/tables/table-head.tsx'
import { TableSkeleton } from '#src/tables/table-skeleton.tsx'
import '#src/tables/table.css'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import styles from './acts.module.css'

type Act = AnswerAt<'/api/system/list_acts'>['list'][number]
type Props = { acts: readonly Act[] | undefined; onUndo: (act_id: number) => void }

const columns = ['time', 'username', 'what', 'until'] as const
/** Number of names that fit one line. */
const max_shown = 3

export function ActsTable({ acts, onUndo }: Props) {
  const words = useWords('acts')
  return (
    <table className={`table ${styles.acts}`} data-cards="">
      <TableHead columns={columns} labels={words} acts={words.state} />
      <tbody>
        {!acts && <TableSkeleton columns={columns.length + 1} rows={8} />}
        {acts?.map((act) => (
          <Row key={act.act_id} act={act} onUndo={onUndo} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ act, onUndo }: { act: Act } & Pick<Props, 'onUndo'>) {
  const [words, { people }] = [useWords('acts'), useWords('shell')]
  const what = words.kinds[act.kind]
  const over = act.state === 'undone' || act.state === 'expired'
  return (
    <tr data-over={over || undefined}>
      <td data-label={words.time} className={styles.time}>
        {act.time_str}
        <small>
          <RelativeTime time={act.time_str} />
        </small>
      </td>
      <td data-label={words.username}>{personName(act.username, people)}</td>
      <td data-label={words.what} data-wide="">
        <strong>{what}</strong>
        <span className={styles.counts}>{useCounts(act.counts)}</span>
        <small>{useNames(act.names)}</small>
      </td>
      <td data-label={words.until} className={styles.time}>
        {act.until_time_str}
      </td>
      <td className={styles.act}>
        {act.state === 'undone' ? (
          <>
            <StatusTag tone="idle">{words.undone}</StatusTag>
            <small>{words.undone_by(personName(act.undone_by, people), act.undone_time_str)}</small>
          </>
        ) : act.state === 'expired' ? (
          <StatusTag tone="idle">{words.expired}</StatusTag>
        ) : (
          <WhyButton
            label={words.undo_of(what, act.time_str)}
            why={act.state === 'role' ? words.why_role : undefined}
            onPress={() => onUndo(act.act_id)}
          >
            {words.undo}
          </WhyButton>
        )}
      </td>
    </tr>
  )
}

function useCounts(counts: Act['counts']): string {
  const words = useWords('acts').counts
  return (['cameras', 'scenes', 'lots', 'fields', 'events'] as const)
    .flatMap((name) => {
      const n = counts[name]
      return n ? [words[name](n)] : []
    })
    .join(' · ')
}

function useNames(names: readonly string[]): string {
  const words = useWords('acts')
  const shown = names.slice(0, max_shown).map((name) => words.names[name] ?? name)
  return shown.join('、') + (names.length > max_shown ? ` ${words.and_more}` : '')
}
