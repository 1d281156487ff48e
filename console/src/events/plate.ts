/** A plate as it hangs on the car: its colours, and where the dot or the dash goes (notes on plates, 5.1 to 5.3). */
import { plate_color } from '@parking/contract/core/codes.ts'

export type PlateColor = (typeof plate_color)[number]
export type PlateLook = {
  readonly region: 'mainland' | 'taiwan' | 'other'
  readonly color: PlateColor
  /** The number in its halves, with what stands between them. */
  readonly head: string
  readonly separator: '·' | '-' | ''
  readonly tail: string
}

const provinces = '京津晋冀蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云藏陕甘青宁新'
const mainland = new RegExp(`^([${provinces}][A-HJ-Z])([A-HJ-NP-Z0-9挂学警领试超港澳]{5,6})$`)
/** Current and older series of Taiwan, with or without the dash. */
const taiwan: readonly RegExp[] = [
  /^([A-Z]{3})(\d{4})$/,
  /^([A-Z]{2})(\d{5})$/,
  /^(\d{4})([A-Z]{2})$/,
  /^([A-Z]{2})(\d{4})$/,
  /^([A-Z]{3})(\d{3})$/,
  /^(\d{3})([A-Z]{3})$/,
  /^([A-Z]\d)(\d{4})$/,
]

/** How to draw a plate number; undefined where there is none. A number of no known form is drawn as it is. */
export function plateLook(number: string, color: string): PlateLook | undefined {
  const bare = number
    .normalize('NFKC')
    .replace(/[\s·•‧.-]/g, '')
    .toUpperCase()
  if (bare === '') return undefined
  const known = (plate_color as readonly string[]).includes(color) ? (color as PlateColor) : 'unknown'
  const inland = mainland.exec(bare)
  if (inland)
    return { region: 'mainland', color: known, head: inland[1] ?? '', separator: '·', tail: inland[2] ?? '' }
  for (const form of taiwan) {
    const island = form.exec(bare)
    if (island)
      return { region: 'taiwan', color: known, head: island[1] ?? '', separator: '-', tail: island[2] ?? '' }
  }
  return { region: 'other', color: known, head: number.trim(), separator: '', tail: '' }
}
