/**
 * Parses coordinates as users paste them: in any order, with letters, labels, degrees and minutes, or
 * full-width digits. Installers often swap latitude and longitude, so every result states how certain the
 * order is.
 */

export type Coordinates =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'out_of_range' }
  | {
      readonly kind: 'found'
      /** Degrees with at most six decimals (spec §5), as text for the fields. */
      readonly longitude: string
      readonly latitude: string
      /**
       * `as_is`: longitude first, or labelled. `swapped`: latitude first. `ambiguous`: either order is
       * possible, and the larger value is taken as longitude.
       */
      readonly order: 'as_is' | 'swapped' | 'ambiguous'
      /** True if the text has more than six decimals. */
      readonly rounded: boolean
    }

type Part = { degrees: number; axis: 'longitude' | 'latitude' | undefined; rounded: boolean }

const labels: readonly (readonly [RegExp, string])[] = [
  [/南[纬緯]/g, ' S '],
  [/西[经經]/g, ' W '],
  [/latitude|lat|北?[纬緯]度?/gi, ' N '],
  [/longitude|long|lon|lng|东?東?[经經]度?/gi, ' E '],
]

const minutes_seconds = String.raw`(?:\s*(\d+(?:\.\d+)?)\s*['′’分])?(?:\s*(\d+(?:\.\d+)?)\s*(?:''|["″”秒]))?`
const number = String.raw`([+-]?\d+(?:\.\d+)?)(?:\s*[°度º]${minutes_seconds})?`
const part = new RegExp(String.raw`([NSEW])[\s:="]*${number}|${number}(?:\s*([NSEW])(?![a-z]))?`, 'gi')

/** Reads the first two coordinates of a text. */
export function parseCoordinates(text: string): Coordinates {
  const plain = labels.reduce(
    (line, [label, letter]) => line.replace(label, letter),
    text.normalize('NFKC').replaceAll('−', '-'),
  )
  const [first, second] = [...plain.matchAll(part)].map(partOf)
  if (!first || !second) return { kind: 'unreadable' }
  const { longitude, latitude, order } = arrange(first, second)
  if (!within(longitude.degrees, 180) || !within(latitude.degrees, 90)) return { kind: 'out_of_range' }
  return {
    kind: 'found',
    longitude: textOf(longitude.degrees),
    latitude: textOf(latitude.degrees),
    order,
    rounded: first.rounded || second.rounded,
  }
}

function partOf(match: RegExpMatchArray): Part {
  const before = match[1]
  const [whole, minutes, seconds] = before ? match.slice(2, 5) : match.slice(5, 8)
  const letter = (before ?? match[8])?.toUpperCase()
  const size = Math.abs(Number(whole)) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600
  const negative = whole?.startsWith('-') === true || letter === 'S' || letter === 'W'
  return {
    degrees: negative ? -size : size,
    axis: letter === undefined ? undefined : letter === 'E' || letter === 'W' ? 'longitude' : 'latitude',
    rounded: (whole?.split('.')[1]?.length ?? 0) > 6,
  }
}

function arrange(
  first: Part,
  second: Part,
): { longitude: Part; latitude: Part; order: 'as_is' | 'swapped' | 'ambiguous' } {
  if (first.axis === 'longitude' || second.axis === 'latitude')
    return { longitude: first, latitude: second, order: 'as_is' }
  if (first.axis === 'latitude' || second.axis === 'longitude')
    return { longitude: second, latitude: first, order: 'as_is' }
  if (Math.abs(first.degrees) > 90) return { longitude: first, latitude: second, order: 'as_is' }
  if (Math.abs(second.degrees) > 90) return { longitude: second, latitude: first, order: 'swapped' }
  return first.degrees >= second.degrees
    ? { longitude: first, latitude: second, order: 'ambiguous' }
    : { longitude: second, latitude: first, order: 'ambiguous' }
}

const within = (degrees: number, max: number): boolean => degrees >= 0 && degrees <= max
const textOf = (degrees: number): string => String(Number(degrees.toFixed(6)))
