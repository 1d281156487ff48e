/** The stays of the day as a table, for users who cannot see the axis and for reading long lists. */
import { stayLength } from '@parking/contract/stays/stay-length.ts'
import { markBit, type StayMark } from '@parking/contract/stays/stay-marks.ts'
import { useState } from 'react'
import { useWords } from '#src/core/words.ts'
import { Pager } from '#src/tables/pager.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import type { Axis, Bar } from './axis/axis-model.ts'
import { markTexts, timeOnDay } from './axis/stay-text.ts'
import styles from './stay-table.module.css'

type Props = { axis: Axis; chosen: number | undefined; onChoose: (stay: number) => void }

export function StayTable({ axis, chosen, onChoose }: Props) {
  const words = useWords('stays')
  const [page, setPage] = useState(1)
  const [page_size, setPageSize] = useState(50)
  const bars = axis.lanes.flatMap((lane) => lane.bars.map((bar) => ({ lot_no: lane.lot.lot_no, bar })))
  if (bars.length === 0) return <EmptyState title={words.nothing} heading="h2" />
  const { columns } = words
  return (
    <>
      <div className={`table-box ${styles.box}`}>
        <table className="table" aria-label={words.table}>
          <thead>
            <tr>
              {(['lot', 'plate', 'begin', 'end', 'length', 'marks'] as const).map((column) => (
                <th key={column} scope="col">
                  {columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.slice((page - 1) * page_size, page * page_size).map(({ lot_no, bar }) => (
              <tr key={bar.stay} aria-selected={bar.stay === chosen || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className={`plain ring-2 bold ${styles.open}`}
                    onClick={() => onChoose(bar.stay)}
                  >
                    {lot_no}
                  </button>
                </th>
                <Cells bar={bar} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager
        total={bars.length}
        page={page}
        pageSize={page_size}
        onPage={setPage}
        onPageSize={(size) => {
          setPageSize(size)
          setPage(1)
        }}
      />
    </>
  )
}

function Cells({ bar }: { bar: Bar }) {
  const words = useWords('stays')
  const has = (mark: StayMark) => (bar.marks & markBit(mark)) !== 0
  // A lone exit of a lot without earlier events has no mark, but no entry either.
  const lacks_entry = has('entry_missing') || (!bar.open && bar.from === bar.to)
  const whole = !lacks_entry && !has('exit_missing')
  return (
    <>
      <td>{bar.plate || words.no_plate}</td>
      <td>{lacks_entry ? '–' : timeOnDay(bar.from, words)}</td>
      <td>{bar.open ? words.still : has('exit_missing') ? '–' : timeOnDay(bar.to, words)}</td>
      <td>{whole ? stayLength(bar.to - bar.from) : '–'}</td>
      <td>{markTexts(bar.marks, words).join('、')}</td>
    </>
  )
}
