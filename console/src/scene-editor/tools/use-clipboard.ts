/** Copies and pastes lots, for keys and buttons alike; both report the result in a toast. */
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { useEditorStore } from '../state/editor-store.ts'
import { clipOf, type Clip } from '../model/clip.ts'
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

const key = 'lots-clipboard'

/** The copied lots, stored in localStorage so that another scene, camera or tab can paste them. */
function saveClip(clip: Clip): void {
  try {
    localStorage.setItem(key, JSON.stringify({ version: 1, clip }))
  } catch {
    // Storage is full or disabled: nothing was copied, and pasting will report that.
  }
}

/** The last clip; undefined if there is none that this version can read. */
function readClip(): Clip | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isRecord(value) && value['version'] === 1 && isClip(value['clip']) ? value['clip'] : undefined
  } catch {
    return undefined
  }
}

function isClip(value: unknown): value is Clip {
  if (!isRecord(value) || !Array.isArray(value['points']) || !Array.isArray(value['lots'])) return false
  const count = value['points'].length
  const place = (at: unknown) =>
    Array.isArray(at) &&
    at.length === 2 &&
    at.every((share) => typeof share === 'number' && share >= 0 && share <= 1)
  const corner = (at: unknown) => typeof at === 'number' && Number.isInteger(at) && at >= 0 && at < count
  const lot = (one: unknown) =>
    isRecord(one) &&
    Array.isArray(one['corners']) &&
    one['corners'].every(corner) &&
    isRecord(one['attributes']) &&
    typeof one['attributes']['lot_no'] === 'string'
  return value['lots'].length > 0 && value['points'].every(place) && value['lots'].every(lot)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
