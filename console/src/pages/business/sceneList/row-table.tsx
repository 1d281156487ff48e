/**
 * A table whose rows are sorted by pressing a column head and selected with check boxes; rows are cards on a
 * phone.
 */
import { memo, type ReactNode } from 'react'
import { TableSkeleton } from '#src/tables/table-skeleton.tsx'
import '#src/tables/table.css'
import { ChevronDownIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './row-table.module.css'
import type { Sort, SortName } from './scene-filter.ts'
import type { RowSelection } from './use-row-selection.ts'

export type Column<Row> = {
  name: string
  label: string
  /** Absent if the column cannot be sorted. */
  sort?: SortName
  number?: boolean
  cell: (row: Row) => ReactNode
}

type Props<Row> = {
  label: string
  columns: readonly Column<Row>[]
  /** Undefined during the first load. */
  rows: readonly Row[] | undefined
  sort: Sort | undefined
  onSort: (by: SortName) => void
  /** Undefined if the user may not change anything. */
  selection: RowSelection | undefined
  /** The accessible name of a row's check box. */
  selectLabel: (row: Row) => string
}

/** The cells of a row, separate from its check box, so that selecting a page renders none of them again. */
const Cells = memo(function Cells({ row, columns }: { row: unknown; columns: readonly Column<never>[] }) {
  return columns.map(({ name, label, number, cell }) => (
    <td key={name} data-label={label} data-col={name} data-number={number ? '' : undefined}>
      {cell(row as never)}
    </td>
  ))
})

export function RowTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  sort,
  onSort,
  selection,
  selectLabel,
}: Props<Row>) {
  const words = useWords('scene_list')
  const selected = (rows ?? []).filter(({ id }) => selection?.ids.has(id)).length
  return (
    <table className={`table ${styles.rows}`} data-cards="" data-choice={selection ? '' : undefined}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={styles.check}>
              <input
                type="checkbox"
                aria-label={words.select.page}
                disabled={!rows || rows.length === 0}
                checked={selected > 0 && selected === rows?.length}
                ref={(box) => {
                  if (box) box.indeterminate = selected > 0 && selected < (rows?.length ?? 0)
                }}
                onChange={(event) =>
                  selection.set(
                    (rows ?? []).map(({ id }) => id),
                    event.currentTarget.checked,
                  )
                }
              />
            </th>
          )}
          {columns.map(({ name, label, sort: by, number }) => {
            const way = sort && by === sort.by ? (sort.down ? 'descending' : 'ascending') : undefined
            return (
              <th key={name} scope="col" data-number={number ? '' : undefined} aria-sort={way}>
                {by === undefined ? (
                  label
                ) : (
                  <button
                    type="button"
                    className={`plain ring-2 inline-row gap-2 ${styles.sort}`}
                    onClick={() => onSort(by)}
                  >
                    {label}
                    <ChevronDownIcon data-way={way} />
                  </button>
                )}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {!rows && <TableSkeleton columns={columns.length + (selection ? 1 : 0)} rows={10} />}
        {rows?.map((row, at) => (
          <tr key={`${row.id} ${at}`} data-chosen={selection?.ids.has(row.id) || undefined}>
            {selection && (
              <td className={styles.check}>
                <input
                  type="checkbox"
                  aria-label={selectLabel(row)}
                  title={words.select.range_hint}
                  checked={selection.ids.has(row.id)}
                  onChange={(event) =>
                    selection.pick(
                      row.id,
                      event.currentTarget.checked,
                      event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey,
                    )
                  }
                />
              </td>
            )}
            <Cells row={row} columns={columns as readonly Column<never>[]} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
