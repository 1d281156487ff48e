/** How similar two appearances are: the question of `alg_param.sim_th`. */
import type { Appearance } from '../look/look.ts'

/**
 * Normalised cross-correlation of two brightness patches, -1 to 1; undefined where they cannot be compared.
 * Even patches (an empty road at night) are alike.
 */
export function correlationOf(a: readonly number[], b: readonly number[]): number | undefined {
  const count = a.length
  if (count === 0 || count !== b.length) return undefined
  // One pass: brightness is whole, so that the sums are exact. It is most of the time of a decision.
  let sum_a = 0
  let sum_b = 0
  let sum_ab = 0
  let sum_aa = 0
  let sum_bb = 0
  for (let i = 0; i < count; i++) {
    const x = a[i]!
    const y = b[i]!
    sum_a += x
    sum_b += y
    sum_ab += x * y
    sum_aa += x * x
    sum_bb += y * y
  }
  const ab = sum_ab - (sum_a * sum_b) / count
  const aa = sum_aa - (sum_a * sum_a) / count
  const bb = sum_bb - (sum_b * sum_b) / count
  // A deviation below two steps of brightness is noise.
  const even = count * 4
  if (aa < even && bb < even) return 1
  return aa < even || bb < even ? 0 : ab / Math.sqrt(aa * bb)
}

/** Bhattacharyya distance of two histograms, 0 (the same) to 1; undefined where one is absent. */
export function colourDistance(a: readonly number[], b: readonly number[]): number | undefined {
  if (a.length === 0 || a.length !== b.length) return undefined
  let shared = 0
  for (let i = 0; i < a.length; i++) shared += Math.sqrt(a[i]! * b[i]!)
  return Math.sqrt(Math.max(0, 1 - shared))
}

/** From this correlation the form alone says "the same". */
const same_form = 0.9

/**
 * 0 to 1; undefined where nothing can be compared. Form or colour suffices for "the same". At the factory
 * value 0.7 of `sim_th` two cars differ when the correlation is below 0.6 and the colour distance above 0.35.
 */
export function similarity(a: Appearance, b: Appearance): number | undefined {
  const correlation = correlationOf(a.luma, b.luma)
  if (correlation !== undefined && correlation >= same_form) return 1
  const distance = colourDistance(a.colours, b.colours)
  if (correlation === undefined && distance === undefined) return undefined
  const by_form = correlation === undefined ? 0 : correlation + 1 - same_form
  const by_colour = distance === undefined ? 0 : 1.05 - distance
  return Math.max(0, Math.min(1, Math.max(by_form, by_colour)))
}
