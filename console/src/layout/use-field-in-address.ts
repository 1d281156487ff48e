/** `?field=name` in the address: scrolls to the field of that name and focuses it once it is rendered. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** How long to wait for the field, in milliseconds: a form loads its values first. */
const max_wait_ms = 10_000

export function useFieldInAddress(): void {
  const { key, search } = useLocation()
  useEffect(() => {
    const name = new URLSearchParams(search).get('field')
    if (!name) return
    const focused = (): boolean => {
      const field = document.querySelector<HTMLElement>(`#main [name="${CSS.escape(name)}"]`)
      if (!field) return false
      field.closest('details')?.setAttribute('open', '')
      field.scrollIntoView({ block: 'center' })
      field.focus({ preventScroll: true })
      return document.activeElement === field
    }
    if (focused()) return
    const observer = new MutationObserver(() => focused() && stop())
    const timer = setTimeout(() => stop(), max_wait_ms)
    const stop = (): void => {
      observer.disconnect()
      clearTimeout(timer)
    }
    observer.observe(document.body, { childList: true, subtree: true, attributes: true })
    return stop
  }, [key, search])
}
