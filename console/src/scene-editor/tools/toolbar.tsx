/**
 * Tools, undo, zoom and clipboard as labelled buttons, for everything the keys do.
 * Long because it lists every tool.
 */
import type { ReactNode } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorStore } from '../state/editor-store.ts'
import {
  CopyLotsIcon,
  FitIcon,
  MirrorIcon,
  PasteLotsIcon,
  PointerIcon,
  PolygonIcon,
  QuadIcon,
  RedoIcon,
  SeveralIcon,
  StripIcon,
  UndoIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from './icons.tsx'
import { zoom_step } from './keys.ts'
import styles from './toolbar.module.css'
import { useClipboard } from './use-clipboard.ts'

type Props = {
  locked: boolean
  several: boolean
  onSeveral: (several: boolean) => void
  children?: ReactNode
  focusCanvas: () => void
}

export function Toolbar({ locked, several, onSeveral, children, focusCanvas }: Props) {
  const store = useEditorStore()
  const words = useWords('camera').scene
  const tool = useEditor((editor) => (editor.tool.kind === 'draw' ? editor.tool.shape : editor.tool.kind))
  const undoable = useEditor(
    (editor) =>
      editor.history.done !== undefined || (editor.tool.kind !== 'select' && editor.tool.corners.length > 0),
  )
  const chosen = useEditor((editor) => editor.selection.kind !== 'none')
  const clipboard = useClipboard()
  const redoable = useEditor((editor) => editor.history.undone !== undefined)
  // 100 % is one screen pixel per picture pixel.
  const percent = useEditor((editor) => Math.round(editor.view.scale * 100))
  const choose = (next: typeof tool) => {
    store.dispatch({ kind: 'tool', tool: next })
    focusCanvas()
  }
  return (
    <div className={styles.bar} role="toolbar" aria-label={words.tools}>
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
      {children}
    </div>
  )
}

type ToolProps = {
  icon: ReactNode
  label: string
  keys?: string
  bare?: boolean
  brief?: boolean
  pressed?: boolean
  disabled?: boolean
  onClick: () => void
}

/**
 * `bare`: only the icon is visible; `brief`: only the icon is visible where the row would wrap. On a phone
 * every tool has its label below its icon.
 */
export function Tool({
  icon,
  label,
  keys,
  bare = false,
  brief = false,
  pressed,
  disabled = false,
  onClick,
}: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-pressed={pressed}
      aria-label={bare ? label : undefined}
      disabled={disabled}
      title={keys ? `${label}（${keys}）` : label}
      data-bare={bare}
      data-brief={brief}
      onClick={onClick}
    >
      {icon}
      <span>{label}</span>
    </button>
  )
}
