/** How far a camera's clock is from the device's, in words. */
import type { Areas } from '#src/locales/areas.ts'

/** Beyond this the difference is worth a warning. ONVIF tells whole seconds, so that less than two say nothing. */
export const far_clock_ms = 5_000
const same_ms = 2_000

type ClockWords = Pick<
  Areas['camera']['wizard'],
  'clock_same' | 'clock_unknown' | 'ahead' | 'behind' | 'seconds' | 'minutes' | 'hours' | 'days'
>

/** `offset_ms`: the camera's clock minus the device's; null where it is not known. */
export function clockWords(offset_ms: number | null, words: ClockWords): string {
  if (offset_ms === null) return words.clock_unknown
  const seconds = Math.abs(offset_ms) / 1000
  if (seconds * 1000 < same_ms) return words.clock_same
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
