/**
 * The characters that the arrow keys offer at a position of the plate: provinces with the same pinyin
 * initial, otherwise characters that look alike.
 */
import { plate_type } from '@parking/contract/core/codes.ts'
import { provinces } from '@parking/contract/plate/plate-forms.ts'
import { look_alikes } from '@parking/contract/plate/plate-look-alikes.ts'

/** Initials of the provinces' names, in the order of `provinces`. */
const initials = 'JJJJMLJHHSZWMGLYEXYGQYCGYZSGQNX'
const all = [...provinces]

const beginningWith = (initial: string): string[] => all.filter((_, at) => initials[at] === initial)

/** The characters to cycle through; empty if there is no choice. */
export function ringOf(character: string, at: number, type: number): readonly string[] {
  if (at === 0 && type === plate_type.mainland) {
    const place = all.indexOf(character)
    const alike = beginningWith(place >= 0 ? (initials[place] ?? '') : character)
    if (alike.length > 0) return place >= 0 ? alike : [character, ...alike]
  }
  return [...(look_alikes.find((group) => group.includes(character)) ?? '')]
}

/** The next or previous character of the ring; the same character if there is none. */
export function nextInRing(character: string, at: number, type: number, by: 1 | -1): string {
  const ring = ringOf(character, at, type)
  return ring[(ring.indexOf(character) + by + ring.length) % ring.length] ?? character
}

/**
 * Choices for touch: at the first position of a mainland plate all provinces, those with the same initial
 * first.
 */
export function choicesFor(character: string, at: number, type: number): readonly string[] {
  const ring = ringOf(character, at, type).filter((one) => one !== character)
  return at === 0 && type === plate_type.mainland
    ? [...new Set([...ring, ...all])].filter((one) => one !== character)
    : ring
}
