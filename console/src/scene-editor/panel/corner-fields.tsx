/**
 * A lot's corners as numbers, in pixels of the reference picture, so that a corner can be moved without
 * dragging (WCAG 2.2, 2.5.7).
 */
import { Button } from '#src/ui/button/button.tsx'
import { TrashIcon, UnlinkIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorAfterPaint, useEditorStore } from '../state/editor-store.ts'
import { NumberInput } from './fields.tsx'
import { corner_count } from '../model/commands.ts'
import { lotOf, lotsAt, pointOf, type Lot, type PointId } from '../model/document.ts'
import type { Editor } from '../model/editor.ts'
import { picture, toPicture, toShare } from '../model/geometry.ts'
import { cornerName } from '../state/names.ts'
import styles from './panel.module.css'

const documentIn = (editor: Editor) => editor.history.document

export function CornerFields({ lot: shown }: { lot: Lot }) {
  const store = useEditorStore()
  // The corners move on the picture first; the lot here is the one that belongs to the positions shown.
  const document = useEditorAfterPaint(documentIn)
  const lot = lotOf(document, shown.id) ?? shown
  const size = useEditor((editor) => editor.size)
  const selected = useEditor((editor) =>
    editor.selection.kind === 'corner' ? editor.selection.point : undefined,
  )
  const words = useWords('camera').scene
  const select = (point: PointId) =>
    store.dispatch({ kind: 'select', selection: { kind: 'corner', lot: lot.id, point } })
  function set(point: PointId, axis: 0 | 1, pixels: number) {
    const [x, y] = toPicture(pointOf(documentIn(store.get()), point), size)
    const to = toShare(axis === 0 ? picture(pixels, y) : picture(x, pixels), size)
    store.dispatch({
      kind: 'do',
      command: { kind: 'move_point', point, to },
      group: { of: `type ${axis} ${point}`, at: performance.now() },
    })
  }
  const chosen = lot.corners.find((point) => point === selected)
  const shared = chosen !== undefined && lotsAt(document, chosen).length > 1
  const at_minimum = lot.corners.length <= corner_count.min
  return (
    <fieldset className={`grid slim gap-6 flush ${styles.corners}`}>
      <legend className="below-6 text-14 medium">{words.corners}</legend>
      {lot.corners.map((point, i) => {
        const [x, y] = toPicture(pointOf(document, point), size)
        return (
          <div
            key={point}
            className={`grid middle gap-6 ${styles.cornerRow}`}
            data-selected={point === selected}
          >
            <button
              type="button"
              className={`filled pad-0-8 text-13 ink figures round-6 on-card ${styles.chip}`}
              aria-pressed={point === selected}
              data-shared={lotsAt(document, point).length > 1}
              aria-label={cornerName(words, lot, point, lotsAt(document, point))}
              onClick={() => select(point)}
            >
              {i + 1}
            </button>
            <NumberInput
              label={words.x_of(i + 1)}
              value={oneDecimal(x)}
              step={1}
              onChange={(pixels) => set(point, 0, pixels)}
            />
            <NumberInput
              label={words.y_of(i + 1)}
              value={oneDecimal(y)}
              step={1}
              onChange={(pixels) => set(point, 1, pixels)}
            />
          </div>
        )
      })}
      {chosen && (
        <div className={`flex wrap gap-8 ${styles.row}`}>
          <Button
            disabled={at_minimum}
            title={at_minimum ? words.remove_corner_why : undefined}
            onClick={() =>
              store.dispatch({ kind: 'do', command: { kind: 'remove_point', lot: lot.id, point: chosen } })
            }
          >
            <TrashIcon />
            {words.remove_corner}
          </Button>
          <Button
            disabled={!shared}
            title={shared ? undefined : words.unlink_why}
            onClick={() =>
              store.dispatch({ kind: 'do', command: { kind: 'unlink_point', lot: lot.id, point: chosen } })
            }
          >
            <UnlinkIcon />
            {words.unlink}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

const oneDecimal = (pixels: number): number => Math.round(pixels * 10) / 10
