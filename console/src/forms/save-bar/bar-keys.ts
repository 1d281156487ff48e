/** What every bar below a page shares: the key that saves, and its place above the keyboard of a phone. */
import { useEffect, useRef } from 'react'
import { afterPaint } from '#src/lib/after-paint.ts'
import { isSaveKey } from './unsaved-forms.ts'

/** Ctrl-S, or Cmd-S; not under a dialog, and not during an IME composition. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isSaveKey(event)) return
      if (!event.isComposing && !event.repeat && !document.querySelector('dialog:modal')) latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** On a phone, the keyboard covers the bottom of the window without making it smaller. */
export function useAboveKeyboard(bar: { current: HTMLElement | null }): void {
  useEffect(() => {
    const view = visualViewport
    if (!view) return
    const place = () => {
      // Under pinch zoom, the bar stays at the bottom of the page.
      const covered = view.scale > 1.01 ? 0 : innerHeight - view.height - view.offsetTop
      bar.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    }
    // Measured after the paint, because measuring earlier would force another layout.
    const cancel = afterPaint(place)
    view.addEventListener('resize', place)
    view.addEventListener('scroll', place)
    return () => {
      cancel()
      view.removeEventListener('resize', place)
      view.removeEventListener('scroll', place)
    }
  }, [bar])
}
