/** The toolbar groups that show state. Each reads its own state, so that zooming renders no other group. */
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorDelayed, useEditorStore } from '../state/editor-store.ts'
import {
  CopyLotsIcon,
  FitIcon,
  MirrorIcon,
  PasteLotsIcon,
  RedoIcon,
  UndoIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from './icons.tsx'
import type { Editor } from '../model/editor.ts'
import { zoom_step } from './keys.ts'
import { Tool } from './tool.tsx'
import styles from './toolbar.module.css'
import { useClipboard } from './use-clipboard.ts'

export function HistoryTools() {
  const store = useEditorStore()
  const words = useWords('camera').scene
  const undoable = useEditor(
    (editor) =>
      editor.history.done !== undefined || (editor.tool.kind !== 'select' && editor.tool.corners.length > 0),
  )
  const redoable = useEditor((editor) => editor.history.undone !== undefined)
  return (
    <div className={styles.group} role="group" aria-label={words.history}>
      <Tool
        icon={<UndoIcon />}
        label={words.undo}
        keys="Ctrl+Z"
        bare
        disabled={!undoable}
        onClick={() => store.dispatch({ kind: 'undo' })}
      />
      <Tool
        icon={<RedoIcon />}
        label={words.redo}
        keys="Ctrl+Shift+Z"
        bare
        disabled={!redoable}
        onClick={() => store.dispatch({ kind: 'redo' })}
      />
    </div>
  )
}

export function ClipTools({ locked }: { locked: boolean }) {
  const store = useEditorStore()
  const words = useWords('camera').scene
  const chosen = useEditor((editor) => editor.selection.kind !== 'none')
  const clipboard = useClipboard()
  return (
    <div className={styles.group} role="group" aria-label={words.clip.group}>
      <Tool
        icon={<CopyLotsIcon />}
        label={words.clip.copy}
        keys="Ctrl+C"
        bare
        disabled={!chosen}
        onClick={clipboard.copy}
      />
      <Tool
        icon={<PasteLotsIcon />}
        label={words.clip.paste}
        keys="Ctrl+V"
        bare
        disabled={locked}
        onClick={clipboard.paste}
      />
      <Tool
        icon={<MirrorIcon />}
        label={words.clip.mirror}
        keys="M"
        bare
        disabled={locked || !chosen}
        onClick={() => store.dispatch({ kind: 'mirror' })}
      />
    </div>
  )
}

const percent_delay_ms = 200
/** 100 % is one screen pixel per picture pixel. */
const percentOf = ({ view }: Editor): number => Math.round(view.scale * 100)

export function ZoomTools() {
  const store = useEditorStore()
  const words = useWords('camera').scene
  // A new text lays out and paints the page around the picture again, which is slow for each turn of a wheel.
  const percent = useEditorDelayed(percentOf, percent_delay_ms)
  return (
    <div className={styles.group} role="group" aria-label={words.zoom}>
      <Tool
        icon={<ZoomOutIcon />}
        label={words.zoom_out}
        keys="-"
        bare
        onClick={() => store.dispatch({ kind: 'zoom', factor: 1 / zoom_step })}
      />
      <output className={styles.percent}>{words.zoomed(percent)}</output>
      <Tool
        icon={<ZoomInIcon />}
        label={words.zoom_in}
        keys="+"
        bare
        onClick={() => store.dispatch({ kind: 'zoom', factor: zoom_step })}
      />
      <Tool
        icon={<FitIcon />}
        label={words.fit}
        keys="0"
        bare
        onClick={() => store.dispatch({ kind: 'fit' })}
      />
    </div>
  )
}
