/** Phone or desktop (spec §2): a phone is under 992 px wide. Its drawer has separate state, never stored. */
import { mobile_breakpoint_px } from '@parking/contract/core/limits.ts'
import { createStore } from '../lib/store.ts'

const narrow = typeof document === 'undefined' ? undefined : matchMedia(`(width < ${mobile_breakpoint_px}px)`)

export const mobile = createStore(narrow?.matches ?? false)
export const drawerOpen = createStore(false)

/** Resizing closes the drawer; so does any navigation (see the layout). */
export function followViewport(): void {
  narrow?.addEventListener('change', () => mobile.set(narrow.matches))
  addEventListener('resize', () => {
    if (!document.hidden) drawerOpen.set(false)
  })
}
