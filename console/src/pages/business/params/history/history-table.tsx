/** The entries, newest first; one can be expanded in place. */
import { Fragment } from 'react'
import { TableSkeleton } from '#src/tables/table-skeleton.tsx'
import '#src/tables/table.css'
import { ChevronDownIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { personName } from '#src/core/people.ts'
import { useWords } from '#src/core/words.ts'
import { useFieldLabel } from '#src/core/field-label.ts'
import { EntryDetail } from './history-entry.tsx'
import type { Entry } from '../labels/field-labels.ts'
import styles from './history-table.module.css'

type Props = {
  entries: readonly Entry[] | undefined
  opened: string
  onOpen: (id: number | undefined) => void
}

const max_named = 3

export function HistoryTable({ entries, opened, onOpen }: Props) {
  const words = useWords('history')
  const { people } = useWords('shell')
  const summary = useEntrySummary()
  return (
    <table className={`table ${styles.entries}`} data-cards="">
      <thead>
        <tr>
          <th scope="col">{words.time}</th>
          <th scope="col">{words.who}</th>
          <th scope="col">{words.what}</th>
          <th scope="col">
            <span className="visually-hidden">{words.detail}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {!entries && <TableSkeleton columns={4} rows={6} />}
        {entries?.map((entry) => {
          const open = String(entry.id) === opened
          const toggle = () => onOpen(open ? undefined : entry.id)
          return (
            <Fragment key={entry.id}>
              <tr
                className={styles.row}
                data-open={open || undefined}
                onClick={() => isSelecting() || toggle()}
              >
                <td data-label={words.time} className={styles.time}>
                  {entry.time_str}
                </td>
                <td data-label={words.who} className={styles.who}>
                  {personName(entry.who, people) || words.device}
                  {entry.address !== '' && entry.address !== entry.who && <small>{entry.address}</small>}
                </td>
                <td data-label={words.what} data-wide="" className={styles.what}>
                  {summary(entry)}
                </td>
                <td className={styles.more}>
                  <button
                    type="button"
                    aria-expanded={open}
                    aria-label={open ? words.close_entry(entry.time_str) : words.open_entry(entry.time_str)}
                    onClick={(event) => {
                      event.stopPropagation()
                      toggle()
                    }}
                  >
                    {open ? <ChevronDownIcon /> : <ChevronRightIcon />}
                  </button>
                </td>
              </tr>
              {open && (
                <tr className={styles.opened}>
                  <td colSpan={4} data-wide="">
                    <EntryDetail entry={entry} />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

/** An entry in one line: its section, and its first changes. */
function useEntrySummary(): (entry: Entry) => string {
  const words = useWords('history')
  const label = useFieldLabel()
  return ({ section, subject, changes }) => {
    const names = changes.map(({ field }) => label(section, field))
    const first = names.slice(0, max_named).join(words.and)
    return words.says(
      words.section_of(words.sections[section], subject),
      names.length > max_named ? words.and_more(first, names.length) : first,
    )
  }
}

/** Selecting text to copy it must not open the row. */
const isSelecting = (): boolean => (window.getSelection()?.toString() ?? '') !== ''
