/** Which kinds of plates a colour allows: prior knowledge about a plate before it is read. */
import type { PlateKind } from '@parking/contract/plate/plate-forms.ts'
import type { PlateColor } from '../look/look.ts'
import type { KindWeight } from './plate-decoder.ts'

/** The measured colour, and the share of the background that has it, 0 to 1. */
export type SeenColour = { readonly color: PlateColor; readonly sure: number }

const any_taiwan: readonly PlateKind[] = [
  'taiwan',
  'taiwan_old',
  'taiwan_micro',
  'taiwan_motorcycle',
  'taiwan_mixed',
  'taiwan_special',
]
/** GA 36: green plates are for new-energy vehicles and have eight signs, blue plates have seven. */
const kinds_of: Partial<Record<PlateColor, readonly PlateKind[]>> = {
  blue: ['civil', 'test', 'oversize', ...any_taiwan],
  yellow: ['civil', 'trailer', 'training', 'test', 'oversize'],
  white: ['police', 'army', 'armed_police', 'test', 'aviation'],
  black: ['hong_kong', 'macau', 'consulate', 'embassy', 'civil'],
  green: ['nev_small', 'nev_large', 'aviation'],
  gradient_green: ['nev_small', 'nev_large'],
  yellow_green: ['nev_large', 'nev_small'],
}
/** Minimum weight of a kind (no colour excludes one), and minimum share for a colour to count at all. */
const [min_weight, min_sure] = [0.05, 0.6]

/** Colourless pictures, Taiwan's plates and doubtful colours say nothing about the kind. */
export function kindWeightOf({ color, sure }: SeenColour): KindWeight {
  const kinds = kinds_of[color]
  if (!kinds || sure < min_sure) return () => 1
  return (kind) => (kinds.includes(kind) ? 1 : Math.max(min_weight, 1 - sure))
}
