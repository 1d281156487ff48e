/** Reconciliation with the platform: the browser compares the platform's export; and the daily statements. */
import { useRef, useState } from 'react'
import { outcomeOf } from '#src/core/api.ts'
import { bytesText } from '#src/lib/bytes.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { DropFile } from '#src/forms/drop-file.tsx'
import { useMayWork } from '#src/forms/use-may.ts'
import { Button } from '#src/ui/button/button.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { kept } from './guess-mapping.ts'
import { MappingForm, type Chosen } from './mapping-form.tsx'
import { readEvents } from './read-events.ts'
import { max_file_bytes } from './read-file.ts'
import { readSheets, type Sheet, type Sheets } from './read-sheets.ts'
import { reconcile, type Reconciled } from './reconcile.ts'
import { Results } from './results.tsx'
import styles from './reconcile.module.css'
import { SheetField } from './sheet-field.tsx'
import { Statements } from './statements.tsx'
import { isUuid } from './cells/uuid-cell.ts'

type State =
  | { kind: 'none'; wrong?: 'several' | 'unreadable' | Sheets['wrong'] }
  | { kind: 'opening'; name: string }
  | { kind: 'mapping'; name: string; sheets: readonly Sheet[]; sheet: Sheet; made_ms: number }
  | { kind: 'reading'; name: string; chosen: Chosen; read: number; failed?: string }
  | { kind: 'compared'; name: string; chosen: Chosen; result: Reconciled }

export default function ReconcilePage() {
  const [words, titles] = [useWords('reconcile'), useWords('shell').routes]
  const may = useMayWork()
  const [state, setState] = useState<State>({ kind: 'none' })
  const reading = useRef<AbortController>(undefined)
  const last = useCall('/api/parking/get_reconcile_mapping', {}, { enabled: may })
  const keeping = useChange('/api/parking/update_reconcile_mapping', {
    refresh: ['/api/parking/get_reconcile_mapping'],
  })

  async function readFile(files: FileList | null) {
    const [file, another] = files ?? []
    if (!file) return
    if (another) return setState({ kind: 'none', wrong: 'several' })
    if (file.size > max_file_bytes) return setState({ kind: 'none', wrong: 'large' })
    const { name, lastModified: made_ms } = file
    setState({ kind: 'opening', name })
    const cancel = new AbortController()
    reading.current = cancel
    const bytes = await file.arrayBuffer().catch(() => undefined)
    const found = bytes && (await readSheets(new Uint8Array(bytes)).catch(() => undefined))
    if (cancel.signal.aborted) return
    const { sheets = [], wrong = 'unreadable' } = found ?? {}
    const [sheet] = sheets
    setState(sheet ? { kind: 'mapping', name, sheets, sheet, made_ms } : { kind: 'none', wrong })
  }

  async function compare(name: string, chosen: Chosen) {
    // Kept for the next file; if that fails, the toast reports it and the comparison continues.
    await keeping.run(kept(last.data?.mapping ?? null, chosen.mapping))
    await read(name, chosen)
  }
  async function read(name: string, chosen: Chosen) {
    const { file, from_ms, to_ms } = chosen
    const now = { kind: 'reading', name, chosen, read: 0 } as const
    setState(now)
    const cancel = new AbortController()
    reading.current = cancel
    const uuids = [...new Set(file.records.map(({ uuid }) => uuid))].filter(isUuid)
    const { answer, error } = await outcomeOf(
      readEvents({ from_ms, to_ms, uuids }, cancel.signal, (n) => setState({ ...now, read: n })),
    )
    if (cancel.signal.aborted) return
    if (error) return setState({ ...now, failed: error.message })
    setState({ kind: 'compared', name, chosen, result: reconcile({ ...answer, file, from_ms, to_ms }) })
  }

  function startAgain() {
    reading.current?.abort()
    setState({ kind: 'none' })
  }
  const another = <Button onClick={startAgain}>{words.another}</Button>
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
              accept=".xlsx,.xlsm,.xls,.csv,.txt,text/csv"
              locked={undefined}
              wrong={state.wrong && words.wrong[state.wrong]}
              onFiles={(files) => void readFile(files)}
            />
          </Section>
          <Statements />
        </div>
      ) : state.kind === 'opening' ? (
        <Section title={words.mapping_title} hint={words.opening(state.name)}>
          <SkeletonRows rows={5} />
        </Section>
      ) : state.kind === 'mapping' ? (
        last.isPending ? (
          <SkeletonRows rows={5} />
        ) : (
          <MappingForm
            key={`${state.name}/${state.sheets.indexOf(state.sheet)}`}
            name={state.name}
            table={state.sheet.table}
            made_ms={state.made_ms}
            last={last.data?.mapping ?? null}
            busy={keeping.running}
            onDone={(chosen) => void compare(state.name, chosen)}
          >
            <SheetField
              sheets={state.sheets}
              sheet={state.sheet}
              onChoose={(sheet) => setState({ ...state, sheet })}
            />
          </MappingForm>
        )
      ) : state.kind === 'reading' ? (
        <Section title={words.days_title} hint={words.progress(state.read)}>
          {state.failed === undefined ? (
            <SkeletonRows rows={5} />
          ) : (
            <p className={styles.wrong} role="alert">
              {`${words.failed}：${state.failed}`}{' '}
              <Button onClick={() => void read(state.name, state.chosen)}>{words.retry}</Button>
            </p>
          )}
        </Section>
      ) : (
        <Results name={state.name} result={state.result} chosen={state.chosen} />
      )}
    </>
  )
}
