/**
 * Maps the columns of the file to fields and its words to types, and asks for its time zone and period.
 * Long because its questions share one choice.
 */
import { useId, useMemo, useState, type ReactNode } from 'react'
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { formatTime, momentOf } from '#src/time/time.ts'
import { RangeButton } from '#src/time/range/range-button.tsx'
import type { Range } from '#src/time/range/range-model.ts'
import { offsetText } from '#src/time/zone.ts'
import { Section } from '#src/ui/section.tsx'
import { periodOf } from './file-time.ts'
import { columns as all_columns, type Column, type Mapping } from './guess-mapping.ts'
import { columnAt, type Table } from './read-file.ts'
import { isOfStays, recordsOf, timesOf, type FileRecords } from './records.ts'
import styles from './reconcile.module.css'
import { useMapping, type MappingDraft } from './use-mapping.ts'

export type Chosen = {
  mapping: Mapping
  file: FileRecords
  from_ms: number
  /** Exclusive. */ to_ms: number
}
type Props = {
  name: string
  table: Table
  /** When the file was made, in milliseconds. */
  made_ms: number
  last: Mapping | null
  busy: boolean
  onDone: (chosen: Chosen) => void
  /** Asked before the columns. */
  children: ReactNode
}

export function MappingForm({ name, table, made_ms, last, busy, onDone, children }: Props) {
  const words = useWords('reconcile')
  const draft = useMapping(table, last)
  const { columns, types, reason, mapping, offset, no_uuids, unknown_uuids } = draft
  const [range, setRange] = useState<Range>()
  const [nothing, setNothing] = useState(false)
  const stays = isOfStays(columns)
  const utc_offset = 'offset' in offset ? offset.offset : null
  const whole_days = useMemo(
    () => periodOf(timesOf(table, columns, utc_offset), made_ms),
    [table, columns, utc_offset, made_ms],
  )
  const period = range ?? whole_days
  const [from, to] = [momentOf(period?.start)?.getTime(), momentOf(period?.end)?.getTime()]

  function compare() {
    if (!mapping) return
    const file = recordsOf(table, mapping)
    if (file.records.length === 0 || from === undefined || to === undefined || to < from)
      return setNothing(true)
    onDone({ mapping, file, from_ms: from, to_ms: to + 1000 })
  }
  const shown = all_columns.filter((column) =>
    column === 'exit_uuid'
      ? stays
      : column === 'event_type'
        ? !stays
        : column !== 'length' || columns.time === '' || columns.exit_time === '',
  )
  return (
    <Section title={words.mapping_title} hint={words.mapping_hint(name, table.rows.length)}>
      <div className="stack">
        {children}
        <div className={styles.columns}>
          {shown.map((column) => (
            <ColumnField
              key={column}
              {...{ column, table, draft }}
              label={stays && column === 'time' ? words.entry_time : words.columns[column]}
              note={
                column !== 'uuid'
                  ? undefined
                  : no_uuids
                    ? words.no_uuids
                    : unknown_uuids === undefined
                      ? undefined
                      : words.unknown_uuids(unknown_uuids)
              }
            />
          ))}
        </div>
        {stays && <p className="note">{words.one_row_a_stay}</p>}
        {types.length > 0 && <TypeFields draft={draft} />}
        <div className={styles.columns}>
          <OffsetField draft={draft} />
          <div className="field">
            <span className="text-14">{words.period}</span>
            <span>
              <RangeButton
                value={period ?? { start: undefined, end: undefined }}
                now={formatTime(made_ms)}
                presets={[]}
                onApply={setRange}
              />
            </span>
            <p className="note">{words.period_says}</p>
          </div>
        </div>
        {nothing && (
          <p className={styles.wrong} role="alert">
            {words.no_rows}
          </p>
        )}
        <div>
          <WhyButton variant="primary" why={reason && words[reason]} busy={busy} onPress={compare}>
            {words.compare}
          </WhyButton>
        </div>
      </div>
    </Section>
  )
}

type ColumnProps = {
  column: Column
  table: Table
  draft: MappingDraft
  label: string
  note?: string | undefined
}

function ColumnField({ column, table, draft, label, note }: ColumnProps) {
  const [words, id] = [useWords('reconcile'), useId()]
  const chosen = draft.columns[column] ?? ''
  const at = columnAt(table, chosen)
  const example = at < 0 ? '' : (table.rows.find(({ cells }) => cells[at])?.cells[at] ?? '')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={chosen}
        onChange={(event) => draft.chooseColumn(column, event.currentTarget.value)}
      >
        <option value="">{words.no_column}</option>
        {table.header.map(
          (header, n) =>
            header !== '' && (
              <option key={n} value={header}>
                {header}
              </option>
            ),
        )}
      </select>
      <p className={`note anywhere ${styles.example}`}>{note ?? (example && words.example(example))}</p>
    </div>
  )
}

function TypeFields({ draft: { types, chooseType } }: { draft: MappingDraft }) {
  const [words, codes, id] = [useWords('reconcile'), useWords('codes'), useId()]
  return (
    <fieldset className={styles.types}>
      <legend>{words.types_title}</legend>
      {types.map(({ word, event_type: type }, at) => (
        <div key={word} className={`grid middle gap-8 text-14 ${styles.type}`}>
          <label htmlFor={`${id}-${at}`}>{word || words.empty_cell}</label>
          <select
            id={`${id}-${at}`}
            className="input"
            value={type === undefined ? '' : (type ?? 'none')}
            onChange={({ currentTarget: { value } }) =>
              value !== '' && chooseType(word, value === 'none' ? null : Number(value))
            }
          >
            {type === undefined && <option value="">{words.choose}</option>}
            <option value="none">{words.not_compared}</option>
            {Object.values(event_type).map((one) => (
              <option key={one} value={one}>
                {codes.event_type[wordOf(event_type, one)!]}
              </option>
            ))}
          </select>
        </div>
      ))}
    </fieldset>
  )
}

/** UTC and every whole hour; others are chosen by the device's own zone. */
const offsets = Array.from({ length: 27 }, (_, n) => (n - 12) * 60)

function OffsetField({ draft: { offset, chooseOffset } }: { draft: MappingDraft }) {
  const [words, id] = [useWords('reconcile'), useId()]
  if (offset.kind === 'not_needed') return null
  const now = 'offset' in offset ? offset.offset : undefined
  const choices = [...new Set([...offsets, ...(typeof now === 'number' ? [now] : [])])].toSorted(
    (a, b) => a - b,
  )
  return (
    <div className="field">
      <label htmlFor={id}>{words.zone}</label>
      <select
        id={id}
        className="input"
        value={now === undefined ? '' : (now ?? 'device')}
        onChange={({ currentTarget: { value } }) =>
          value !== '' && chooseOffset(value === 'device' ? null : Number(value))
        }
      >
        {now === undefined && <option value="">{words.choose}</option>}
        <option value="device">{words.zone_device}</option>
        {choices.map((minutes) => (
          <option key={minutes} value={minutes}>
            {offsetText(minutes)}
          </option>
        ))}
      </select>
      <p className="note">
        {offset.kind === 'found'
          ? words.zone_found(offset.rows)
          : offset.kind === 'asked' && words.zone_asked}
      </p>
    </div>
  )
}
