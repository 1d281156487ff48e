/** The tools above the event list: table or pictures, the choice of columns, and the export. */
import { useState } from 'react'
import { useMayWork } from '#src/forms/use-may-work.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import type { UrlState } from '#src/tables/use-url-state.ts'
import { StrokeIcon } from '#src/ui/stroke-icon.tsx'
import { ImageIcon, ListIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { ColumnsChoice } from './columns-choice.tsx'
import type { EventFilter } from '../filter/event-filter.ts'
import type { ParkingEvent } from '../event/event-status.tsx'
import { ExportDialog } from '../export/export-dialog.tsx'
import { SelectAll } from '../selection/select-boxes.tsx'
import type { EventSelection } from '../selection/use-selection.ts'
import styles from './list-tools.module.css'

export type View = 'table' | 'wall'
export const viewIn = (search: URLSearchParams): View => (search.get('view') === 'wall' ? 'wall' : 'table')

type Props = {
  url: UrlState
  filter: EventFilter
  manual: boolean
  rows: readonly ParkingEvent[]
  selection: EventSelection | undefined
  empty: boolean
  /** The number of events as a text. */
  total: string
}

export function ListTools({ url, filter, manual, rows, selection, empty, total }: Props) {
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
        selection &&
        rows.length > 0 && (
          <label className={styles.page}>
            <SelectAll rows={rows} selection={selection} />
            {words.choose_page}
          </label>
        )
      )}
      <span className={styles.actions}>
        <WhyButton why={why} onPress={() => setExporting(true)}>
          <StrokeIcon d="M10 3v9M6 8.5l4 4 4-4M4 16.5h12" />
          {words.export}
        </WhyButton>
      </span>
      {exporting && (
        <ExportDialog
          uuids={selection?.events.map(({ uuid }) => uuid) ?? []}
          filter={filter}
          manual={manual}
          total={total}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  )
}
