/** Parses a time of day as users type it: `8:00`, `0800`, `20:15:30`, in full-width characters or not. */
import { clockOf, day_seconds } from '@parking/contract/schedule/schedule-time.ts'
import { halfWidth } from '#src/forms/values.ts'

/**
 * Returns `HH:mm:ss` or undefined. An end without seconds is exclusive, so the last second is the one before:
 * 12:00 gives 11:59:59; 24:00 and 00:00 give 23:59:59.
 */
export function parseTime(text: string, which: 'start' | 'end'): string | undefined {
  const [, hour, minute, second] =
    /^(\d{1,2})\s*[:：]?\s*(\d{2})(?:\s*[:：]?\s*(\d{2}))?$/.exec(halfWidth(text)) ?? []
  if (hour === undefined || minute === undefined) return undefined
  const at = Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0)
  if (Number(minute) > 59 || Number(second ?? 0) > 59) return undefined
  if (which === 'end' && second === undefined)
    return at > day_seconds ? undefined : clockOf((at === 0 ? day_seconds : at) - 1)
  return at < day_seconds ? clockOf(at) : undefined
}
