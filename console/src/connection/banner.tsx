/**
 * A sentence about the connection at the end of the window. It floats: where it came in above the page, the
 * page would move under the reader's finger.
 */
import { useLayoutEffect, type ComponentProps } from 'react'
import classes from './banner.module.css'

export function Banner(attributes: Omit<ComponentProps<'div'>, 'className'>) {
  useRoomBelow()
  return <div {...attributes} className={classes['banner']} />
}

/** Scrolling, toasts and the save bar leave room for it. A root attribute: `:has()` would search the page. */
function useRoomBelow(): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.setAttribute('data-banner', '')
    return () => root.removeAttribute('data-banner')
  }, [])
}
