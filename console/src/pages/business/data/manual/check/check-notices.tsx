/** What the device did not take: which event, what was said of it, why; and the way back to it where it still waits. */
import { useWords } from '#src/words.ts'
import styles from './check.module.css'
import { forgetRefused, type CheckRow, type Deed, type Outbox } from './verdict-queue.ts'
import { Button } from '#src/ui/button/button.tsx'

type Props = { box: Outbox; list: readonly CheckRow[]; onAgain: (row: CheckRow) => void }

export function Notices({ box, list, onAgain }: Props) {
  const words = useWords('checks')
  return box.refused.map(({ deed, message, first }) => {
    const row = list.find(({ uuid }) => uuid === deed.shown.row.uuid)
    return (
      <div key={`${deed.shown.row.uuid} ${deed.kind}`} className={styles.notice} role="alert">
        <p>
          <strong>{deed.kind === 'undo' ? words.refused_undo : words.refused(saidIn(deed, words))}</strong>
          {first ? words.refused_first(first) : message}
        </p>
        {row && (
          <Button
            onClick={() => {
              forgetRefused(deed)
              onAgain(row)
            }}
          >
            {words.again_one}
          </Button>
        )}
        <Button onClick={() => forgetRefused(deed)}>{words.dismiss}</Button>
      </div>
    )
  })
}

/** The lot, the plate and what was said of it. */
function saidIn({ shown: { row }, said }: Deed, words: ReturnType<typeof useWords<'checks'>>): string {
  return [row.lot_no, row.plate_number || words.no_plate, words.verdicts[said.verdict], said.plate_number]
    .filter(Boolean)
    .join(' ')
}
