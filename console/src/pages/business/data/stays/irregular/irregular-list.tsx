/**
 * The stays that wait for a repair, newest first. Arrow keys choose a stay; the repair keys apply what the
 * form next to the list shows.
 */
import { irregularities, type Irregularity } from '@parking/contract/stays/stay-marks.ts'
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { PlateChip } from '#src/events/plate/plate-chip.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { stampSpan } from '../axis/stay-text.ts'
import { LoadFailed } from '#src/tables/loaded.tsx'
import styles from './irregular-list.module.css'

type Row = AnswerAt<'/api/parking/irregular_stays'>['list'][number]
type Props = {
  kind: Irregularity | undefined
  cursor: string | undefined
  chosen: number | undefined
  onChoose: (stay: number | undefined) => void
  onChange: (changes: { kind?: string | undefined; cursor?: string | undefined }) => void
}

const page_size = 50

export function IrregularList({ kind, cursor, chosen, onChoose, onChange }: Props) {
  const words = useWords('stays')
  const query = useCall(
    '/api/parking/irregular_stays',
    { page_size, ...(kind && { kind }), ...(cursor !== undefined && { cursor }) },
    { keep: true, every: 10_000 },
  )
  const { data } = query
  const at = data?.list.findIndex(({ stay }) => stay === chosen) ?? -1
  const box = useRef<HTMLDivElement>(null)
  // When a stay is repaired, the next one moves up to its position and is chosen.
  const last = useRef(0)
  const follow = useEffectEvent((stay: number | undefined) => onChoose(stay))
  useEffect(() => {
    if (!data) return
    if (at >= 0) last.current = at
    else follow(data.list[Math.min(last.current, data.list.length - 1)]?.stay)
  }, [data, at])
  useEffect(() => {
    void box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function onKey(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key]
    const rows = data?.list ?? []
    if (by === undefined || rows.length === 0) return
    event.preventDefault()
    onChoose(rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.stay)
  }
  if (!data)
    return query.isError ? <LoadFailed query={query} title={words.failed} /> : <SkeletonRows rows={8} />
  return (
    <div className={`flex column tall ${styles.list}`}>
      <div className={`pad-8-12 line-below ${styles.bar}`}>
        <select
          className="input"
          aria-label={words.kind}
          value={kind ?? ''}
          onChange={(event) => onChange({ kind: event.currentTarget.value || undefined, cursor: undefined })}
        >
          <option value="">{words.kind_all}</option>
          {irregularities.map((one) => (
            <option key={one} value={one}>
              {words.marks[one]}（{data.by_kind[one].toLocaleString('en')}）
            </option>
          ))}
        </select>
      </div>
      {data.list.length === 0 ? (
        <EmptyState title={words.irregular_none} heading="h2">
          {words.irregular_none_says}
        </EmptyState>
      ) : (
        <div
          ref={box}
          className={styles.rows}
          role="listbox"
          tabIndex={0}
          aria-label={words.irregular_list}
          aria-activedescendant={at >= 0 ? `irregular-${chosen}` : undefined}
          data-own-keys=""
          onKeyDown={onKey}
        >
          {data.list.map((row) => (
            <IrregularRow key={row.stay} row={row} chosen={row.stay === chosen} onChoose={onChoose} />
          ))}
        </div>
      )}
      {(data.next !== undefined || cursor !== undefined) && (
        <div className="flex to-end gap-8 pad-8-12 line-above">
          {cursor !== undefined && (
            <Button onClick={() => onChange({ cursor: undefined })}>{words.newest}</Button>
          )}
          {data.next !== undefined && (
            <Button onClick={() => onChange({ cursor: data.next })}>{words.older}</Button>
          )}
        </div>
      )}
    </div>
  )
}

function IrregularRow({
  row,
  chosen,
  onChoose,
}: {
  row: Row
  chosen: boolean
  onChoose: (stay: number) => void
}) {
  const words = useWords('stays')
  return (
    <div
      id={`irregular-${row.stay}`}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className={`grid middle gap-4-12 text-13 figures line-below ${styles.row}`}
      onClick={() => onChoose(row.stay)}
    >
      <span className="bad bold">{row.irregular.map((one) => words.marks[one]).join('、')}</span>
      <b>{row.identity.lot_no}</b>
      <PlateChip number={row.plate_number} color="unknown" small />
      <time className="ink-2">{stampSpan(row.begin_str, row.end_str, words)}</time>
    </div>
  )
}
