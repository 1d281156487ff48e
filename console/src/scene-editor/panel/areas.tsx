/** The scene's feature and focus attributes (spec §3), drawn on the picture or typed as numbers. */
import { Button } from '#src/ui/button/button.tsx'
import { TrashIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorStore } from '../state/editor-store.ts'
import { OutlineField } from './outline-field.tsx'
import type { Command } from '../model/commands.ts'
import { max_marks } from '../model/editor.ts'
import { share, toPicture, type PicturePoint, type SharePoint } from '../model/geometry.ts'
import area_styles from './areas.module.css'
import styles from './panel.module.css'

export function Areas({ focusCanvas }: { focusCanvas: () => void }) {
  const store = useEditorStore()
  const words = useWords('camera').scene
  const w = words.areas
  const { focus, feature = [] } = useEditor((editor) => editor.history.document.kept)
  const size = useEditor((editor) => editor.size)
  const shares = (outline: readonly (readonly [number, number])[]): SharePoint[] =>
    outline.map(([x, y]) => share(x, y))
  const pixels = (outline: readonly (readonly [number, number])[]): PicturePoint[] =>
    shares(outline).map((at) => toPicture(at, size))
  const run = (command: Command) => store.dispatch({ kind: 'do', command })
  const draw = (tool: 'focus' | 'mark') => {
    store.dispatch({ kind: 'escape' })
    store.dispatch({ kind: 'tool', tool })
    focusCanvas()
  }
  const full = feature.length >= max_marks
  return (
    <>
      <fieldset className={`grid slim gap-6 flush ${area_styles.areas}`} data-area="focus">
        <legend className="row gap-8 below-4 text-14 medium">{w.focus}</legend>
        <p className="note flush leading-14">{w.focus_hint}</p>
        {focus && (
          <OutlineField
            name={w.focus_of}
            lot={pixels(focus)}
            size={size}
            wrong={words.outline_wrong}
            onSet={(to) => run({ kind: 'set_focus', to })}
          />
        )}
        <div className={`flex wrap gap-8 ${styles.row}`}>
          <Button onClick={() => draw('focus')}>{focus ? w.redraw : w.draw_focus}</Button>
          {focus && <Button onClick={() => run({ kind: 'set_focus', to: null })}>{w.whole}</Button>}
        </div>
      </fieldset>
      <fieldset className={`grid slim gap-6 flush ${area_styles.areas}`} data-area="mark">
        <legend className="row gap-8 below-4 text-14 medium">{w.mark}</legend>
        <p className="note flush leading-14">{w.mark_hint}</p>
        {feature.map((mark, i) => (
          <div key={i} className={`grid start gap-6 ${area_styles.area}`}>
            <div>
              <OutlineField
                name={w.mark_of(i + 1)}
                lot={pixels(mark)}
                size={size}
                wrong={words.outline_wrong}
                onSet={(to) =>
                  run({ kind: 'set_marks', to: feature.map((one, at) => (at === i ? to : shares(one))) })
                }
              />
            </div>
            <Button
              aria-label={w.remove_mark(i + 1)}
              title={w.remove_mark(i + 1)}
              onClick={() => run({ kind: 'set_marks', to: feature.filter((_, at) => at !== i).map(shares) })}
            >
              <TrashIcon />
            </Button>
          </div>
        ))}
        <div className={`flex wrap gap-8 ${styles.row}`}>
          <Button disabled={full} title={full ? w.full : undefined} onClick={() => draw('mark')}>
            {w.add_mark}
          </Button>
        </div>
      </fieldset>
    </>
  )
}
