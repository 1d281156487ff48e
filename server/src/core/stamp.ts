/** Times as spec §9 writes them, in the zone of the process, which is the device's. */
import { readlinkSync } from 'node:fs'

/** Without old names of zones (`Asia/Chungking`), which Node also accepts. */
const zones: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])

/** `YYYY-MM-DD HH:mm:ss` of a time in milliseconds since 1970; empty for null. */
export function stampOf(ms: number | null): string {
  if (ms === null) return ''
  const at = new Date(ms)
  const two = (n: number) => String(n).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
}

/** The time of a stamp, in milliseconds since 1970. The contract has checked its form. */
export function momentOf(stamp: string): number {
  return new Date(stamp.replace(' ', 'T')).getTime()
}

/** The day `YYYY-MM-DD` of a time. */
export const dayOf = (ms: number): string => stampOf(ms).slice(0, 10)

/** From the midnight of a day to the next one: a day on which the clocks change has 23 or 25 hours. */
export function spanOfDay(day: string): { from_ms: number; to_ms: number } {
  const [year, month, date] = day.split('-').map(Number)
  const next = new Date(Date.UTC(year!, month! - 1, date! + 1)).toISOString().slice(0, 10)
  return { from_ms: momentOf(`${day} 00:00:00`), to_ms: momentOf(`${next} 00:00:00`) }
}

/** How far the clock is ahead of UTC at a time, as ISO 8601 writes it: `+08:00`. */
export function offsetOf(ms: number): string {
  const minutes = -new Date(ms).getTimezoneOffset()
  const two = (n: number) => String(n).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}

/** The IANA name of the zone of the process. */
export const zoneOfProcess = (): string =>
  cheapZone() ?? (Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')

/** The zone if it is known without `Intl.DateTimeFormat`, whose first use takes 8 MB permanently. */
function cheapZone(): string | undefined {
  const named = process.env['TZ'] || linkedZone()
  return named !== undefined && zones.has(named) ? named : undefined
}

/** The zone of the system's clock, if a link names it as on Debian. */
function linkedZone(): string | undefined {
  try {
    return readlinkSync('/etc/localtime').split('/zoneinfo/')[1]
  } catch {
    return undefined
  }
}
