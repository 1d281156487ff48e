/** The length of a stay as an export writes it, from which a time that it omits is derived. Pure. */

/** `slack_ms`: by how much the true length may be shorter or longer; 0 if it is exact to the second. */
export type StayLength = { readonly ms: number; readonly slack_ms: number }

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const number = String.raw`(\d+(?:\.\d+)?)`
const words = new RegExp(
  String.raw`^(?:${number}(?:天|日|days?|d))?(?:${number}(?:个|個)?(?:小时|小時|时|時|hours?|hrs?|h))?` +
    String.raw`(?:${number}(?:分钟|分鐘|分|minutes?|mins?|m))?(?:${number}(?:秒钟|秒鐘|秒|seconds?|secs?|s))?$`,
)
/** `01:20:00`, `1:20`, `2天03:04:05`, and days before a dot as .NET writes them. */
const clock = /^(?:(\d+)(?:天|日|days?,?|d|\.))?(\d+):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/
/** The unit in the name of the column, for a number alone. */
const units: readonly (readonly [RegExp, number])[] = [
  [/毫秒|(?:^|[^a-z])ms(?:$|[^a-z])|millis/i, 1],
  [/秒|sec|[(（_ ]s[)）]?$/i, second],
  [/分|min|[(（_ ]m[)）]?$/i, minute],
  [/小时|小時|[时時][数數]|hour|[(（_ ]h[)）]?$/i, hour],
  [/天|日数|日數|days/i, day],
]

/** A length that was written to the minute may have been rounded up or down. */
const of = (ms: number, unit_ms: number): StayLength => ({
  ms: Math.round(ms),
  slack_ms: unit_ms > second ? unit_ms : 0,
})
const stepOf = (written: string, unit: number) => unit / 10 ** (written.split('.')[1]?.length ?? 0)

/** `80分钟`, `1小时20分`, `01:20:00`, `PT1H20M`, or a number if `name` states its unit; else undefined. */
export function readLength(cell: string, name: string): StayLength | undefined {
  const text = cell
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s,]/g, '')
    .replace(/^pt?(?=\d+[dhms])|(?<=^p\d+d)t/g, '')
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const unit = units.find(([pattern]) => pattern.test(name))?.[1]
    return unit === undefined ? undefined : of(Number(text) * unit, stepOf(text, unit))
  }
  const [, days, hours, minutes, seconds] = clock.exec(text) ?? []
  if (hours !== undefined)
    return of(
      Number(days ?? 0) * day +
        Number(hours) * hour +
        Number(minutes) * minute +
        Number(seconds ?? 0) * second,
      seconds === undefined ? minute : second,
    )
  const parts = text === '' ? undefined : words.exec(text)?.slice(1)
  const found = [day, hour, minute, second].flatMap((unit, n) =>
    parts?.[n] === undefined ? [] : [{ written: parts[n], unit }],
  )
  const last = found.at(-1)
  return (
    last &&
    of(
      found.reduce((sum, { written, unit }) => sum + Number(written) * unit, 0),
      stepOf(last.written, last.unit),
    )
  )
}
