/** The installed and the available version of each package. */
import { useEffect } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import '#src/tables/table.css'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import { createStore, useStore } from '#src/lib/store.ts'
import { dictionaries } from '#src/stores/language.ts'
import { HeadRow } from '#src/tables/table-head.tsx'
import shared from './application.module.css'
import styles from './versions.module.css'
import type { PackageVersion } from './page.tsx'

/** The package that contains this console: after its update the browser still shows the old version. */
const console_package = 'parking-edge'

export function Versions({
  list,
  app,
}: {
  list: readonly PackageVersion[]
  app: AnswerAt<'/api/system/app_status'> | undefined
}) {
  const words = useWords('application')
  if (list.length === 0) return <EmptyState title={words.none}>{words.none_says}</EmptyState>
  return (
    <>
      <NewConsoleNotice list={list} />
      <div className="table-box">
        <table className="table" data-cards="">
          <HeadRow names={[words.package, words.installed, words.candidate, words.state]} />
          <tbody>
            {list.map((one) => (
              <tr key={one.package}>
                <td data-wide="" className={styles.package}>
                  <strong>{nameOf(one.package, words.names)}</strong> <code>{one.package}</code>
                </td>
                <td data-label={words.installed} className="text-13 mono anywhere">
                  {one.installed || words.not_installed}
                </td>
                <td data-label={words.candidate} className="text-13 mono anywhere">
                  {one.candidate || '--'}
                </td>
                <td data-label={words.state}>
                  <State one={one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <News list={list} />
      {app && (
        <p className={`row wrap gap-4-12 text-13 ink-2 line-above ${shared.app}`}>
          {words.app}
          {app.connected ? (
            <strong className="ink">{[app.name, app.version].filter(Boolean).join(' ') || '--'}</strong>
          ) : (
            <StatusTag tone="idle">{words.app_away}</StatusTag>
          )}
          <span>{words.app_says}</span>
        </p>
      )}
    </>
  )
}

/** What the available versions bring, as far as they say. */
function News({ list }: { list: readonly PackageVersion[] }) {
  const words = useWords('application')
  const { language } = useStore(dictionaries)
  const notes = list.flatMap((one) => one.notes ?? [])
  if (notes.length === 0) return null
  return (
    <section className={`line-above ${shared.app}`} aria-label={words.news}>
      <h3 className="text-14">{words.news}</h3>
      {notes.map((note) => (
        <div key={note.version}>
          {notes.length > 1 && <p className="above-8 text-13 mono ink-2 anywhere">{note.version}</p>}
          <ul className="listed grid gap-4 above-8 text-13 leading-15">
            {note[language].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function State({ one: { installed, candidate } }: { one: PackageVersion }) {
  const words = useWords('application')
  if (candidate === '') return <StatusTag tone="idle">{words.no_source}</StatusTag>
  if (installed === '') return <StatusTag tone="warn">{words.not_installed}</StatusTag>
  return candidate === installed ? (
    <StatusTag tone="ok">{words.newest}</StatusTag>
  ) : (
    <StatusTag tone="info">{words.available}</StatusTag>
  )
}

export function nameOf(name: string, names: { edge: string; analysis: string }): string {
  if (name === console_package) return names.edge
  return name === 'parking-analysis' ? names.analysis : name
}

/** The version that was installed when this document first saw one: the console that the browser runs. */
const first_seen = createStore('')

/** Shown when the console was updated while this document is open. */
function NewConsoleNotice({ list }: { list: readonly PackageVersion[] }) {
  const words = useWords('application')
  const installed = list.find((one) => one.package === console_package)?.installed ?? ''
  const opened = useStore(first_seen)
  useEffect(() => first_seen.update((seen) => seen || installed), [installed])
  if (opened === '' || installed === opened) return null
  return (
    <div className={`row wrap spread gap-8-16 text-14 ink line-below on-info ${shared.fresh}`} role="status">
      {words.new_console(installed)}
      <Button onClick={() => location.reload()}>{words.reload}</Button>
    </div>
  )
}
