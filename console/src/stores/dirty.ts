/** Which forms hold something that has not been saved: a session that ends then is renewed in place, not by a reload (DESIGN §5). */
import { useEffect } from 'react'

const forms = new Set<symbol>()

export const anyDirty = (): boolean => forms.size > 0

/** Says, as long as the component lives, whether its form has unsaved changes. */
export function useDirty(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const form = Symbol('form')
    forms.add(form)
    return () => void forms.delete(form)
  }, [dirty])
}
