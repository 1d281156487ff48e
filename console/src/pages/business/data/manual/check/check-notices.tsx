/**
 * Verdicts that the device refused, each with the reason and, while its event is still in the queue, a button
 * that shows the event again.
 */
import { useWords } from '#src/core/words.ts'
import styles from './check.module.css'
import { dismissRefused, type CheckRow, type QueuedVerdict, type VerdictQueue } from './verdict-queue.ts'
import { Button } from '#src/ui/button/button.tsx'

type Props = { verdicts: VerdictQueue; list: readonly CheckRow[]; onAgain: (row: CheckRow) => void }

export function CheckNotices({ verdicts, list, onAgain }: Props) {
  const words = useWords('checks')
  return verdicts.refused.map(({ entry, message, first }) => {
    const row = list.find(({ uuid }) => uuid === entry.shown.row.uuid)
    return (
      <div
        key={`${entry.shown.row.uuid} ${entry.kind}`}
        className={`row wrap gap-8-12 ink round-8 on-bad ${styles.notice}`}
        role="alert"
      >
        <p>
          <strong className="block bad">
            {entry.kind === 'undo' ? words.refused_undo : words.refused(describeVerdict(entry, words))}
          </strong>
          {first ? words.refused_first(first) : message}
        </p>
        {row && (
          <Button
            onClick={() => {
              dismissRefused(entry)
              onAgain(row)
            }}
          >
            {words.again_one}
          </Button>
        )}
        <Button onClick={() => dismissRefused(entry)}>{words.dismiss}</Button>
      </div>
    )
  })
}

/** Lot, plate and verdict. */
function describeVerdict(
  { shown: { row }, body }: QueuedVerdict,
  words: ReturnType<typeof useWords<'checks'>>,
): string {
  return [row.lot_no, row.plate_number || words.no_plate, words.verdicts[body.verdict], body.plate_number]
    .filter(Boolean)
    .join(' ')
}
