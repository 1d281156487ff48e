/**
 * How long something has been running, ticking without polling the device. Figures and units are separate
 * elements, so that figures can be large; a screen reader announces a single line.
 */
import { useEffect, useState } from 'react'
import { durationText } from './time.ts'
import { useWords } from '../core/words.ts'

/** `seconds`: the uptime as of `read_at` (milliseconds since 1970). */
export function Uptime({ seconds, read_at }: { seconds: number | null | undefined; read_at: number }) {
  const units = useWords('shell').time.units
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const passed = Math.max(0, Math.floor((now - read_at) / 1_000))
  const known = typeof seconds === 'number' && seconds >= 0
  const parts = durationText(known ? seconds + passed : undefined, units).split(' ')
  return (
    <>{parts.map((part, at) => (/^\d/.test(part) ? <b key={at}>{part}</b> : <span key={at}>{part}</span>))}</>
  )
}
