/**
 * What the brightness of the lots says, as a second opinion beside the detector: a car is rarely as even as
 * the ground. The detector itself says in each picture how even its empty lots are.
 */
import { boxAround, type Box, type Point } from '../look/boxes.ts'
import { probabilityOf } from '../look/look.ts'
import type { Grey } from '../picture/measure.ts'
import { isInside } from '../place/polygon.ts'

/** Samples along each side of a lot's box, and the share of the lot's samples that must be in sight. */
const [samples, min_in_sight] = [40, 0.4]

/**
 * The logarithm of the standard deviation of a lot's brightness, apart from what `nearer` boxes hide;
 * undefined if they hide most of it. The picture must be enhanced: then day and night give like values.
 */
export function contrastOf(
  { width, height, luma }: Grey,
  polygon: readonly Point[],
  nearer: readonly Box[],
): number | undefined {
  const [left, top, right, bottom] = boxAround(polygon)
  let [all, seen, sum, squares] = [0, 0, 0, 0]
  for (let row = 0; row < samples; row++)
    for (let column = 0; column < samples; column++) {
      const x = left + ((right - left) * (column + 0.5)) / samples
      const y = top + ((bottom - top) * (row + 0.5)) / samples
      if (!isInside([x, y], polygon)) continue
      all++
      if (nearer.some((box) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3])) continue
      const value = luma[pixelAt(y, height) * width + pixelAt(x, width)]!
      seen++
      sum += value
      squares += value * value
    }
  if (seen === 0 || seen < all * min_in_sight) return undefined
  return Math.log(Math.max(1, Math.sqrt(Math.max(0, squares / seen - (sum / seen) ** 2))))
}

const pixelAt = (share: number, size: number): number =>
  Math.max(0, Math.min(size - 1, Math.floor(share * size)))

/**
 * The usual contrast of empty and of taken lots, their usual distance and deviation, each with its weight in
 * lots: measured on 15 real views by day and at night (docs/models.md).
 */
const [usual_empty, usual_taken, usual_weight] = [2.8, 3.85, 2]
const [usual_gap, usual_deviation, gap_weight] = [1.3, 0.35, 8]
/** Maximum evidence of the contrast: a shadow or a puddle is no car. */
const max_evidence = 3

/**
 * The evidence of each lot's contrast, as a log-likelihood ratio; 0 where there is none. `llrs` are the
 * detector's: they say how much each lot counts as empty and as taken. Where only one kind is in the picture,
 * the other is expected at the usual distance.
 */
export function contrastEvidence(
  contrasts: readonly (number | undefined)[],
  llrs: readonly number[],
): number[] {
  const lots = contrasts.flatMap((x, at) => (x === undefined ? [] : [{ x, taken: probabilityOf(llrs[at]!) }]))
  const sumOf = (weight: (taken: number) => number) => ({
    weight: lots.reduce((sum, { taken }) => sum + weight(taken), 0),
    x: lots.reduce((sum, { x, taken }) => sum + weight(taken) * x, 0),
  })
  const [empty, filled] = [sumOf((taken) => 1 - taken), sumOf((taken) => taken)]
  const own = ({ weight, x }: typeof empty, usual: number) =>
    (x + usual_weight * usual) / (weight + usual_weight)
  const [own_empty, own_taken] = [own(empty, usual_empty), own(filled, usual_taken)]
  const meanOf = ({ weight }: typeof empty, mean: number, expected: number) =>
    ((weight + usual_weight) * mean + gap_weight * expected) / (weight + usual_weight + gap_weight)
  const mean_empty = meanOf(empty, own_empty, own_taken - usual_gap)
  const mean_taken = meanOf(filled, own_taken, own_empty + usual_gap)
  const squares = lots.reduce(
    (sum, { x, taken }) => sum + (1 - taken) * (x - mean_empty) ** 2 + taken * (x - mean_taken) ** 2,
    gap_weight * usual_deviation ** 2,
  )
  const slope = (mean_taken - mean_empty) / (squares / (lots.length + gap_weight))
  // Where empty lots are as uneven as taken ones, evenness says nothing.
  if (slope <= 0) return contrasts.map(() => 0)
  const middle = (mean_empty + mean_taken) / 2
  return contrasts.map((x) =>
    x === undefined ? 0 : Math.max(-max_evidence, Math.min(max_evidence, slope * (x - middle))),
  )
}
