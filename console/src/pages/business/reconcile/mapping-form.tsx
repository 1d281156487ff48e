/** Maps the columns of the file to fields, and its words for event types to types. */
import { useId, useState } from 'react'
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Section } from '#src/ui/section.tsx'
import {
  columns,
  guessColumns,
  guessTypes,
  rowsOf,
  type Column,
  type Mapping,
  type Row,
  type RowFault,
} from './map-rows.ts'
import type { Table } from './read-file.ts'
import styles from './reconcile.module.css'

type Props = {
  name: string
  table: Table
  last: Mapping | null
  busy: boolean
  onDone: (mapping: Mapping, rows: Row[], faults: RowFault[]) => void
}

export function MappingForm({ name, table, last, busy, onDone }: Props) {
  const [words, codes] = [useWords('reconcile'), useWords('codes')]
  const id = useId()
  const [mapping, setMapping] = useState<Mapping>(() => {
    const guessed = guessColumns(table, last)
    return { columns: guessed, types: guessTypes(table, guessed.event_type, last) }
  })
  const [nothing, setNothing] = useState(false)
  const { columns: chosen, types } = mapping
  const example = (column: Column) => {
    const at = table.header.indexOf(chosen[column])
    return at < 0 ? '' : (table.rows.find(({ cells }) => cells[at])?.cells[at] ?? '')
  }
  const why =
    chosen.time === ''
      ? words.needs_time
      : chosen.uuid === '' && (chosen.lot_no === '' || chosen.event_type === '')
        ? words.needs_key
        : undefined

  function choose(column: Column, header: string) {
    const next = { ...chosen, [column]: header }
    setNothing(false)
    setMapping({
      columns: next,
      types: column === 'event_type' ? guessTypes(table, header, last) : types,
    })
  }
  function compare() {
    const { rows, faults } = rowsOf(table, mapping)
    if (rows.length === 0) return setNothing(true)
    onDone(mapping, rows, faults)
  }
  return (
    <Section title={words.mapping_title} hint={words.mapping_hint(name, table.rows.length)}>
      <div className="stack">
        <div className={styles.columns}>
          {columns.map((column) => (
            <div key={column} className="field">
              <label htmlFor={`${id}-${column}`}>{words.columns[column]}</label>
              <select
                id={`${id}-${column}`}
                className="input"
                value={chosen[column]}
                onChange={(event) => choose(column, event.currentTarget.value)}
              >
                <option value="">{words.no_column}</option>
                {table.header.map((header, at) => (
                  <option key={at} value={header}>
                    {header || words.column_number(at + 1)}
                  </option>
                ))}
              </select>
              <p className={`note anywhere ${styles.example}`}>
                {example(column) && words.example(example(column))}
              </p>
            </div>
          ))}
        </div>
        {types.length > 0 && (
          <fieldset className={styles.types}>
            <legend>{words.types_title}</legend>
            {types.map(({ word, event_type: type }, at) => (
              <div key={word} className={`grid middle gap-8 text-14 ${styles.type}`}>
                <label htmlFor={`${id}-type-${at}`}>{word || words.empty_cell}</label>
                <select
                  id={`${id}-type-${at}`}
                  className="input"
                  value={type ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    setMapping({
                      columns: chosen,
                      types: types.with(at, { word, event_type: value === '' ? null : Number(value) }),
                    })
                  }
                >
                  <option value="">{words.not_compared}</option>
                  {Object.values(event_type).map((one) => (
                    <option key={one} value={one}>
                      {codes.event_type[wordOf(event_type, one)!]}
                    </option>
                  ))}
                </select>
              </div>
            ))}
          </fieldset>
        )}
        {nothing && (
          <p className={styles.wrong} role="alert">
            {words.no_rows}
          </p>
        )}
        <div>
          <WhyButton variant="primary" why={why} busy={busy} onPress={compare}>
            {words.compare}
          </WhyButton>
        </div>
      </div>
    </Section>
  )
}
