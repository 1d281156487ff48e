/** How the list is shown, which columns it has, and taking it along. */
import { useState } from 'react'
import { useMayWork } from '../forms/use-may-work.ts'
import { WhyButton } from '../forms/why-button.tsx'
import type { UrlState } from '../tables/use-url-state.ts'
import { Drawn } from '../ui/drawn.tsx'
import { ImageIcon, ListIcon } from '../ui/icons.tsx'
import { useWords } from '../words.ts'
import { ColumnsChoice } from './event-columns.tsx'
import type { EventFilter } from './event-filter.ts'
import type { ParkingEvent } from './event-status.tsx'
import { ChooseAll } from './event-table.tsx'
import styles from './events.module.css'
import { ExportDialog } from './export-dialog.tsx'
import type { Chosen } from './use-chosen.ts'

export type View = 'table' | 'wall'
export const viewIn = (search: URLSearchParams): View => (search.get('view') === 'wall' ? 'wall' : 'table')

type Props = {
  url: UrlState
  filter: EventFilter
  manual: boolean
  rows: readonly ParkingEvent[]
  chosen: Chosen | undefined
  empty: boolean
  /** In words. */ total: string
}

export function ListTools({ url, filter, manual, rows, chosen, empty, total }: Props) {
  const words = useWords('event_list')
  const [exporting, setExporting] = useState(false)
  const view = viewIn(url.search)
  const why = useMayWork() ? (empty ? words.export_nothing : undefined) : words.export_role
  const show = (next: View) =>
    url.change({ view: next === 'wall' ? 'wall' : undefined }, { keepPage: true, replace: true })
  return (
    <div className={styles.tools}>
      <div className={styles.views} role="group" aria-label={words.view}>
        <button type="button" aria-pressed={view === 'table'} onClick={() => show('table')}>
          <ListIcon />
          {words.view_table}
        </button>
        <button type="button" aria-pressed={view === 'wall'} onClick={() => show('wall')}>
          <ImageIcon />
          {words.view_wall}
        </button>
      </div>
      {view === 'table' ? (
        <ColumnsChoice />
      ) : (
        chosen &&
        rows.length > 0 && (
          <label className={styles.page}>
            <ChooseAll rows={rows} chosen={chosen} />
            {words.choose_page}
          </label>
        )
      )}
      <span className={styles.deeds}>
        <WhyButton why={why} onPress={() => setExporting(true)}>
          <Drawn d="M10 3v9M6 8.5l4 4 4-4M4 16.5h12" />
          {words.export}
        </WhyButton>
      </span>
      {exporting && (
        <ExportDialog
          uuids={chosen?.events.map(({ uuid }) => uuid) ?? []}
          filter={filter}
          manual={manual}
          total={total}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  )
}
