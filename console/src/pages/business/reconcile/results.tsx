/** The result of a comparison: its sums, the days, and the differences of the open day. */
import { useState } from 'react'
import { useWords } from '#src/core/words.ts'
import { TableHead } from '#src/tables/table-head.tsx'
import '#src/tables/table.css'
import { Button } from '#src/ui/button/button.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { DayLists } from './day-lists.tsx'
import { listsOf, type DayList } from './lists.ts'
import type { Chosen } from './mapping-form.tsx'
import type { DayResult, Reconciled } from './reconcile.ts'
import styles from './reconcile.module.css'
import { Totals } from './totals.tsx'

const columns = ['day', 'ours', 'theirs', 'equal', 'found'] as const

export function Results({ name, result, chosen }: { name: string; result: Reconciled; chosen: Chosen }) {
  const words = useWords('reconcile')
  const days = result.days.filter(({ verdict }) => verdict !== 'nothing')
  const [open, setOpen] = useState(() => days.find((day) => listsOf(day, result).length > 0)?.day)
  const opened = days.find(({ day }) => day === open)
  return (
    <div className="stack">
      <Totals result={result} chosen={chosen} />
      <Section flush title={words.days_title} hint={words.compared(name)}>
        <div className="table-box">
          <table className={`table ${styles.days}`} data-cards="">
            <TableHead columns={columns} labels={words.day_columns} acts={words.open} />
            <tbody>
              {days.map((day) => (
                <DayRow
                  key={day.day}
                  result={day}
                  lists={listsOf(day, result)}
                  open={day.day === open}
                  onOpen={() => setOpen(day.day === open ? undefined : day.day)}
                />
              ))}
            </tbody>
          </table>
        </div>
      </Section>
      {opened && <DayLists key={opened.day} result={opened} foreign={result.foreign} />}
    </div>
  )
}

type RowProps = { result: DayResult; lists: readonly DayList[]; open: boolean; onOpen: () => void }

function DayRow({ result, lists, open, onOpen }: RowProps) {
  const words = useWords('reconcile')
  const { day, ours, theirs, equal, as_shown, verdict, not_compared } = result
  return (
    <tr data-open={open || undefined}>
      <td data-label={words.day_columns.day} data-wide="">
        <strong>{day}</strong>
      </td>
      <td data-label={words.day_columns.ours}>{ours}</td>
      <td data-label={words.day_columns.theirs}>{theirs}</td>
      <td data-label={words.day_columns.equal}>{equal}</td>
      <td data-label={words.day_columns.found}>
        <span className={`flex wrap ${styles.found}`}>
          {lists.length === 0 && verdict === 'agrees' && <StatusTag tone="ok">{words.agrees}</StatusTag>}
          {lists.map(({ kind, n }) => (
            <StatusTag key={kind} tone={kind === 'unsent' || kind === 'unclear' ? 'warn' : 'bad'}>
              {words.count(words.kinds[kind], n)}
            </StatusTag>
          ))}
          {as_shown > 0 && (
            <StatusTag tone="warn">{words.count(words.device_terms.as_shown, as_shown)}</StatusTag>
          )}
          {not_compared > 0 && (
            <StatusTag tone="warn">{words.count(words.device_terms.not_compared, not_compared)}</StatusTag>
          )}
        </span>
      </td>
      <td className="last-cell nowrap">
        {lists.length > 0 && (
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
