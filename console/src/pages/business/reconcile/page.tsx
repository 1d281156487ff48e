/**
 * Reconciliation with the platform: the device compares the platform's export day by day; and the daily
 * statements.
 */
import { useState } from 'react'
import { bytesText } from '#src/lib/bytes.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { DropFile } from '#src/forms/drop-file.tsx'
import { useMayWork } from '#src/forms/use-may-work.ts'
import { Button } from '#src/ui/button/button.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import type { Mapping, Row, RowFault } from './map-rows.ts'
import { MappingForm } from './mapping-form.tsx'
import { decode, max_file_bytes, tableOf, type Table } from './read-file.ts'
import { Results } from './results.tsx'
import { Statements } from './statements.tsx'

type State =
  | { kind: 'none'; wrong?: 'several' | 'large' | 'unreadable' | 'no_table' }
  | { kind: 'mapping'; name: string; table: Table }
  | { kind: 'compared'; name: string; rows: Row[]; faults: RowFault[]; types: number[] }

export default function ReconcilePage() {
  const [words, titles] = [useWords('reconcile'), useWords('shell').routes]
  const may = useMayWork()
  const [state, setState] = useState<State>({ kind: 'none' })
  const last = useCall('/api/parking/get_reconcile_mapping', {}, { enabled: may })
  const keeping = useChange('/api/parking/update_reconcile_mapping', {
    refresh: ['/api/parking/get_reconcile_mapping'],
  })

  async function readFile(files: FileList | null) {
    const [file, another] = files ?? []
    if (!file) return
    if (another) return setState({ kind: 'none', wrong: 'several' })
    if (file.size > max_file_bytes) return setState({ kind: 'none', wrong: 'large' })
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (!bytes) return setState({ kind: 'none', wrong: 'unreadable' })
    const table = tableOf(decode(new Uint8Array(bytes)))
    setState(table ? { kind: 'mapping', name: file.name, table } : { kind: 'none', wrong: 'no_table' })
  }

  async function compare(name: string, mapping: Mapping, rows: Row[], faults: RowFault[]) {
    // Kept for the next file; if that fails, the toast reports it and the comparison continues.
    await keeping.run(mapping)
    const types = [...new Set(rows.flatMap(({ event_type }) => event_type ?? []))]
    setState({ kind: 'compared', name, rows, faults, types })
  }

  const another = <Button onClick={() => setState({ kind: 'none' })}>{words.another}</Button>
  return (
    <>
      <PageHeader
        title={titles.business_reconcile}
        hint={words.hint}
        action={state.kind === 'none' ? undefined : another}
      />
      {!may ? (
        <EmptyState title={words.role} heading="h2" />
      ) : state.kind === 'none' ? (
        <div className="stack">
          <Section title={words.file_title} hint={words.file_hint}>
            <DropFile
              words={{
                title: words.file_title,
                drop: words.drop,
                pick: words.pick,
                limit: words.limit(bytesText(max_file_bytes)),
              }}
              accept=".csv,.txt,text/csv"
              locked={undefined}
              wrong={state.wrong && words.wrong[state.wrong]}
              onFiles={(files) => void readFile(files)}
            />
          </Section>
          <Statements />
        </div>
      ) : state.kind === 'mapping' ? (
        last.isPending ? (
          <SkeletonRows rows={5} />
        ) : (
          <MappingForm
            key={state.name}
            name={state.name}
            table={state.table}
            last={last.data?.mapping ?? null}
            busy={keeping.running}
            onDone={(mapping, rows, faults) => void compare(state.name, mapping, rows, faults)}
          />
        )
      ) : (
        <Results name={state.name} rows={state.rows} faults={state.faults} types={state.types} />
      )}
    </>
  )
}
