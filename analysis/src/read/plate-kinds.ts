/** What a colour says about the kind of a plate before it is read: the table of forms, with its doubt. */
import { plateColorFits } from '@parking/contract/plate/plate-forms.ts'
import type { PlateColor } from '../look/look.ts'
import type { KindWeight } from './plate-decoder.ts'

/** The measured colour, and the share of the background that has it, 0 to 1. */
export type SeenColour = { readonly color: PlateColor; readonly sure: number }

/** Minimum weight of a kind (no colour excludes one), and minimum share for a colour to count at all. */
const [min_weight, min_sure] = [0.05, 0.6]

/** Colourless pictures, Taiwan's plates and doubtful colours say nothing about the kind. */
export const kindWeightOf =
  ({ color, sure }: SeenColour): KindWeight =>
  (kind) =>
    sure < min_sure || plateColorFits(kind, color) ? 1 : Math.max(min_weight, 1 - sure)
