/** How a plate looks: its colour, and the position of the dot (mainland) or the dash (Taiwan). */
import { plate_color, plate_type } from '@parking/contract/core/codes.ts'
import { fittingForm } from '@parking/contract/plate/plate-forms.ts'
import { barePlate } from '@parking/contract/plate/plate-grammar.ts'

export type PlateColor = (typeof plate_color)[number]
export type PlateLook = {
  readonly region: 'mainland' | 'taiwan' | 'other'
  readonly color: PlateColor
  /** The number in two parts around the separator. */
  readonly head: string
  readonly separator: '·' | '-' | ''
  readonly tail: string
}

/** An army plate of the mainland (white) has the characters of an electric two-wheeler of Taiwan. */
const regionsOf = (color: PlateColor) =>
  color === 'white' ? (['mainland', 'taiwan'] as const) : (['taiwan', 'mainland'] as const)

/**
 * The look of a plate number; undefined for an empty one. A number in an unknown format is drawn as it is.
 */
export function plateLook(number: string, color: string): PlateLook | undefined {
  const bare = barePlate(number)
  if (bare === '') return undefined
  const known_color = plate_color.find((one) => one === color) ?? 'unknown'
  const characters = [...bare]
  for (const region of regionsOf(known_color)) {
    const form = fittingForm(characters, plate_type[region])
    if (!form) continue
    const split = form.split || characters.length
    const separator = region === 'mainland' ? '·' : '-'
    return {
      region,
      color: known_color,
      head: characters.slice(0, split).join(''),
      separator: split < characters.length ? separator : '',
      tail: characters.slice(split).join(''),
    }
  }
  return { region: 'other', color: known_color, head: number.trim(), separator: '', tail: '' }
}
