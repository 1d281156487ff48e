/** Copies and pastes lots, for keys and buttons alike; both report the result in a toast. */
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { saveClip, readClip } from './clipboard.ts'
import { useEditorStore } from '../state/editor-store.ts'
import { clipOf } from '../model/clip.ts'
import { selectedLots } from '../model/editor.ts'

export function useClipboard(): { copy: () => void; paste: () => void } {
  const store = useEditorStore()
  const words = useWords('camera').scene.clip
  return {
    copy() {
      const editor = store.get()
      const clip = clipOf(editor.history.document, selectedLots(editor))
      if (!clip) return
      saveClip(clip)
      toast.success(words.copied(clip.lots.length))
    },
    paste() {
      const clip = readClip()
      if (!clip) return toast.info(words.empty)
      const before = store.get().history
      store.dispatch({ kind: 'paste', clip })
      if (store.get().history !== before) toast.success(words.pasted(clip.lots.length))
    },
  }
}
