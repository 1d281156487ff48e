/**
 * Covers the lots while a press means the same everywhere, and sets the cursor. A cursor set on the stage
 * itself would be inherited by every line of every lot and restyle each of them.
 */
import { useEditor } from '../state/editor-store.ts'
import type { Editor } from '../model/editor.ts'
import styles from './stage.module.css'

/** `space`: the space bar is held, so a press pans. */
export function Veil({ space }: { space: boolean }) {
  const cursor = useEditor(cursorOf)
  return <div className={`cover untouchable ${styles.veil}`} data-cursor={space ? 'grab' : cursor} />
}

function cursorOf({ gesture, tool }: Editor): 'grabbing' | 'cross' | 'grab' | undefined {
  switch (gesture.kind) {
    case 'panning':
    case 'pinching':
    case 'dragging_corner':
    case 'dragging_lots':
    case 'dragging_strip':
      return 'grabbing'
    case 'idle':
    case 'pressing':
    case 'placing':
      return tool.kind === 'draw' ? 'cross' : tool.kind === 'strip' ? 'grab' : undefined
  }
}
