/**
 * A minimal store: a value, its subscribers, and a hook. It lives outside React, so that api.ts and the guard
 * can use it.
 */
import { useSyncExternalStore } from 'react'

export type Store<T> = {
  get(): T
  set(next: T): void
  update(change: (now: T) => T): void
  subscribe(listener: () => void): () => void
}

/** A store that starts with `value`. Setting an identical value notifies no subscriber. */
export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>()
  const store: Store<T> = {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    update: (change) => store.set(change(value)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return store
}

/** The value of a store; the component renders again when it changes. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, store.get)
