/**
 * The length of a stay as `H:MM:SS`, the same in lists, panels, details and dossiers, so that no two of them
 * differ.
 */

/**
 * The seconds between two times as they are shown: a stamp has whole seconds, and what is shown as 10:00:00
 * to 10:20:00 lasts 0:20:00, whatever the milliseconds are. A negative length is 0.
 */
export const secondsBetween = (begin_ms: number, end_ms: number): number =>
  Math.max(0, Math.floor(end_ms / 1000) - Math.floor(begin_ms / 1000))

/** Whole seconds as text, the same in both scripts. */
export function stayLength(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}
