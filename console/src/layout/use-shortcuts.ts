/** Opens the palette with Ctrl-K or Cmd-K. */
import { useEffect } from 'react'
import { overlay } from './actions/overlay.ts'

export function useShortcuts(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      if (document.querySelector('dialog:modal') && overlay.get() !== 'palette') return
      overlay.update((shown) => (shown === 'palette' ? undefined : 'palette'))
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
