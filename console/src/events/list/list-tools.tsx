/** The tools of the event list: the choice of columns, and the switch between table and pictures. */
import { useStore } from '#src/lib/store.ts'
import { mobile } from '#src/stores/viewport.ts'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { ImageIcon, ListIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { ColumnsChoice } from './columns-choice.tsx'
import styles from './list-tools.module.css'

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
      <div className={styles.views} role="group" aria-label={words.view}>
        <button
          type="button"
          aria-pressed={view === 'table'}
          aria-label={words.view_table}
          title={words.view_table}
          onClick={() => show('table')}
        >
          <ListIcon />
        </button>
        <button
          type="button"
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
