/** One section of a file: a checkbox, the number of changes, and the changes when expanded. */
import { useId, useState } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { ChevronDownIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { ChangeLine, type Difference, type PreviewedSection } from './config-document-change.tsx'
import styles from './config-document-preview.module.css'

/** Number of changes shown before "show all". */
const initial_count = 8
/** Sections with at most this many changes are expanded at first. */
const max_expanded = 5

type Props = {
  row: PreviewedSection
  checked: boolean
  /** Without the checkbox: the section is applied in any case. */
  fixed: boolean
  onCheck: (on: boolean) => void
}

export function SectionRow({ row: { section, total, changes, needs }, checked, fixed, onCheck }: Props) {
  const words = useWords('config_document')
  const [open, setOpen] = useState(total <= max_expanded)
  const [all, setAll] = useState(false)
  const id = useId()
  const name = words.sections[section]
  const shown = all ? changes : changes.slice(0, initial_count)
  const hidden = changes.length - shown.length
  return (
    <div className={styles.section} data-checked={checked || undefined}>
      <div className={`row wrap gap-4-12 ${styles.section_head}`}>
        {fixed ? (
          <strong className="text-14 bold">{name}</strong>
        ) : (
          <label className="row gap-10 pointer">
            <input
              type="checkbox"
              checked={checked}
              onChange={(event) => onCheck(event.currentTarget.checked)}
            />
            <strong className="text-14 bold">{name}</strong>
          </label>
        )}
        <span className={`pad-0-8 text-12 figures nowrap pill on-info ${styles.count}`}>
          {words.import.changes(total)}
        </span>
        {needs.length > 0 && (
          <span className="text-12 ink-3">
            {needs.map((one) => words.import.needs(words.sections[one])).join(words.and)}
          </span>
        )}
        <button
          type="button"
          className={`center push ink-3 round-6 icons-18 ${styles.opener}`}
          aria-expanded={open}
          aria-controls={id}
          aria-label={open ? words.import.close(name) : words.import.open(name)}
          onClick={() => setOpen(!open)}
        >
          <ChevronDownIcon />
        </button>
      </div>
      {open && (
        <div id={id} className={`grid gap-8 text-13 leading-16 ${styles.changes}`}>
          {byCamera(shown).map(({ camera_name, list }, at) => (
            <div key={at} className="slim full">
              {camera_name !== undefined && (
                <p className={`text-12 ink-3 medium ${styles.camera}`} aria-hidden="true">
                  {camera_name}
                </p>
              )}
              <ul className="grid gap-4" aria-label={camera_name ?? name}>
                {list.map((one, position) => (
                  <li key={position}>
                    <ChangeLine section={section} one={one} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {(hidden > 0 || all) && changes.length > initial_count && (
            <Button variant="quiet" onClick={() => setAll(!all)}>
              {all ? words.import.less : words.import.more(hidden)}
            </Button>
          )}
          {all && total > changes.length && (
            <p className="note">{words.import.beyond(total - changes.length)}</p>
          )}
        </div>
      )}
    </div>
  )
}

/** Groups changes of lots by camera, in their order. */
function byCamera(changes: readonly Difference[]): { camera_name: string | undefined; list: Difference[] }[] {
  const groups: { camera_name: string | undefined; list: Difference[] }[] = []
  for (const one of changes) {
    const camera_name = one.kind.startsWith('lot') && 'camera_name' in one ? one.camera_name : undefined
    const last = groups.at(-1)
    if (last && last.camera_name === camera_name) last.list.push(one)
    else groups.push({ camera_name, list: [one] })
  }
  return groups
}
