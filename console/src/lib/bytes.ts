/** Formats bytes for display: at most three digits, in steps of 1024. */
const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

export function bytesText(bytes: number): string {
  let [value, at] = [Math.max(0, bytes), 0]
  for (; value >= 999.5 && at < units.length - 1; at++) value /= 1024
  return `${at === 0 || value >= 99.95 ? Math.round(value) : Number(value.toFixed(1))} ${units[at]}`
}
