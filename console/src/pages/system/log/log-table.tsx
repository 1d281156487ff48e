/** The rows of the log. A row with details expands in place. */
import { log_type, wordOf } from '@parking/contract/core/codes.ts'
import { Fragment, type MouseEvent } from 'react'
import { TableSkeleton } from '#src/tables/table-skeleton.tsx'
import '#src/tables/table.css'
import { ChevronDownIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { formatTime } from '#src/time/time.ts'
import { useWords } from '#src/core/words.ts'
import type { LogRow } from './filter.ts'
import { inert } from './inert.ts'
import { LogDetail } from './log-detail.tsx'
import shared from './log.module.css'
import styles from './log-table.module.css'
import { logSentence } from './sentence.ts'

const tones: Record<LogRow['level'], Tone> = {
  DEBUG: 'idle',
  INFO: 'info',
  WARNING: 'warn',
  ERROR: 'bad',
  CRITICAL: 'bad',
}

type Props = {
  /** Undefined during the first load. */
  rows: readonly LogRow[] | undefined
  opened: string
  onOpen: (id: number | undefined) => void
  onAround: (ms: number) => void
}

export function LogTable({ rows, opened, onOpen, onAround }: Props) {
  const [log, codes, errors, said] = [
    useWords('log'),
    useWords('codes'),
    useWords('errors'),
    useWords('device_said'),
  ]
  const { people } = useWords('shell')
  return (
    <table className={`table ${shared.logs}`} data-cards="">
      <thead>
        <tr>
          <th scope="col">{log.time}</th>
          <th scope="col">{log.level}</th>
          <th scope="col">{log.type}</th>
          <th scope="col">{log.content}</th>
          <th scope="col">
            <span className="visually-hidden">{log.detail}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {!rows && <TableSkeleton columns={5} rows={20} />}
        {rows?.map((row) => {
          const type = wordOf(log_type, row.type)
          const open = String(row.id) === opened
          const toggle = () => onOpen(open ? undefined : row.id)
          return (
            <Fragment key={row.id}>
              <tr
                className={shared.row}
                data-level={row.level}
                data-open={open || undefined}
                onClick={(event) => isSelecting(event) || toggle()}
              >
                <td data-label={log.time} className={styles.time}>
                  {formatTime(row.timestamp_ms)}
                </td>
                <td data-label={log.level}>
                  <StatusTag tone={tones[row.level]}>{codes.log_level[row.level]}</StatusTag>
                </td>
                <td data-label={log.type} className={styles.type}>
                  {type ? codes.log_type[type] : row.type}
                </td>
                <td data-label={log.content} data-wide="" className={shared.content}>
                  <bdi>{inert(logSentence(row, { log, codes, errors, said, people }))}</bdi>
                </td>
                <td className={styles.more}>
                  <button
                    type="button"
                    aria-expanded={open}
                    aria-label={open ? log.close : log.open}
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
                  <td colSpan={5} data-wide="">
                    <LogDetail row={row} onAround={onAround} />
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
