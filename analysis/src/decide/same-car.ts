/** How similar two appearances are: the question of `alg_param.sim_th`. */
import type { Appearance } from '../look/look.ts'

/**
 * Normalised cross-correlation of two brightness patches, -1 to 1; undefined where they cannot be compared.
 * Even patches (an empty road at night) are alike.
 */
export function correlationOf(a: readonly number[], b: readonly number[]): number | undefined {
  const count = a.length
  if (count === 0 || count !== b.length) return undefined
  let [sum_a, sum_b] = [0, 0]
  for (let i = 0; i < count; i++) {
    sum_a += a[i]!
    sum_b += b[i]!
  }
  const [mean_a, mean_b] = [sum_a / count, sum_b / count]
  let [ab, aa, bb] = [0, 0, 0]
  for (let i = 0; i < count; i++) {
    const x = a[i]! - mean_a
    const y = b[i]! - mean_b
    ab += x * y
    aa += x * x
    bb += y * y
  }
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

/**
 * 0 to 1; undefined where nothing can be compared. Form or colour suffices for "the same". At the factory
 * value 0.7 of `sim_th` two cars differ when the correlation is below 0.6 and the colour distance above 0.35.
 */
export function similarity(a: Appearance, b: Appearance): number | undefined {
  const correlation = correlationOf(a.luma, b.luma)
  const distance = colourDistance(a.colours, b.colours)
  if (correlation === undefined && distance === undefined) return undefined
  const by_form = correlation === undefined ? 0 : correlation + 0.1
  const by_colour = distance === undefined ? 0 : 1.05 - distance
  return Math.max(0, Math.min(1, Math.max(by_form, by_colour)))
}
