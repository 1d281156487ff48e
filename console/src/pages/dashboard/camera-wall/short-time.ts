/**
 * Short durations shown next to a lot: whole minutes (`<1` below one), then hours with one decimal, then
 * days.
 */
export type ShortUnits = { minute: string; hour: string; day: string }

export function shortTime(ms: number, units: ShortUnits): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  if (minutes < 1) return `<1 ${units.minute}`
  if (minutes < 60) return `${minutes} ${units.minute}`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 6) / 10} ${units.hour}`
  return `${Math.floor(minutes / (24 * 6)) / 10} ${units.day}`
}
