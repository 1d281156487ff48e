/** Which kinds of plates a colour allows: what is known of a plate before it is read. */
import type { PlateKind } from '@parking/contract/plate/plate-forms.ts'
import type { PlateColor } from '../look/look.ts'
import type { KindWeight } from './plate-decoder.ts'

/** A colour as it was seen, and how much of the ground has it, 0 to 1. */
export type SeenColour = { readonly color: PlateColor; readonly sure: number }

const any_taiwan: readonly PlateKind[] = [
  'taiwan',
  'taiwan_old',
  'taiwan_micro',
  'taiwan_motorcycle',
  'taiwan_mixed',
  'taiwan_special',
]
/** GA 36: a green ground is new energy and has eight signs, a blue one seven. */
const kinds_of: Partial<Record<PlateColor, readonly PlateKind[]>> = {
  blue: ['civil', 'test', 'oversize', ...any_taiwan],
  yellow: ['civil', 'trailer', 'training', 'test', 'oversize'],
  white: ['police', 'army', 'armed_police', 'test', 'aviation'],
  black: ['hong_kong', 'macau', 'consulate', 'embassy', 'civil'],
  green: ['nev_small', 'nev_large', 'aviation'],
  gradient_green: ['nev_small', 'nev_large'],
  yellow_green: ['nev_large', 'nev_small'],
}
/** A colour is never so sure that another kind is impossible. */
const [least_weight, min_sure] = [0.05, 0.6]

/** Grey pictures, Taiwan's plates and doubtful colours say nothing of the kind. */
export function kindWeightOf({ color, sure }: SeenColour): KindWeight {
  const kinds = kinds_of[color]
  if (!kinds || sure < min_sure) return () => 1
  return (kind) => (kinds.includes(kind) ? 1 : Math.max(least_weight, 1 - sure))
}
