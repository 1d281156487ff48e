/** How a plate looks: its colour, and the position of the dot (mainland) or the dash (Taiwan). */
import { plate_color } from '@parking/contract/core/codes.ts'

export type PlateColor = (typeof plate_color)[number]
export type PlateLook = {
  readonly region: 'mainland' | 'taiwan' | 'other'
  readonly color: PlateColor
  /** The number in two parts around the separator. */
  readonly head: string
  readonly separator: '·' | '-' | ''
  readonly tail: string
}

const provinces = '京津晋冀蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云藏陕甘青宁新'
const mainland = new RegExp(`^([${provinces}][A-HJ-Z])([A-HJ-NP-Z0-9挂学警领试超港澳]{5,6})$`)
/** Current and older series of Taiwan. */
const taiwan: readonly RegExp[] = [
  /^([A-Z]{3})(\d{4})$/,
  /^([A-Z]{2})(\d{5})$/,
  /^(\d{4})([A-Z]{2})$/,
  /^([A-Z]{2})(\d{4})$/,
  /^([A-Z]{3})(\d{3})$/,
  /^(\d{3})([A-Z]{3})$/,
  /^([A-Z]\d)(\d{4})$/,
]

/** Without separators, in upper case. */
export const barePlate = (number: string): string =>
  number
    .normalize('NFKC')
    .replace(/[\s·•‧.-]/g, '')
    .toUpperCase()

/**
 * The look of a plate number; undefined for an empty one. A number in an unknown format is drawn as it is.
 */
export function plateLook(number: string, color: string): PlateLook | undefined {
  const bare = barePlate(number)
  if (bare === '') return undefined
  const known_color = (plate_color as readonly string[]).includes(color) ? (color as PlateColor) : 'unknown'
  const mainland_match = mainland.exec(bare)
  if (mainland_match)
    return {
      region: 'mainland',
      color: known_color,
      head: mainland_match[1] ?? '',
      separator: '·',
      tail: mainland_match[2] ?? '',
    }
  for (const series of taiwan) {
    const taiwan_match = series.exec(bare)
    if (taiwan_match)
      return {
        region: 'taiwan',
        color: known_color,
        head: taiwan_match[1] ?? '',
        separator: '-',
        tail: taiwan_match[2] ?? '',
      }
  }
  return { region: 'other', color: known_color, head: number.trim(), separator: '', tail: '' }
}
