/**
 * A message about the connection at the bottom of the window. It floats, because a banner above the page
 * would shift the page while the user reads it.
 */
import { useLayoutEffect, type ComponentProps } from 'react'
import classes from './banner.module.css'

export function Banner(attributes: Omit<ComponentProps<'div'>, 'className'>) {
  useRoomBelow()
  return <div {...attributes} className={`row gap-12 text-14 ink on-warn ${classes['banner']}`} />
}

/** Scrolling, toasts and the save bar leave room for it. A root attribute: `:has()` would search the page. */
function useRoomBelow(): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.setAttribute('data-banner', '')
    return () => root.removeAttribute('data-banner')
  }, [])
}
