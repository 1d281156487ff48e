/**
 * Which forms have unsaved changes: with any, an expired session is renewed in place instead of by a reload.
 */
import { useEffect } from 'react'

const forms = new Set<symbol>()

export const anyDirty = (): boolean => forms.size > 0

/** Registers the form as unsaved while the component is mounted and `dirty` is true. */
export function useDirty(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const form = Symbol('form')
    forms.add(form)
    return () => void forms.delete(form)
  }, [dirty])
}
