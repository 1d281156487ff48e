/** Tools, undo, zoom and clipboard as labelled buttons, so that everything works without the keyboard. */
import type { ReactNode } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorStore } from '../state/editor-store.ts'
import { PointerIcon, PolygonIcon, QuadIcon, SeveralIcon, StripIcon } from './icons.tsx'
import { Tool } from './tool.tsx'
import { ClipTools, HistoryTools, ZoomTools } from './tool-groups.tsx'
import styles from './toolbar.module.css'

type Props = {
  locked: boolean
  several: boolean
  onSeveral: (several: boolean) => void
  focusCanvas: () => void
}

export function Toolbar({ children, ...drawing }: Props & { children?: ReactNode }) {
  const words = useWords('camera').scene
  return (
    <div className={styles.bar} role="toolbar" aria-label={words.tools}>
      <DrawingTools {...drawing} />
      <HistoryTools />
      <ClipTools locked={drawing.locked} />
      <ZoomTools />
      {children}
    </div>
  )
}

function DrawingTools({ locked, several, onSeveral, focusCanvas }: Props) {
  const store = useEditorStore()
  const words = useWords('camera').scene
  const tool = useEditor((editor) => (editor.tool.kind === 'draw' ? editor.tool.shape : editor.tool.kind))
  const choose = (next: typeof tool) => {
    store.dispatch({ kind: 'tool', tool: next })
    focusCanvas()
  }
  return (
    <div className={styles.group} role="group" aria-label={words.tools}>
      <Tool
        icon={<PointerIcon />}
        label={words.select}
        keys="V"
        pressed={tool === 'select'}
        onClick={() => choose('select')}
      />
      <Tool
        icon={<SeveralIcon />}
        label={words.choose_several}
        keys="Shift"
        bare
        pressed={several}
        onClick={() => {
          choose('select')
          onSeveral(!several)
        }}
      />
      <Tool
        icon={<QuadIcon />}
        label={words.quad}
        keys="D"
        pressed={tool === 'quad'}
        disabled={locked}
        onClick={() => choose('quad')}
      />
      <Tool
        icon={<StripIcon />}
        label={words.strip.tool}
        keys="K"
        pressed={tool === 'strip'}
        disabled={locked}
        onClick={() => choose('strip')}
      />
      <Tool
        icon={<PolygonIcon />}
        label={words.polygon}
        keys="P"
        pressed={tool === 'polygon'}
        disabled={locked}
        onClick={() => choose('polygon')}
      />
    </div>
  )
}
