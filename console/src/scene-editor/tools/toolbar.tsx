/**
 * Tools, undo, zoom and clipboard as labelled buttons, so that everything works without the keyboard.
 * Long because every group of buttons is here.
 */
import { useState, type ReactNode } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorStore, useEditorDelayed } from '../state/editor-store.ts'
import {
  PointerIcon,
  PolygonIcon,
  QuadIcon,
  SeveralIcon,
  StripIcon,
  CopyLotsIcon,
  FitIcon,
  MirrorIcon,
  MoreIcon,
  PasteLotsIcon,
  RedoIcon,
  UndoIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from './icons.tsx'
import { Tool } from './tool.tsx'
import styles from './toolbar.module.css'
import type { Editor } from '../model/editor.ts'
import { zoom_step } from './keys.ts'
import { useClipboard } from './use-clipboard.ts'

type Props = {
  locked: boolean
  several: boolean
  onSeveral: (several: boolean) => void
  focusCanvas: () => void
}

export function Toolbar({ children, ...drawing }: Props & { children?: ReactNode }) {
  const words = useWords('camera').scene
  const [more, setMore] = useState(false)
  return (
    <div
      className={`row wrap line-below on-card ${styles.bar}`}
      role="toolbar"
      aria-label={words.tools}
      data-more={more}
    >
      <DrawingTools {...drawing} />
      <HistoryTools />
      <ClipTools locked={drawing.locked} />
      <ZoomTools />
      {children}
      <span className={styles.opener}>
        <Tool
          icon={<MoreIcon />}
          label={more ? words.fewer_tools : words.more_tools}
          first
          onClick={() => setMore(!more)}
        />
      </span>
    </div>
  )
}

const drawing_tools = [
  ['quad', QuadIcon, 'D'],
  ['strip', StripIcon, 'K'],
  ['polygon', PolygonIcon, 'P'],
] as const

function DrawingTools({ locked, several, onSeveral, focusCanvas }: Props) {
  const store = useEditorStore()
  const words = useWords('camera').scene
  const tool = useEditor((editor) => (editor.tool.kind === 'draw' ? editor.tool.shape : editor.tool.kind))
  const choose = (next: typeof tool) => {
    store.dispatch({ kind: 'tool', tool: next })
    focusCanvas()
  }
  return (
    <div className={`row gap-2 ${styles.group}`} role="group" aria-label={words.tools}>
      <Tool
        icon={<PointerIcon />}
        label={words.select}
        keys="V"
        first
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
      {drawing_tools.map(([name, Icon, key]) => (
        <Tool
          key={name}
          icon={<Icon />}
          label={name === 'strip' ? words.strip.tool : words[name]}
          keys={key}
          first={name !== 'polygon'}
          pressed={tool === name}
          disabled={locked}
          onClick={() => choose(name)}
        />
      ))}
    </div>
  )
}

/** The toolbar groups that show state. Each reads its own state, so that zooming renders no other group. */
function HistoryTools() {
  const store = useEditorStore()
  const words = useWords('camera').scene
  const undoable = useEditor(
    (editor) =>
      editor.history.done !== undefined || (editor.tool.kind !== 'select' && editor.tool.corners.length > 0),
  )
  const redoable = useEditor((editor) => editor.history.undone !== undefined)
  return (
    <div className={`row gap-2 ${styles.group}`} role="group" aria-label={words.history}>
      <Tool
        icon={<UndoIcon />}
        label={words.undo}
        keys="Ctrl+Z"
        bare
        first
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

function ClipTools({ locked }: { locked: boolean }) {
  const store = useEditorStore()
  const words = useWords('camera').scene
  const chosen = useEditor((editor) => editor.selection.kind !== 'none')
  const clipboard = useClipboard()
  return (
    <div className={`row gap-2 ${styles.group}`} role="group" aria-label={words.clip.group}>
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

function ZoomTools() {
  const store = useEditorStore()
  const words = useWords('camera').scene
  // A new text lays out and paints the page around the picture again, which is slow for each turn of a wheel.
  const percent = useEditorDelayed(percentOf, percent_delay_ms)
  return (
    <div className={`row gap-2 ${styles.group}`} role="group" aria-label={words.zoom}>
      <Tool
        icon={<ZoomOutIcon />}
        label={words.zoom_out}
        keys="-"
        bare
        onClick={() => store.dispatch({ kind: 'zoom', factor: 1 / zoom_step })}
      />
      <output className={`note figures text-center ${styles.percent}`}>{words.zoomed(percent)}</output>
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
