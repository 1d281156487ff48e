/** The offset between a camera's clock and the device's, as text. */
import type { Areas } from '#src/locales/areas.ts'

/**
 * Offsets above this cause a warning. ONVIF times are in whole seconds, so an offset below two seconds means
 * nothing.
 */
export const clock_warning_ms = 5_000
const equal_ms = 2_000

type ClockWords = Pick<
  Areas['camera']['wizard'],
  'clock_same' | 'clock_unknown' | 'ahead' | 'behind' | 'seconds' | 'minutes' | 'hours' | 'days'
>

/** `offset_ms`: the camera's clock minus the device's; null if unknown. */
export function clockText(offset_ms: number | null, words: ClockWords): string {
  if (offset_ms === null) return words.clock_unknown
  const seconds = Math.abs(offset_ms) / 1000
  if (seconds * 1000 < equal_ms) return words.clock_same
  const amount =
    seconds < 120
      ? words.seconds(Math.round(seconds))
      : seconds < 7_200
        ? words.minutes(Math.round(seconds / 60))
        : seconds < 172_800
          ? words.hours(Math.round(seconds / 3_600))
          : words.days(Math.round(seconds / 86_400))
  return offset_ms > 0 ? words.ahead(amount) : words.behind(amount)
}
