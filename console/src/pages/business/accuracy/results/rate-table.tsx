/**
 * Error rates per camera, lot or hour, on one scale so that rows can be compared. On a phone each row is a
 * card.
 */
import type { AccuracyBy } from '@parking/contract/accuracy/accuracy-words.ts'
import { useWords } from '#src/core/words.ts'
import { TableHead } from '#src/tables/table-head.tsx'
import '#src/tables/table.css'
import { IntervalBar } from './interval-bar.tsx'
import { percentText, scaleOf, type Measured, type Report } from './measured.ts'
import styles from './results.module.css'

type Props = { by: AccuracyBy; rows: Report['rows']; promise: number }

const columns = ['name', 'entry', 'exit', 'plate'] as const

export function RateTable({ by, rows, promise }: Props) {
  const words = useWords('accuracy')
  const sorted = by === 'hour' ? rows.toSorted((a, b) => Number(a.name) - Number(b.name)) : rows
  const scale = scaleOf(
    rows.flatMap(({ entry, exit, plate }) => [entry, exit, plate]),
    promise,
  )
  const labels = { name: words.by[by], ...words.rates }
  return (
    <div className="table-box">
      <table className={`table ${styles.rates}`} data-cards="">
        <TableHead columns={columns} labels={labels} />
        <tbody>
          {sorted.map((row) => (
            <tr key={`${row.camera_name} ${row.name}`}>
              <td data-label={words.by[by]} data-wide="">
                <strong>{by === 'hour' ? words.hour(Number(row.name)) : row.name}</strong>
                {by === 'lot' && <small>{row.camera_name}</small>}
              </td>
              {(['entry', 'exit', 'plate'] as const).map((what) => (
                <td key={what} data-label={words.rates[what]}>
                  <Rate measured={row[what]} promise={promise} scale={scale} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Rate({ measured, promise, scale }: { measured: Measured; promise: number; scale: number }) {
  const words = useWords('accuracy')
  const { checked, wrong, rate, low, high } = measured
  if (checked === 0) return <span className={styles.none}>—</span>
  return (
    <span className={styles.cell}>
      <span>
        <b>{percentText(rate)}</b> <small>{`${percentText(low)}–${percentText(high)}`}</small>
      </span>
      <IntervalBar measured={measured} promise={promise} scale={scale} />
      <small>{words.counts(checked, wrong)}</small>
    </span>
  )
}
