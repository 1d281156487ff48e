/**
 * True while an element is within a quarter of a screen of the viewport, so that pictures far outside are not
 * loaded.
 */
import { useEffect, useState, type RefObject } from 'react'

export function useVisible(element: RefObject<Element | null>): boolean {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => setVisible(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: '25% 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return visible
}
