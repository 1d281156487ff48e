/** A countdown in whole seconds. */
import { useEffect, useState } from 'react'

export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) setUntil(0)
    }, 500)
    return () => clearInterval(timer)
  }, [until])
  const left = until === 0 ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
  const start = (seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return [left, start]
}
