/** Which forms have unsaved changes: a session that ends meanwhile is renewed in place, not by a reload. */
import { useEffect } from 'react'

const forms = new Set<symbol>()

export const anyDirty = (): boolean => forms.size > 0

/** Registers the form as unsaved for as long as the component is mounted and `dirty` holds. */
export function useDirty(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const form = Symbol('form')
    forms.add(form)
    return () => void forms.delete(form)
  }, [dirty])
}
