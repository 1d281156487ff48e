/** The days of the file, compared by the device one after the other; the open day shows its lists. */
import { useEffect, useState } from 'react'
import { call, outcomeOf } from '#src/core/api.ts'
import { useWords } from '#src/core/words.ts'
import { TableHead } from '#src/tables/table-head.tsx'
import '#src/tables/table.css'
import { Button } from '#src/ui/button/button.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { DayLists } from './day-lists.tsx'
import { kinds, type Day } from './kinds.ts'
import { daysOf, type Row, type RowFault } from './map-rows.ts'
import styles from './reconcile.module.css'

type Props = { name: string; rows: Row[]; faults: RowFault[]; types: number[] }

const columns = ['day', 'ours', 'theirs', 'equal', 'found'] as const
const max_faults = 5

export function Results({ name, rows, faults, types }: Props) {
  const words = useWords('reconcile')
  const [days] = useState(() => daysOf(rows))
  const [results, setResults] = useState<Readonly<Record<string, Day>>>({})
  const [failed, setFailed] = useState<string>()
  const [open, setOpen] = useState<string>()
  const next = days.find(({ day }) => results[day] === undefined)

  const waiting = failed === undefined ? next : undefined
  useEffect(() => {
    if (!waiting) return
    const cancel = new AbortController()
    const { day, rows: of } = waiting
    void outcomeOf(
      call(
        '/api/parking/compare_platform_day',
        { day, rows: of, event_types: types },
        { quiet: true, signal: cancel.signal },
      ),
    ).then(({ answer, error }) => {
      if (cancel.signal.aborted) return
      if (error) return setFailed(error.message)
      setResults((before) => ({ ...before, [day]: answer }))
      if (countFindings(answer) > 0) setOpen((before) => before ?? day)
    })
    return () => cancel.abort()
  }, [waiting, types])

  const opened = open === undefined ? undefined : results[open]
  return (
    <div className="stack">
      {faults.length > 0 && (
        <div className={styles.faults} role="status">
          <p className="medium">{words.faults(faults.length)}</p>
          <ul className="listed">
            {faults.slice(0, max_faults).map(({ line, what, cell }) => (
              <li key={line}>{words.fault[what](line, cell)}</li>
            ))}
          </ul>
        </div>
      )}
      <Section
        flush
        title={words.days_title}
        hint={next ? words.progress(days.length - days.indexOf(next), days.length) : words.compared(name)}
      >
        {failed !== undefined && (
          <p className={styles.wrong} role="alert">
            {`${words.failed}：${failed}`} <Button onClick={() => setFailed(undefined)}>{words.retry}</Button>
          </p>
        )}
        <div className="table-box">
          <table className={`table ${styles.days}`} data-cards="">
            <TableHead columns={columns} labels={words.day_columns} acts={words.open} />
            <tbody>
              {days.map(({ day }) => (
                <DayRow
                  key={day}
                  day={day}
                  result={results[day]}
                  open={day === open}
                  onOpen={() => setOpen(day === open ? undefined : day)}
                />
              ))}
            </tbody>
          </table>
        </div>
      </Section>
      {open !== undefined && opened && <DayLists key={open} day={open} result={opened} />}
    </div>
  )
}

const countFindings = (day: Day): number => kinds.reduce((sum, kind) => sum + day[kind].n, 0)

type RowProps = { day: string; result: Day | undefined; open: boolean; onOpen: () => void }

function DayRow({ day, result, open, onOpen }: RowProps) {
  const words = useWords('reconcile')
  const n = result ? countFindings(result) : 0
  return (
    <tr data-open={open || undefined}>
      <td data-label={words.day_columns.day} data-wide="">
        <strong>{day}</strong>
      </td>
      <td data-label={words.day_columns.ours}>{result?.ours ?? '…'}</td>
      <td data-label={words.day_columns.theirs}>{result?.theirs ?? '…'}</td>
      <td data-label={words.day_columns.equal}>{result?.equal ?? '…'}</td>
      <td data-label={words.day_columns.found}>
        {!result ? (
          '…'
        ) : n === 0 ? (
          <StatusTag tone="ok">{words.agrees}</StatusTag>
        ) : (
          <span className={`flex wrap ${styles.found}`}>
            {kinds
              .filter((kind) => result[kind].n > 0)
              .map((kind) => (
                <StatusTag key={kind} tone={kind === 'unsent' || kind === 'unclear' ? 'warn' : 'bad'}>
                  {`${words.kinds[kind]} ${result[kind].n}`}
                </StatusTag>
              ))}
          </span>
        )}
      </td>
      <td className="last-cell nowrap">
        {n > 0 && (
          <Button
            aria-expanded={open}
            aria-label={(open ? words.fold_day : words.open_day)(day)}
            onClick={onOpen}
          >
            {open ? words.fold : words.open}
          </Button>
        )}
      </td>
    </tr>
  )
}
