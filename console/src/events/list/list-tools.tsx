/** The tools of the event list: the choice of columns, and the switch between table and pictures. */
import { useId, useRef } from 'react'
import { useStore } from '#src/lib/store.ts'
import { mobile } from '#src/stores/viewport.ts'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { ImageIcon, ListIcon, SlidersIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { Button } from '#src/ui/button/button.tsx'
import styles from './list-tools.module.css'
import columns_choice_styles from './columns-choice.module.css'
import {
  column_names,
  default_columns,
  fixed_columns,
  setColumns,
  useColumns,
  type ColumnName,
} from './event-columns.ts'

export type View = 'table' | 'wall'
export const viewIn = (search: URLSearchParams): View => (search.get('view') === 'wall' ? 'wall' : 'table')

export function ListTools({ url }: { url: UrlState }) {
  const words = useWords('event_list')
  const phone = useStore(mobile)
  const view = viewIn(url.search)
  const show = (next: View) =>
    url.change({ view: next === 'wall' ? 'wall' : undefined }, { keepPage: true, replace: true })
  return (
    <>
      {view === 'table' && !phone && <ColumnsChoice />}
      <div className={`flex clip round-6 icons-16 ${styles.views}`} role="group" aria-label={words.view}>
        <button
          type="button"
          className="plain tinted row text-13 ink-2"
          aria-pressed={view === 'table'}
          aria-label={words.view_table}
          title={words.view_table}
          onClick={() => show('table')}
        >
          <ListIcon />
        </button>
        <button
          type="button"
          className="plain tinted row text-13 ink-2"
          aria-pressed={view === 'wall'}
          aria-label={words.view_wall}
          title={words.view_wall}
          onClick={() => show('wall')}
        >
          <ImageIcon />
        </button>
      </div>
    </>
  )
}

/** A button that opens the list of columns to show. */
function ColumnsChoice() {
  const [words, parking] = [useWords('event_list'), useWords('events')]
  const shown = useColumns()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const change = (name: ColumnName, on: boolean) =>
    setColumns(on ? [...shown, name] : shown.filter((one) => one !== name))
  function placePanel() {
    const at = button.current?.getBoundingClientRect()
    if (!at || !box.current) return
    box.current.style.top = `${at.bottom + 6}px`
    box.current.style.maxHeight = `${Math.max(160, innerHeight - at.bottom - 14)}px`
    box.current.style.left = `${Math.max(8, Math.min(at.left, innerWidth - box.current.offsetWidth - 8))}px`
  }
  return (
    <>
      <Button ref={button} popoverTarget={id} aria-haspopup="dialog">
        <SlidersIcon />
        {words.columns}
      </Button>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={words.columns}
        className={`card pad-12-16 flush text-14 ink ${columns_choice_styles.panel}`}
        onToggle={(event) => event.newState === 'open' && placePanel()}
      >
        <p className="below-8 text-12 ink-3">{words.columns_say}</p>
        {column_names.map((name) => (
          <label key={name} className="row gap-8 pointer">
            <input
              type="checkbox"
              checked={shown.includes(name)}
              disabled={fixed_columns.includes(name)}
              onChange={(event) => change(name, event.currentTarget.checked)}
            />
            {parking[name]}
          </label>
        ))}
        <Button variant="quiet" onClick={() => setColumns(default_columns)}>
          {words.columns_reset}
        </Button>
      </div>
    </>
  )
}
