/**
 * The bar above a list: search, time range, filters, tools. Active filters are chips; the others are in a
 * panel. Content shown over the bar (the actions on a selection) moves nothing. All values are in the URL.
 */
import type { ReactNode } from 'react'
import { useWords } from '../core/words.ts'
import { useStore } from '../lib/store.ts'
import { mobile } from '../stores/viewport.ts'
import { Button } from '../ui/button/button.tsx'
import { CloseIcon, FilterIcon, PlusIcon } from '../ui/icons.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { usePanelButton } from '../ui/panel/use-panel-button.ts'
import { Labelled, type FilterWords } from './filter-fields.tsx'
import styles from './list-bar.module.css'

export type ListFilter = {
  name: string
  label: string
  /** The chosen value as text; undefined if the filter is not set. */
  text: string | undefined
  /** Always in the bar, as a separate select. */
  pinned?: boolean
  control: (id: string) => ReactNode
  onDrop: () => void
}

type Props = {
  words: FilterWords
  search?: ReactNode
  range?: ReactNode
  filters: readonly ListFilter[]
  /** Number of active filters. */
  active: number
  onReset: () => void
  /** True if the end is before the start. */
  wrongOrder?: boolean
  tools?: ReactNode
  over?: ReactNode
}

export function ListBar(props: Props) {
  const { words, search, range, filters, active, onReset, wrongOrder = false, tools, over } = props
  const list = useWords('range').list
  const phone = useStore(mobile)
  const { anchor, open, show, close, props: opener } = usePanelButton()
  const pinned = phone ? [] : filters.filter((filter) => filter.pinned)
  const folded = phone ? filters : filters.filter((filter) => !filter.pinned)
  const chips = folded.filter(({ text }) => text !== undefined)
  const folds = folded.length > 0
  const set_count = phone ? filters.filter(({ text }) => text !== undefined).length : 0
  const button = folds && (
    <button
      {...opener}
      className={`gap-4 medium nowrap icons-16 ${styles.add}`}
      data-phone={phone || undefined}
    >
      {phone ? <FilterIcon /> : <PlusIcon />}
      {set_count > 0 ? words.filters_active(set_count) : list.add}
    </button>
  )
  const reset = active > 0 && (
    <Button variant="quiet" className={styles.reset} onClick={onReset}>
      {words.reset}
    </Button>
  )
  return (
    <div className="relative line-below">
      <div
        className={`row gap-8 ${styles.bar}`}
        role="search"
        aria-label={words.filters}
        inert={Boolean(over)}
      >
        <div className={styles.first}>
          {search}
          {phone && button}
          {phone && tools && <div className={styles.tools}>{tools}</div>}
        </div>
        <div className={`row wrap grow slim gap-6 ${styles.chips}`}>
          {range}
          {pinned.map((filter) => (
            <span
              key={filter.name}
              className={`tinted ${styles.pill}`}
              data-set={filter.text !== undefined || undefined}
            >
              <Labelled label={filter.label}>{filter.control}</Labelled>
              {filter.text !== undefined && <Drop filter={filter} />}
            </span>
          ))}
          {chips.map((filter) => (
            <span key={filter.name} className={`tinted ${styles.pill}`} data-set="">
              <button
                type="button"
                className={`plain inline-row ellipsis pill ${styles.edit}`}
                aria-label={list.edit(`${filter.label}：${filter.text ?? ''}`)}
                onClick={show}
              >
                {filter.label}：{filter.text}
              </button>
              <Drop filter={filter} />
            </span>
          ))}
          {!phone && button}
          {phone && reset}
        </div>
        {!phone && reset}
        {!phone && tools && <div className={styles.tools}>{tools}</div>}
      </div>
      {over && <div className={`grid cover ${styles.over}`}>{over}</div>}
      {wrongOrder && (
        <p className={`text-13 bad ${styles.wrong}`} role="alert">
          {words.time_order}
        </p>
      )}
      {open && (
        <Panel
          anchor={anchor}
          title={words.filters}
          fills={phone}
          onClose={close}
          footer={
            <>
              <Button variant="quiet" disabled={active === 0} onClick={onReset}>
                {words.reset}
              </Button>
              <Button variant="primary" onClick={close}>
                {list.show}
              </Button>
            </>
          }
        >
          <div className={styles.fields}>
            {folded.map(({ name, label, control }) => (
              <Labelled key={name} label={label}>
                {control}
              </Labelled>
            ))}
          </div>
        </Panel>
      )}
    </div>
  )
}

function Drop({ filter: { label, onDrop } }: { filter: ListFilter }) {
  const list = useWords('range').list
  return (
    <button
      type="button"
      className={`plain inline-row pill ${styles.drop}`}
      aria-label={list.drop(label)}
      onClick={onDrop}
    >
      <CloseIcon />
    </button>
  )
}
