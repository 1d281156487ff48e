/** The rows of the log. */
import { log_type, wordOf, code, role as roles } from '@parking/contract/core/codes.ts'
import type { ReactNode } from 'react'
import { useWords } from '#src/core/words.ts'
import { ExpandableTable, ChangeTable } from '#src/tables/expandable-table.tsx'
import { formatTime } from '#src/time/time.ts'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { personName } from '#src/core/people.ts'
import type { LogRow } from './filter.ts'
import { inert } from './inert.ts'
import styles from './log.module.css'
import { logSentence, callLabel, resultLabel } from './sentence.ts'
import log_detail_styles from './log-detail.module.css'

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

/** The detail of a log row: user, address, result, and values before and after. */
function LogDetail({ row, onAround }: { row: LogRow; onAround: (ms: number) => void }) {
  const [log, codes, errors] = [useWords('log'), useWords('codes'), useWords('errors')]
  const { people } = useWords('shell')
  const { audit, facts = {} } = row
  const role = roles.find((name) => name === audit?.role)
  const shown_facts = Object.entries(facts).filter(([name]) => name !== 'request_id' && name !== 'times')
  return (
    <div className={log_detail_styles.detail}>
      <dl className={`grid full ${log_detail_styles.facts}`}>
        {audit && (
          <>
            <Fact label={log.who}>{audit.who ? inert(personName(audit.who, people)) : log.anonymous}</Fact>
            {audit.role && <Fact label={log.role}>{role ? codes.role[role] : inert(audit.role)}</Fact>}
            <Fact label={log.address}>
              <CopyText text={inert(audit.address)} />
            </Fact>
            <Fact label={log.call}>
              {callLabel(audit.call, log)} <code>{inert(audit.call)}</code>
            </Fact>
            <Fact label={log.result}>
              {resultLabel(audit.code, { log, errors })} <code>{audit.code}</code>
            </Fact>
            {audit.issues && (
              <Fact label={log.wrong_fields}>
                <code>{inert(audit.issues)}</code>
              </Fact>
            )}
            {audit.request_id && (
              <Fact label={log.request}>
                <CopyText text={audit.request_id}>
                  <code>{inert(audit.request_id)}</code>
                </CopyText>
              </Fact>
            )}
          </>
        )}
        {!audit &&
          shown_facts.map(([name, value]) => (
            <Fact key={name} label={<code>{inert(name)}</code>}>
              {inert(String(value))}
            </Fact>
          ))}
        <Fact label={log.original}>
          <bdi className={`text-12 mono ${log_detail_styles.original}`}>{inert(row.content)}</bdi>
        </Fact>
      </dl>
      {audit && hasChanges(audit) && <Change before={audit.before} after={audit.after} />}
      <Button onClick={() => onAround(row.timestamp_ms)}>{log.around}</Button>
    </div>
  )
}

/**
 * Whether the call changed something: signing in and out changes no document, and a refused call changes
 * nothing.
 */
const hasChanges = ({ call, code: answered }: NonNullable<LogRow['audit']>): boolean =>
  answered === code.success && !['login', 'logout', 'change_password', 'delete_log'].includes(call)

type Values = Record<string, unknown> | undefined

function Change({ before, after }: { before: Values; after: Values }) {
  const words = useWords('log')
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return <p className="note">{words.no_change}</p>
  const shown = (values: Values, name: string) =>
    values && name in values ? inert(valueText(values[name])) : words.absent
  return (
    <ChangeTable
      columns={[words.field, ...(before ? [words.before] : []), words.after]}
      rows={names.map((name) => ({
        key: name,
        name: <code>{inert(name)}</code>,
        values: [...(before ? [before] : []), after].map((values, at) => (
          <bdi key={at}>{shown(values, name)}</bdi>
        )),
      }))}
    />
  )
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
