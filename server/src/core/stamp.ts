/** Times as spec §9 writes them, in the zone of the process (the device's own). */

/** `YYYY-MM-DD HH:mm:ss` of a moment in milliseconds since 1970; empty for null. */
export function stampOf(ms: number | null): string {
  if (ms === null) return ''
  const at = new Date(ms)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** The moment of a stamp, in milliseconds since 1970. The contract has checked its form. */
export function momentOf(stamp: string): number {
  return new Date(stamp.replace(' ', 'T')).getTime()
}
