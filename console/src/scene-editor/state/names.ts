/** Names of lots and corners, on screen and for screen readers. Tests find elements by these names. */
import type { Areas } from '#src/locales/areas.ts'
import type { Lot, PointId } from '../model/document.ts'

export type SceneWords = Areas['camera']['scene']

/** A lot's number, or a placeholder if it has none. */
export const numberOf = (words: SceneWords, lot: Lot): string =>
  lot.lot_no.trim() === '' ? words.lot_unnamed : lot.lot_no

export const lotName = (words: SceneWords, lot: Lot): string => words.lot_name(numberOf(words, lot))

/** "A01 corner 2", followed by the lots it is shared with. `sharing`: all lots at the corner. */
export function cornerName(words: SceneWords, lot: Lot, point: PointId, sharing: readonly Lot[]): string {
  const others = sharing.filter((other) => other.id !== lot.id)
  const name = words.corner_name(numberOf(words, lot), lot.corners.indexOf(point) + 1)
  return others.length === 0
    ? name
    : `${name}，${words.shared_with(others.map((other) => numberOf(words, other)).join('、'))}`
}
