/**
 * Previews what a file would change: its origin, warnings, and each section with its changes, to be selected
 * one by one.
 * Long because the selection runs through every section.
 */
import { checkCode, type DocumentSection } from '@parking/contract/config-document/config-document-rules.ts'
import { useState } from 'react'
import { WhyButton } from '#src/forms/why-button.tsx'
import { failureText } from '#src/core/api.ts'
import { useChange } from '#src/core/queries.ts'
import { addressOf } from '#src/install/install-steps.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { useWords } from '#src/core/words.ts'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import type { Previewed } from './config-document-change.tsx'
import shared from './config-document.module.css'
import styles from './config-document-preview.module.css'
import type { Applied } from './config-document-import.tsx'
import { SectionRow } from './config-document-section.tsx'
import { PassphraseForm } from './config-document-password.tsx'
import { Warnings } from './config-document-warnings.tsx'

type Props = {
  file: { name: string; content: string }
  file_preview: Previewed
  /** Called with the same file previewed with its passphrase. */
  onUnlocked: (file_preview: Previewed) => void
  onAgain: () => void
  onOther: () => void
  onApplied: (applied: Applied) => void
  /** Everything is applied, and one press does it unless something would be lost. */
  installing: boolean
}

export function Preview({ file, file_preview, onUnlocked, onAgain, onOther, onApplied, installing }: Props) {
  const all = useWords('config_document')
  const words = all.import
  const [chosen, setChosen] = useState<SelectedSections>(() => initialSelection(file_preview, installing))
  const apply = useChange('/api/parking/apply_import', { quiet: true, done: onApplied })
  const rows = file_preview.sections.filter(({ importable, total }) => importable && total > 0)
  const equal = file_preview.sections.filter(({ importable, total }) => importable && total === 0)
  const read_only = file_preview.sections.filter(({ importable }) => !importable)
  const picked = rows.filter(({ section }) => chosen.includes(section))
  const total = picked.reduce((sum, row) => sum + row.total, 0)

  async function applySelected() {
    const [shut_out, clock] = [
      picked.some(({ section }) => section === 'whitelist') &&
        file_preview.warnings.some(({ warning }) => warning === 'shut_out'),
      chosen.includes('time'),
    ]
    const dangerous =
      shut_out ||
      file_preview.warnings.some(
        ({ warning, section }) =>
          ['cameras_removed', 'lots_removed', 'mode_clears_scenes'].includes(warning) &&
          section !== null &&
          chosen.includes(section),
      )
    const reasons = [
      words.ask_says,
      ...(clock ? [words.ask_clock] : []),
      ...(shut_out ? [words.ask_shut_out] : []),
    ]
    const body = (
      <div className="stack">
        {reasons.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p>
          <strong>{picked.map(({ section }) => all.sections[section]).join(all.and)}</strong>
        </p>
      </div>
    )
    // The list above is the question for the rest: a snapshot can undo it.
    const asks = dangerous || (clock && !installing)
    if (
      asks &&
      !(await confirm({ title: words.ask(total), body, confirm: words.confirm, danger: dangerous }))
    )
      return
    await apply.run({
      token: file_preview.token,
      sections: chosenOf(picked.map(({ section }) => section)),
      ...(shut_out ? { confirmed: true } : {}),
    })
  }

  return (
    <div className="grid one-column gap-20">
      <PreviewHead file_name={file.name} file_preview={file_preview} installing={installing} />
      {file_preview.secrets === 'locked' && <PassphraseForm content={file.content} onUnlocked={onUnlocked} />}
      <Warnings file_preview={file_preview} />
      {rows.length === 0 ? (
        <p className={`text-14 ok text-center round-8 ${styles.nothing}`} role="status">
          {words.nothing}
        </p>
      ) : (
        <fieldset className={`slim flush ${styles.sections}`}>
          <legend className={installing ? 'below-8' : undefined}>
            {installing ? words.whole : words.choose}
          </legend>
          {!installing && (
            <label className={`row to-end gap-8 below-8 text-13 ink-2 pointer`}>
              <input
                type="checkbox"
                checked={picked.length === rows.length}
                ref={(box) =>
                  void (box && (box.indeterminate = picked.length > 0 && picked.length < rows.length))
                }
                onChange={(event) =>
                  setChosen(event.currentTarget.checked ? rows.map(({ section }) => section) : [])
                }
              />
              {words.all}
            </label>
          )}
          {rows.map((row) => (
            <SectionRow
              key={row.section}
              row={row}
              checked={chosen.includes(row.section)}
              fixed={installing}
              onCheck={(on) => setChosen(toggleSection(chosen, row.section, on, file_preview))}
            />
          ))}
        </fieldset>
      )}
      <ul className={`grid note gap-6 leading-15 ${styles.others}`}>
        {equal.length > 0 && (
          <li>
            <span className="pad-0-8 text-12 ink-2 round-4">{words.same}</span>{' '}
            {equal.map(({ section }) => all.sections[section]).join(all.and)}
          </li>
        )}
        {read_only.map(({ section }) => (
          <li key={section}>
            <span className="pad-0-8 text-12 ink-2 round-4">{words.read_only}</span> {all.sections[section]}。
            {words.read_only_says}
          </li>
        ))}
      </ul>
      {apply.error && !apply.running && (
        <div className={`pad-10-12 flush text-14 bad anywhere round-6 on-bad ${shared.failure}`} role="alert">
          <p>
            {apply.error.reason === 'changed_meanwhile'
              ? words.stale
              : apply.error.reason === 'preview_gone'
                ? words.gone
                : failureText(words.apply_failed, apply.error)}
          </p>
          <Button onClick={onAgain}>{words.again}</Button>
        </div>
      )}
      <div className={`row wrap to-end gap-8-12 line-above on-subtle ${styles.bar}`}>
        <div>
          <p role="status">{rows.length > 0 && !installing && words.chosen(picked.length, total)}</p>
          {rows.length > 0 && !installing && <p className="note">{words.ask_says}</p>}
        </div>
        <Button disabled={apply.running} onClick={onOther}>
          {words.other_file}
        </Button>
        {rows.length > 0 && (
          <WhyButton
            variant="primary"
            why={picked.length === 0 ? words.why_none : undefined}
            busy={apply.running}
            onPress={() => void applySelected()}
          >
            {installing ? words.apply_all(total) : words.go}
          </WhyButton>
        )}
        {rows.length === 0 && installing && (
          <ButtonLink variant="primary" to={addressOf('place')}>
            {words.go_on}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** Read-only sections are never selectable. */
const chosenOf = (sections: readonly DocumentSection[]) =>
  sections.flatMap((section) => (section === 'network' ? [] : [section]))

/** The origin of a file: device, time, version. */
function PreviewHead({
  file_name,
  file_preview: { made, same_device, secrets, checksum },
  installing,
}: {
  file_name: string
  file_preview: Previewed
  installing: boolean
}) {
  const words = useWords('config_document').import
  return (
    <Facts>
      <Fact name={words.file}>{file_name}</Fact>
      <Fact name={words.code}>
        <code className="mono">{checkCode(checksum)}</code>
      </Fact>
      <Fact name={words.made}>
        <time>{made.time}</time>
      </Fact>
      <Fact name={words.from}>
        {[made.host_name, made.host_sn].filter(Boolean).join(' · ')}{' '}
        {!installing && (
          <StatusTag tone={same_device ? 'ok' : 'warn'}>
            {same_device ? words.this_device : words.other_device}
          </StatusTag>
        )}
      </Fact>
      <Fact name={words.software}>{made.software || '--'}</Fact>
      <Fact name={words.secrets_label}>{words.secrets[secrets]}</Fact>
    </Facts>
  )
}

type SelectedSections = readonly DocumentSection[]

/**
 * Which sections of a file are selected: by default all that differ, except the dangerous ones.
 * Not selected by default: the identity of another device, which must be unique on the platform, and changes
 * that lock users out.
 */
function initialSelection({ sections, warnings }: Previewed, installing: boolean): SelectedSections {
  const excluded = new Set(
    (installing ? [] : warnings).flatMap(({ warning, section }) =>
      (warning === 'other_device' || warning === 'shut_out') && section !== null ? [section] : [],
    ),
  )
  return sections
    .filter(({ section, importable, total }) => importable && total > 0 && !excluded.has(section))
    .map(({ section }) => section)
}

/** Selecting a section selects those it needs; clearing it clears those that need it. */
function toggleSection(
  chosen: SelectedSections,
  section: DocumentSection,
  on: boolean,
  { sections }: Previewed,
): SelectedSections {
  const needs = (one: DocumentSection) => sections.find((row) => row.section === one)?.needs ?? []
  const next = on
    ? [...chosen, section, ...needs(section)]
    : chosen.filter((one) => one !== section && !needs(one).includes(section))
  return [...new Set(next)]
}
