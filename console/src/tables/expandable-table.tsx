/** A list whose rows show their details in place; one row is open at a time. */
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { ChevronDownIcon, ChevronRightIcon } from '../ui/icons.tsx'
import './table.css'
import styles from './expandable-table.module.css'
import { HeadRow } from './table-head.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

type Column<Row> = {
  label: string
  className?: string | undefined
  /** Takes the whole width of a card on a phone. */
  wide?: boolean
  cell: (row: Row) => ReactNode
}

type Props<Row> = {
  /** Placed in a card on a phone by the grid areas of this class; the area of the button is `more`. */
  className: string | undefined
  columns: readonly Column<Row>[]
  /** Undefined during the first load. */
  rows: readonly Row[] | undefined
  /** How many rows the skeleton has. */
  expected: number
  keyOf: (row: Row) => number
  /** The key of the open row as text, as it is in the URL. */
  opened: string
  onOpen: (key: number | undefined) => void
  /** The name of the column with the buttons, for screen readers. */
  detail: string
  toggleLabel: (row: Row, open: boolean) => string
  /** The value of `data-level` on the row. */
  levelOf?: (row: Row) => string
  /** The details of a row. */
  children: (row: Row) => ReactNode
}

export function ExpandableTable<Row>({ className, columns, rows, expected, detail, ...props }: Props<Row>) {
  const { keyOf, opened, onOpen, toggleLabel, levelOf, children } = props
  const width = columns.length + 1
  return (
    <table className={`table ${styles.table} ${className}`} data-cards="">
      <HeadRow names={columns.map(({ label }) => label)} acts={detail} />
      <tbody>
        {!rows && <TableSkeleton columns={width} rows={expected} />}
        {rows?.map((row) => {
          const key = keyOf(row)
          const open = String(key) === opened
          const toggle = () => onOpen(open ? undefined : key)
          return (
            <Fragment key={key}>
              <tr
                className={`pointer ${styles.row}`}
                data-level={levelOf?.(row)}
                data-open={open || undefined}
                onClick={(event) => isSelecting(event) || isControl(event) || toggle()}
              >
                {columns.map((column) => (
                  <td
                    key={column.label}
                    data-label={column.label}
                    data-wide={column.wide ? '' : undefined}
                    className={column.className}
                  >
                    {column.cell(row)}
                  </td>
                ))}
                <td className={`icons-16 ${styles.more}`}>
                  <button
                    type="button"
                    className="plain center ink-3 round-6"
                    aria-expanded={open}
                    aria-label={toggleLabel(row, open)}
                    onClick={toggle}
                  >
                    {open ? <ChevronDownIcon /> : <ChevronRightIcon />}
                  </button>
                </td>
              </tr>
              {open && (
                <tr className={styles.opened}>
                  <td colSpan={width} data-wide="">
                    {children(row)}
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

/** Selecting a text to copy it must not open the row. */
const isSelecting = (event: MouseEvent): boolean =>
  event.detail > 1 || (window.getSelection()?.toString() ?? '') !== ''

/** A link or button in a cell does what it says, and leaves the row as it is. */
const isControl = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('a, button, [role="menu"]') !== null

/** The values that a change has replaced, as a table in the details of a row. */
export function ChangeTable({
  columns,
  rows,
}: {
  columns: readonly string[]
  rows: readonly { key: string; name: ReactNode; values: readonly ReactNode[] }[]
}) {
  return (
    <div className={`full bordered round-6 on-card ${styles.inner}`}>
      <table>
        <HeadRow names={columns} />
        <tbody>
          {rows.map(({ key, name, values }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {values.map((value, at) => (
                <td key={at}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
