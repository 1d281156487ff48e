/** Lists what saving would change, each entry with a button that shows its lot. */
import { memo } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEditorStore } from '../state/editor-store.ts'
import type { Change } from '../model/diff.ts'
import type { SceneWords } from '../state/names.ts'
import { Button } from '#src/ui/button/button.tsx'
import list_styles from './remark-list.module.css'

export const ChangeList = memo(function ChangeList({ changes }: { changes: readonly Change[] }) {
  const store = useEditorStore()
  const words = useWords('camera').scene
  if (changes.length === 0) return <p className="note flush leading-14">{words.nothing}</p>
  return (
    <ul className={list_styles.changes}>
      {changes.map((change, i) => {
        const text = sentence(words, change)
        return (
          <li key={i} className="row spread gap-8 text-13 figures leading-14">
            <span>{text}</span>
            {change.lot && (
              <Button
                variant="quiet"
                aria-label={`${words.go}：${text}`}
                onClick={() =>
                  store.dispatch({
                    kind: 'select',
                    selection: { kind: 'lots', lots: [change.lot!] },
                    show: true,
                  })
                }
              >
                {words.go}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
})

function sentence({ changed, lot_unnamed }: SceneWords, change: Change): string {
  if (change.kind === 'scene') return changed.scene
  const name = change.lot_no.trim() === '' ? lot_unnamed : change.lot_no
  switch (change.kind) {
    case 'moved':
      return changed.moved(name, change.px < 10 ? change.px.toFixed(1) : String(Math.round(change.px)))
    case 'renamed':
      return changed.renamed(change.was.trim() === '' ? lot_unnamed : change.was, name)
    case 'added':
    case 'removed':
    case 'changed':
    case 'reshaped':
      return changed[change.kind](name)
  }
}
