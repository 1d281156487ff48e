/** What a character of a plate may be changed to with the arrow keys: for the province those that begin alike in pinyin, for any other what looks like it. */
import { plate_type } from '@parking/contract/core/codes.ts'
import { provinces } from '@parking/contract/plate/plate-forms.ts'
import { look_alikes } from '@parking/contract/plate/plate-look-alikes.ts'

/** The first letters of the provinces' names, in the order of `provinces`. */
const initials = 'JJJJMLJHHSZWMGLYEXYGQYCGYZSGQNX'
const all = [...provinces]

const beginningWith = (initial: string): string[] => all.filter((_, at) => initials[at] === initial)

/** In a ring, so that up and down go on from wherever one is. Empty where there is no choice. */
export function ringOf(character: string, at: number, type: number): readonly string[] {
  if (at === 0 && type === plate_type.mainland) {
    const place = all.indexOf(character)
    const alike = beginningWith(place >= 0 ? (initials[place] ?? '') : character)
    if (alike.length > 0) return place >= 0 ? alike : [character, ...alike]
  }
  return [...(look_alikes.find((group) => group.includes(character)) ?? '')]
}

/** The next one of the ring, or the one before; the character itself where there is none. */
export function turned(character: string, at: number, type: number, by: 1 | -1): string {
  const ring = ringOf(character, at, type)
  return ring[(ring.indexOf(character) + by + ring.length) % ring.length] ?? character
}

/** What is offered to a finger: at the province all of them, those that begin alike first. */
export function offered(character: string, at: number, type: number): readonly string[] {
  const ring = ringOf(character, at, type).filter((one) => one !== character)
  return at === 0 && type === plate_type.mainland
    ? [...new Set([...ring, ...all])].filter((one) => one !== character)
    : ring
}
