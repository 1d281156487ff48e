/** The editor of one page: a store over the pure model, and a hook that renders only when what it picks has changed. */
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Editor } from '../model/editor.ts'
import { reduce, type BusEvents } from '../model/reduce.ts'

export type EditorStore = {
  get(): Editor
  dispatch(event: BusEvents): void
  subscribe(listener: () => void): () => void
}

/** With `locked` the document stays as it is, whatever happens: for those who may look and not save. */
export function createEditorStore(editor: Editor, locked = false): EditorStore {
  const listeners = new Set<() => void>()
  return {
    get: () => editor,
    dispatch(event) {
      const next = reduce(editor, event)
      if (next === editor || (locked && next.history !== editor.history)) return
      editor = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const EditorContext = createContext<EditorStore | undefined>(undefined)

export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext)
  if (!store) throw new Error('This piece belongs inside an EditorContext')
  return store
}

/** `pick` must give the very same value while nothing it reads has changed. */
export function useEditor<T>(pick: (editor: Editor) => T): T {
  const store = useEditorStore()
  return useSyncExternalStore(store.subscribe, () => pick(store.get()))
}
