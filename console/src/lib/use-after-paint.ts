/**
 * A value that is updated after the next paint, for rendering that must not delay the response to a click.
 */
import { useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

export function useAfterPaint<T>(value: T): T {
  const [shown, setShown] = useState(value)
  useEffect(() => (value === shown ? undefined : afterPaint(() => setShown(value))), [value, shown])
  return shown
}
