/**
 * The time zones, searchable by city in either script, English or pinyin, by offset ("UTC+8") or by IANA
 * name.
 */
import type { Language } from '@parking/contract/core/language.ts'
import { cities, common_zones } from './cities.ts'
import { knowsZone, offsetOf, offsetText } from '#src/time/zone.ts'

export type Zone = {
  /** IANA name. */
  name: string
  /** Name of the city in the user's language. */
  city: string
  /** Minutes ahead of UTC at the given moment. */
  offset: number
  common: boolean
}

/** Browsers still list outdated names that a device may reject; this maps them to the current names. */
const renamed: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

const cityOf = new Map(cities.map((city) => [city.zone, city]))

/**
 * The names of all zones: the browser's list, or without one the zones of the known cities. Includes `now`,
 * the device's zone.
 */
export function zoneNames(now: string, listed: readonly string[] = browserZones()): string[] {
  const names = (
    listed.length > 0 ? listed.map((name) => renamed[name] ?? name) : cities.map(({ zone }) => zone)
  ).concat('UTC', ...common_zones, now)
  return [...new Set(names)].filter((name) => name === now || knowsZone(name))
}

const browserZones = (): readonly string[] =>
  typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []

/**
 * The zones with labels: the common ones first, then by distance from UTC+8, then those of known cities, then
 * by name.
 */
export function zonesOf(names: readonly string[], language: Language, moment: number): Zone[] {
  return names
    .map((name) => zoneOf(name, language, moment))
    .sort(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        Math.abs(a.offset - 480) - Math.abs(b.offset - 480) ||
        Number(cityOf.has(b.name)) - Number(cityOf.has(a.name)) ||
        a.name.localeCompare(b.name, 'en'),
    )
}

/** One zone with its label. */
export const zoneOf = (name: string, language: Language, moment: number): Zone => ({
  name,
  city: labelOf(name, language),
  offset: offsetOf(name, moment) ?? 0,
  common: common_zones.includes(name),
})

let last: { key: string; zones: readonly Zone[] } | undefined

/**
 * All zones with labels, built on first use, because formatting 400 zones would delay opening the page.
 * Offsets are those of the current hour.
 */
export function allZones(now: string, language: Language, moment: number): readonly Zone[] {
  const key = `${now} ${language} ${Math.floor(moment / 3_600_000)}`
  if (last?.key !== key) last = { key, zones: zonesOf(zoneNames(now), language, moment) }
  return last.zones
}

const rankOf = ({ name, common }: Zone): number => (common ? common_zones.indexOf(name) : common_zones.length)

/** The name of the city, or else the one in the IANA name. */
export const labelOf = (name: string, language: Language): string =>
  cityOf.get(name)?.[language] ?? (name.split('/').slice(1).join(', ') || name).replaceAll('_', ' ')

/** `台北 · Asia/Taipei · UTC+08:00`. */
export const fullLabel = ({ name, city, offset }: Zone): string =>
  [...new Set([city, name, offsetText(offset)])].join(' · ')

/** Zones that match the typed text, best first; all of them for an empty text. */
export function searchZones(zones: readonly Zone[], typed: string): readonly Zone[] {
  const text = plain(typed)
  if (text === '') return zones
  const offset = offsetIn(typed)
  if (offset !== undefined) return zones.filter((zone) => zone.offset === offset)
  return zones
    .map((zone) => ({ zone, score: scoreOf(zone, text) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ zone }) => zone)
}

/** The minutes of `UTC+8`, `GMT-03:30` or `+0545`; undefined for anything else, including a bare number. */
export function offsetIn(typed: string): number | undefined {
  const parts = /^(?:utc|gmt)?([+-])(\d{1,2}?)(?::?([0-5]\d))?$/.exec(
    typed
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[\s−–]/g, (sign) => (sign.trim() === '' ? '' : '-')),
  )
  if (!parts) return undefined
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0)
  return minutes > 14 * 60 ? undefined : minutes === 0 ? 0 : (parts[1] === '-' ? -1 : 1) * minutes
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
    .trim()

function scoreOf(zone: Zone, text: string): number {
  const known = cityOf.get(zone.name)
  const name = plain(zone.name)
  const words = [
    name,
    ...name.split('/'),
    ...(known ? [plain(known.zh), plain(known.tw), ...known.also.split(' ')] : []),
  ]
  if (words.includes(text)) return 4
  if (words.some((word) => word.startsWith(text))) return 3
  if (words.some((word) => word.includes(text))) return 2
  return known && plain(known.also).includes(text) ? 1 : 0
}
