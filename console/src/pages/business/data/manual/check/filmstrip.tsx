/** The next events, with preloaded pictures, and the last two decisions, each with an undo button. */
import { confidenceText } from '@parking/contract/checks/event-standing.ts'
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import type { ReactNode } from 'react'
import { inSize } from '#src/lib/picture-size.ts'
import { useWords } from '#src/core/words.ts'
import styles from './filmstrip.module.css'
import type { CheckRow, QueuedVerdict } from './verdict-queue.ts'

type Props = {
  next: readonly CheckRow[]
  done: readonly QueuedVerdict[]
  onShow: (row: CheckRow) => void
  onUndo: (entry: QueuedVerdict) => void
}

export function Filmstrip({ next, done, onShow, onUndo }: Props) {
  const words = useWords('checks')
  return (
    <div className={`flex spread slim clip gap-16 ${styles.film}`}>
      <section className={`flex slim gap-8 ${styles.part}`}>
        <h2 className="text-12 ink-3 medium text-center">{words.next}</h2>
        {next.length === 0 && <p>{words.next_none}</p>}
        {next.map((row) => (
          <button
            key={row.uuid}
            type="button"
            className={`plain ${styles.frame}`}
            onClick={() => onShow(row)}
          >
            <Thumbnail row={row} />
            <Facts row={row}>{row.confidence !== null && words.sure(confidenceText(row.confidence))}</Facts>
          </button>
        ))}
      </section>
      {done.length > 0 && (
        <section className={`flex slim gap-8 ${styles.part} ${styles.done}`}>
          <h2 className="text-12 ink-3 medium text-center">{words.just_done}</h2>
          {done.map((entry) => (
            <div key={entry.shown.row.uuid} className={styles.frame}>
              <Thumbnail row={entry.shown.row} />
              <Facts row={entry.shown.row}>
                {words.verdicts[entry.body.verdict]}{' '}
                <button type="button" className={`plain link ${styles.undo}`} onClick={() => onUndo(entry)}>
                  {words.undo}
                  <span className="visually-hidden"> {entry.shown.row.plate_number || words.no_plate}</span>
                </button>
              </Facts>
            </div>
          ))}
        </section>
      )}
    </div>
  )
}

/** Requests the picture at about its displayed size, so that it is only a few kilobytes. */
function Thumbnail({ row }: { row: CheckRow }) {
  const picture = row.pictures.find(({ kind }) => kind === 'car') ?? row.pictures[0]
  return picture ? <img src={inSize(picture.url, 96)} alt="" /> : <span className={styles.empty} />
}

function Facts({ row, children }: { row: CheckRow; children: ReactNode }) {
  const codes = useWords('codes')
  const type = wordOf(event_type, row.event_type)
  return (
    <span className={`grid relative text-12 ink-2 nowrap ${styles.facts}`}>
      <PlateChip number={row.plate_number} color={row.plate_color} small />
      <span className="ellipsis" title={row.lot_no}>
        <b>{row.lot_no}</b> {type ? codes.event_type[type] : row.event_type}
      </span>
      <span>{children}</span>
    </span>
  )
}
