/** A value that follows after the next paint, for what takes longer than the answer to a press. */
import { useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

export function useAfterPaint<T>(value: T): T {
  const [shown, setShown] = useState(value)
  useEffect(() => (value === shown ? undefined : afterPaint(() => setShown(value))), [value, shown])
  return shown
}
