/**
 * The lots that a drag in progress changes: the dragged lots, and neighbours that share a corner with them.
 */
import { pointOf, type Lot, type LotId, type SceneDocument } from './document.ts'
import type { Editor } from './editor.ts'

/**
 * Lot ids separated by spaces: the same text while the same lots move, as `useEditor` needs an identical
 * value.
 */
export function movingLots({ gesture, history }: Pick<Editor, 'gesture' | 'history'>): string {
  if (gesture.kind !== 'dragging_corner' && gesture.kind !== 'dragging_lots') return ''
  const before = new Map(history.document.lots.map((lot) => [lot.id, lot]))
  return gesture.preview.lots
    .filter((lot) => isMoved(history.document, before.get(lot.id), gesture.preview, lot))
    .map((lot) => lot.id)
    .join(' ')
}

/** The lot ids in a text that `movingLots` or `selectedIds` returns. */
export const idsIn = (text: string): readonly LotId[] => (text === '' ? [] : (text.split(' ') as LotId[]))

const isMoved = (before: SceneDocument, old: Lot | undefined, after: SceneDocument, lot: Lot): boolean =>
  lot.corners.length !== old?.corners.length ||
  lot.corners.some((id, at) => pointOf(after, id) !== pointOf(before, old.corners[at]!))
