/**
 * The view for which the lots were last drawn, and the transform from it to the current view. While the user
 * zooms or pans, the browser only moves what is already drawn, because drawing 200 lots for each turn of the
 * wheel is slow.
 */
import { useEffect, useState } from 'react'
import { useEditor } from '../state/editor-store.ts'
import type { View } from '../model/geometry.ts'

const settle_ms = 150
/** Lines and numbers scale with the picture meanwhile; beyond this factor the lots are redrawn at once. */
const max_growth = 4

export function useSettledView(): { settled: View; transform: string | undefined } {
  const view = useEditor((editor) => editor.view)
  const [settled, setSettled] = useState(view)
  const scale = view.scale / settled.scale
  if (view !== settled && (scale > max_growth || scale < 1 / max_growth)) setSettled(view)
  useEffect(() => {
    if (view === settled) return
    const timer = setTimeout(() => setSettled(view), settle_ms)
    return () => clearTimeout(timer)
  }, [view, settled])
  return {
    settled,
    transform:
      view === settled
        ? undefined
        : `translate(${view.x - settled.x * scale}px, ${view.y - settled.y * scale}px) scale(${scale})`,
  }
}
