/** Non-maximum suppression: keeps one of several boxes around the same object. */
import { iouOf, type Box } from '../look/boxes.ts'

/**
 * Keeps the best of boxes that overlap by more than `max_iou`. IoU is the only criterion: cars along a kerb
 * are inside each other's boxes, and a containment rule would lose them.
 */
export function suppress<T extends { readonly box: Box; readonly score: number }>(
  found: readonly T[],
  max_iou: number,
): T[] {
  const kept: T[] = []
  for (const one of found.toSorted((a, b) => b.score - a.score))
    if (kept.every(({ box }) => iouOf(box, one.box) <= max_iou)) kept.push(one)
  return kept
}
