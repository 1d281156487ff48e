/** The bar above the wall: pictures or table, pictures per page, and the legend. */
import type { ReactNode } from 'react'
import { useWords } from '#src/core/words.ts'
import type { UrlChanges } from '#src/tables/use-url-state.ts'
import { ChevronLeftIcon, ChevronRightIcon, GridIcon, ListIcon } from '#src/ui/icons.tsx'
import { LotSign } from './lot-sign.tsx'
import { lot_states } from './wall-data.ts'
import { wall_sizes, type WallLayout } from './wall-layout.ts'
import styles from './wall-tools.module.css'

type Props = {
  layout: WallLayout
  cameras: number
  as_table: boolean
  stale: ReactNode
  onChange: (changes: UrlChanges, how?: { replace?: boolean; keepPage?: boolean }) => void
}

export function WallTools({ layout, cameras, as_table, stale, onChange }: Props) {
  const words = useWords('home')
  const set = (changes: UrlChanges) => onChange(changes, { replace: true })
  return (
    <div className={`row gap-12 ${styles.tools}`}>
      <div className={styles.choice} role="group" aria-label={words.view}>
        <button
          type="button"
          className="plain lifted row text-12 ink-2 nowrap"
          aria-pressed={!as_table}
          onClick={() => set({ view: undefined, find: undefined })}
        >
          <GridIcon />
          {words.view_wall}
        </button>
        <button
          type="button"
          className="plain lifted row text-12 ink-2 nowrap"
          aria-pressed={as_table}
          onClick={() => set({ view: 'lots' })}
        >
          <ListIcon />
          {words.view_table}
        </button>
      </div>
      {!as_table && cameras > 4 && (
        <div className={styles.choice} data-sizes role="group" aria-label={words.per_page}>
          {wall_sizes.map((size) => (
            <button
              key={size}
              type="button"
              className="plain lifted row text-12 ink-2 nowrap"
              aria-pressed={size === layout.size}
              aria-label={words.per_page_n(size)}
              onClick={() => set({ wall: size })}
            >
              {size}
            </button>
          ))}
        </div>
      )}
      {!as_table && layout.pages > 1 && (
        <div className={`row gap-4 text-12 figures icons-16 ${styles.pages}`}>
          <button
            type="button"
            className="plain"
            aria-label={words.previous}
            disabled={layout.page === 1}
            onClick={() => onChange({ page: layout.page - 1 }, { keepPage: true, replace: true })}
          >
            <ChevronLeftIcon />
          </button>
          <span aria-label={words.page_of(layout.page, layout.pages)}>
            {layout.page} / {layout.pages}
          </span>
          <button
            type="button"
            className="plain"
            aria-label={words.next}
            disabled={layout.page === layout.pages}
            onClick={() => onChange({ page: layout.page + 1 }, { keepPage: true, replace: true })}
          >
            <ChevronRightIcon />
          </button>
        </div>
      )}
      {stale}
      <ul className={`flex gap-16 text-12 ink-2 nowrap ${styles.legend}`} aria-label={words.legend}>
        {lot_states.map((state) => (
          <li key={state} className="row gap-6">
            <LotSign state={state} />
            {words.lot_state[state]}
          </li>
        ))}
      </ul>
      {!as_table && <span className={`text-12 ink-3 nowrap ${styles.interval}`}>{words.interval}</span>}
    </div>
  )
}
