/**
 * The state of one editor: a store over the pure model, and a hook that renders only when the selected value
 * changes.
 */
import { createContext, startTransition, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { afterPaintOf } from '#src/lib/after-paint.ts'
import type { Editor } from '../model/editor.ts'
import { reduce, type EditorEvent } from '../model/reduce.ts'

export type EditorStore = {
  get(): Editor
  dispatch(event: EditorEvent): void
  subscribe(listener: () => void): () => void
  /** Calls `listener` after the paint of what changed, once for all changes before it. */
  subscribeAfterPaint(listener: () => void): () => void
}

/** If `locked`, the document never changes, for users who may view but not save. */
export function createEditorStore(editor: Editor, locked = false): EditorStore {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get: () => editor,
    dispatch(event) {
      const next = reduce(editor, event)
      if (next === editor || (locked && next.history !== editor.history)) return
      editor = next
      for (const listener of listeners) listener()
    },
    subscribe,
    subscribeAfterPaint: afterPaintOf(subscribe),
  }
}

export const EditorContext = createContext<EditorStore | undefined>(undefined)

/** The store of the editor that contains this component. Throws outside an editor. */
export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext)
  if (!store) throw new Error('This piece belongs inside an EditorContext')
  return store
}

/** `pick` must return the identical value as long as nothing it reads has changed. */
export function useEditor<T>(pick: (editor: Editor) => T): T {
  const store = useEditorStore()
  return useSyncExternalStore(store.subscribe, () => pick(store.get()))
}

/**
 * Like `useEditor`, for parts that need not be in the same frame as the picture: renders after the next
 * paint. `pick` must be the same function each time.
 */
export function useEditorAfterPaint<T>(pick: (editor: Editor) => T): T {
  const store = useEditorStore()
  const [value, setValue] = useState(() => pick(store.get()))
  useEffect(() => {
    const follow = () => startTransition(() => setValue(() => pick(store.get())))
    // Picks up changes made before this effect ran.
    follow()
    return store.subscribeAfterPaint(follow)
  }, [store, pick])
  return value
}

/**
 * Like `useEditor`, for numbers that are only read: renders the value `delay_ms` after a change, not for each
 * change in between. `pick` must be the same function each time.
 */
export function useEditorDelayed<T>(pick: (editor: Editor) => T, delay_ms: number): T {
  const store = useEditorStore()
  const [value, setValue] = useState(() => pick(store.get()))
  useEffect(() => {
    let timer: number | undefined
    const follow = () => {
      timer = undefined
      setValue(() => pick(store.get()))
    }
    // Picks up changes made before this effect ran.
    follow()
    const unsubscribe = store.subscribe(() => (timer ??= window.setTimeout(follow, delay_ms)))
    return () => {
      unsubscribe()
      window.clearTimeout(timer)
    }
  }, [store, pick, delay_ms])
  return value
}
