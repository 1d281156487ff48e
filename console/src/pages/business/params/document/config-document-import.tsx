/** Imports a file: checks it, shows what would change, lets the user choose, and only then applies it. */
import { code } from '@parking/contract/core/codes.ts'
import { document_bytes } from '@parking/contract/config-document/config-document-rules.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { sayWithUndo } from '#src/acts/say-with-undo.ts'
import { call, outcomeOf, type AnswerAt } from '#src/core/api.ts'
import { bytesText } from '#src/lib/bytes.ts'
import { useChange } from '#src/core/queries.ts'
import { commissioning_file } from '#src/install/commissioning-file.ts'
import { CheckFilled } from './check-filled.tsx'
import { useStore } from '#src/lib/store.ts'
import { Button } from '#src/ui/button/button.tsx'
import { DropFile } from '#src/forms/drop-file.tsx'
import { Section } from '#src/ui/section.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { useWords } from '#src/core/words.ts'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import type { Previewed } from './config-document-change.tsx'
import styles from './config-document.module.css'
import { FaultList } from './config-document-faults.tsx'
import { Preview } from './config-document-preview.tsx'

export type Applied = AnswerAt<'/api/parking/apply_import'>
type PickedFile = { name: string; content: string; bytes: number }
type FileError = { kind: 'several' | 'empty' | 'unreadable' } | { kind: 'large'; bytes: number }
type State =
  | { kind: 'none'; wrong?: FileError }
  /** Being checked or refused, depending on the state of the call. */
  | { kind: 'picked'; file: PickedFile }
  | { kind: 'previewed'; file: PickedFile; file_preview: Previewed }
  | { kind: 'done'; applied: Applied }
  /** Applied in the installation: its steps are tested with their new settings. */
  | { kind: 'checking' }

/** `installing`: in the installation, where the whole file is meant and one press applies it. */
export function ImportCard({
  locked,
  installing = false,
}: {
  locked: string | undefined
  installing?: boolean
}) {
  const all = useWords('config_document')
  const words = all.import
  const [state, setState] = useState<State>({ kind: 'none' })
  const preview = useChange('/api/parking/preview_import', { quiet: true })
  const max_size = bytesText(document_bytes)

  const handed_over = useStore(commissioning_file)
  const readLatest = useEffectEvent((file: File) => void readFile([file]))
  useEffect(() => {
    if (!handed_over || !installing) return
    commissioning_file.set(undefined)
    readLatest(handed_over)
  }, [handed_over, installing])

  async function readFile(files: Iterable<File> | null) {
    const [file, another] = files ?? []
    if (!file) return
    if (another) return setState({ kind: 'none', wrong: { kind: 'several' } })
    if (file.size > document_bytes)
      return setState({ kind: 'none', wrong: { kind: 'large', bytes: file.size } })
    const content = await file.text().catch(() => undefined)
    if (content === undefined) return setState({ kind: 'none', wrong: { kind: 'unreadable' } })
    if (content.trim() === '') return setState({ kind: 'none', wrong: { kind: 'empty' } })
    await loadPreview({ name: file.name, content, bytes: file.size })
  }

  async function loadPreview(file: PickedFile) {
    setState({ kind: 'picked', file })
    const file_preview = await preview.run({ content: file.content, passphrase: '' })
    if (file_preview) setState({ kind: 'previewed', file, file_preview })
  }

  function leave() {
    // The device need not keep the file's secrets in memory; if this call fails, they expire.
    if (state.kind === 'previewed')
      void outcomeOf(call('/api/parking/forget_import', { token: state.file_preview.token }, { quiet: true }))
    setState({ kind: 'none' })
  }

  function describeError(wrong: FileError): string {
    return wrong.kind === 'large' ? words.large(bytesText(wrong.bytes), max_size) : words[wrong.kind]
  }

  return (
    <Section title={installing ? undefined : words.title} hint={installing ? undefined : words.hint}>
      {state.kind === 'none' && (
        <DropFile
          locked={locked}
          words={{ title: words.title, drop: words.drop, pick: words.pick, limit: words.limit(max_size) }}
          accept=".json,application/json"
          onFiles={(files) => void readFile(files)}
          wrong={state.wrong && describeError(state.wrong)}
        />
      )}
      {state.kind === 'picked' &&
        (preview.error && !preview.running ? (
          <div className="stack">
            <FaultList
              file_name={state.file.name}
              issues={preview.issues}
              message={preview.error.code === code.not_found ? all.unsupported : preview.error.message}
            />
            <div className={`flex wrap gap-8 ${styles.buttons}`}>
              {preview.issues.length === 0 && (
                <Button onClick={() => void loadPreview(state.file)}>{words.retry}</Button>
              )}
              <Button onClick={leave}>{words.other_file}</Button>
            </div>
          </div>
        ) : (
          <div role="status">
            <p className="visually-hidden">{words.reading}</p>
            <SkeletonRows rows={5} />
          </div>
        ))}
      {state.kind === 'previewed' && (
        <Preview
          key={state.file_preview.token}
          file={state.file}
          file_preview={state.file_preview}
          onUnlocked={(file_preview) => setState({ ...state, file_preview })}
          onAgain={() => void loadPreview(state.file)}
          onOther={leave}
          installing={installing}
          onApplied={(applied) => {
            void sayWithUndo(words.done, 'import')
            if (!installing || applied.needs_password.length > 0) return setState({ kind: 'done', applied })
            setState({ kind: 'checking' })
          }}
        />
      )}
      {state.kind === 'checking' && <CheckFilled />}
      {state.kind === 'done' && <ImportDone applied={state.applied} onOther={leave} />}
    </Section>
  )
}

/** The result of an import: what changed, how to revert it, and what still has to be entered. */
function ImportDone({
  applied: { snapshot, applied, needs_password },
  onOther,
}: {
  applied: Applied
  onOther: () => void
}) {
  const all = useWords('config_document')
  const words = all.import
  const total = applied.reduce((sum, row) => sum + row.total, 0)
  return (
    <div className={`grid gap-8 text-14 anywhere bordered round-8 on-subtle ${styles.done}`} role="status">
      <p className="row gap-8 text-16 ok">
        <CheckIcon />
        <strong>{words.done}</strong>
      </p>
      <p>
        {words.done_says(total)}{' '}
        {applied
          .filter((row) => row.total > 0)
          .map(({ section }) => all.sections[section])
          .join(all.and)}
      </p>
      <p>
        {words.snapshot}：<code className="text-13 mono round-4 on-card">{snapshot}</code>{' '}
        <Link to="/system/operation">{words.way_back}</Link>
      </p>
      {needs_password.length > 0 && (
        <p className={`grid gap-8 pad-8-12 round-6 on-card icons-18 ${styles.needs_password}`}>
          <WarnIcon />
          <span>
            {words.needs_password(needs_password.join(all.and))}{' '}
            <Link to="/business/sceneConfig">{words.to_cameras}</Link>
          </span>
        </p>
      )}
      <div className={`flex wrap gap-8 ${styles.buttons}`}>
        <Button onClick={onOther}>{words.another}</Button>
      </div>
    </div>
  )
}
