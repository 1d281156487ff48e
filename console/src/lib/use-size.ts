/** The current size of an element in pixels; 0 until it is measured. */
import { useEffect, useState, type RefObject } from 'react'

export function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { width, height } = entry.contentRect
      const next = { width: Math.round(width), height: Math.round(height) }
      setSize((now) => (now.width === next.width && now.height === next.height ? now : next))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return size
}
