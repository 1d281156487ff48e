/**
 * The length of a stay as `H:MM:SS`, the same in lists, panels, details and dossiers, so that no two of them
 * differ.
 */

/**
 * Rounded to the whole seconds that the times beside it show. `ms`: milliseconds between the start and the
 * end of the stay; a negative length is 0:00:00. The text is the same in both scripts.
 */
export function stayLength(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
