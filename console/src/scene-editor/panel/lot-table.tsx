/**
 * All lots in a table that can be edited by keyboard alone, outlines included. Rows are added after the first
 * paint and as they approach the viewport, and then stay: adding 200 at once would block the page for most of
 * a second.
 */
import { memo, startTransition, useEffect, useState, type UIEvent } from 'react'
import { difficult, lot_posture, lot_type } from '@parking/contract/core/codes.ts'
import { motor_cells } from '@parking/contract/core/limits.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CloseIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { afterPaint } from '#src/lib/after-paint.ts'
import { HeadRow } from '#src/tables/table-head.tsx'
import { useEditor, useEditorAfterPaint, useEditorStore } from '../state/editor-store.ts'
import { NumberInput } from './fields.tsx'
import { outlineIn, type Lot, type LotAttributes } from '../model/document.ts'
import { selectedIds } from '../model/editor.ts'
import type { PicturePoint, Size } from '../model/geometry.ts'
import { idsIn } from '../model/moving.ts'
import { OutlineField } from './outline-field.tsx'
import { numberOf } from '../state/names.ts'
import table_styles from './lot-table.module.css'

/** Rows added at once, rows kept ahead of the viewport, and the height of a row in pixels. */
const rows_at_once = 8
const rows_ahead = 24
const row_px = 37

export function LotTable({ onClose }: { onClose: () => void }) {
  const document = useEditor((editor) => editor.history.document)
  const size = useEditor((editor) => editor.size)
  const chosen = idsIn(useEditorAfterPaint(selectedIds))
  const words = useWords('camera').scene
  const { lots } = document
  const [count, setCount] = useState(0)
  const later = Math.max(0, lots.length - count)
  useEffect(() => {
    if (count >= rows_ahead) return
    return afterPaint(() => startTransition(() => setCount((now) => Math.max(now, count + rows_at_once))))
  }, [count])
  const grow = ({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLDivElement>) => {
    const wanted = Math.ceil((scrollTop + 2 * clientHeight) / row_px)
    if (wanted > count && later > 0) startTransition(() => setCount(wanted + rows_ahead))
  }
  return (
    <section className={`flex column on-card ${table_styles.table}`} aria-label={words.table}>
      <div className={`row spread gap-12 ${table_styles.tableHead}`}>
        <p className="note flush leading-14">{words.table_hint}</p>
        <Button variant="quiet" onClick={onClose}>
          <CloseIcon />
          {words.close_table}
        </Button>
      </div>
      <div className={table_styles.tableBody} onScroll={grow}>
        <table className="full text-13" aria-rowcount={lots.length + 1}>
          <HeadRow
            names={[
              words.columns.lot_no,
              words.columns.lot_type,
              words.columns.lot_posture,
              words.columns.motor_num,
              words.columns.difficult,
              words.columns.outline,
            ]}
          />
          <tbody>
            {lots.slice(0, count).map((lot) => (
              <Row
                key={lot.id}
                lot={lot}
                outline={textOf(outlineIn(document, lot, size))}
                size={size}
                chosen={chosen.includes(lot.id)}
              />
            ))}
            {later > 0 && (
              <tr aria-hidden="true">
                <td colSpan={6} style={{ height: later * row_px }} />
              </tr>
            )}
            {lots.length === 0 && (
              <tr>
                <td colSpan={6} className="note flush leading-14">
                  {words.no_lots}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Corners as text and back, because equal text does not render the row again. */
const textOf = (outline: readonly PicturePoint[]): string => JSON.stringify(outline)
const outlineOf = (text: string) => JSON.parse(text) as readonly PicturePoint[]

const Row = memo(function Row({
  lot,
  outline,
  size,
  chosen,
}: {
  lot: Lot
  outline: string
  size: Size
  chosen: boolean
}) {
  const store = useEditorStore()
  const words = useWords('camera').scene
  const codes = useWords('codes')
  const name = numberOf(words, lot)
  const set = (changes: Partial<LotAttributes>) =>
    store.dispatch({
      kind: 'do',
      command: { kind: 'set_lots', lots: [lot.id], changes },
      group: { of: `${Object.keys(changes).join()} ${lot.id}`, at: performance.now() },
    })
  const choice = <
    K extends 'lot_type' | 'lot_posture' | 'difficult',
    T extends Record<string, LotAttributes[K]>,
  >(
    key: K,
    table: T,
    labels: Readonly<Record<keyof T, string>>,
  ) => (
    <td>
      <select
        className="input"
        aria-label={`${name} ${words.columns[key]}`}
        value={lot[key]}
        onChange={(event) => set({ [key]: Number(event.currentTarget.value) })}
      >
        {Object.entries(table).map(([word, code]) => (
          <option key={word} value={code}>
            {labels[word]}
          </option>
        ))}
      </select>
    </td>
  )
  return (
    <tr
      data-selected={chosen}
      onFocus={() =>
        !chosen && store.dispatch({ kind: 'select', selection: { kind: 'lots', lots: [lot.id] }, show: true })
      }
    >
      <td>
        <input
          className="input"
          aria-label={`${name} ${words.columns.lot_no}`}
          value={lot.lot_no}
          maxLength={32}
          spellCheck={false}
          onChange={(event) => set({ lot_no: event.currentTarget.value })}
        />
      </td>
      {choice('lot_type', lot_type, codes.lot_type)}
      {choice('lot_posture', lot_posture, codes.lot_posture)}
      <td>
        <NumberInput
          label={`${name} ${words.columns.motor_num}`}
          value={lot.motor_num}
          min={motor_cells.min}
          max={motor_cells.max}
          onChange={(motor_num) => set({ motor_num })}
        />
      </td>
      {choice('difficult', difficult, codes.difficult)}
      <td className={table_styles.outlineCell}>
        <OutlineField
          name={words.outline_of(name)}
          lot={outlineOf(outline)}
          size={size}
          wrong={words.outline_wrong}
          onSet={(to) => store.dispatch({ kind: 'do', command: { kind: 'set_outline', lot: lot.id, to } })}
        />
      </td>
    </tr>
  )
})
