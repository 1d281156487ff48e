/** The rows of the log. */
import { log_type, wordOf } from '@parking/contract/core/codes.ts'
import { useWords } from '#src/core/words.ts'
import { ExpandableTable } from '#src/tables/expandable-table.tsx'
import { formatTime } from '#src/time/time.ts'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import type { LogRow } from './filter.ts'
import { inert } from './inert.ts'
import { LogDetail } from './log-detail.tsx'
import styles from './log.module.css'
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
  const typeText = (row: LogRow) => {
    const type = wordOf(log_type, row.type)
    return type ? codes.log_type[type] : row.type
  }
  return (
    <ExpandableTable
      className={styles.logs}
      columns={[
        { label: log.time, className: styles.time, cell: (row) => formatTime(row.timestamp_ms) },
        {
          label: log.level,
          cell: ({ level }) => <StatusTag tone={tones[level]}>{codes.log_level[level]}</StatusTag>,
        },
        { label: log.type, className: styles.type, cell: typeText },
        {
          label: log.content,
          className: styles.content,
          wide: true,
          cell: (row) => <bdi>{inert(logSentence(row, { log, codes, errors, said, people }))}</bdi>,
        },
      ]}
      rows={rows}
      expected={20}
      keyOf={({ id }) => id}
      opened={opened}
      onOpen={onOpen}
      detail={log.detail}
      toggleLabel={(_row, open) => (open ? log.close : log.open)}
      levelOf={({ level }) => level}
    >
      {(row) => <LogDetail row={row} onAround={onAround} />}
    </ExpandableTable>
  )
}
