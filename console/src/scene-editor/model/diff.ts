/** What saving would change: new, removed or changed lots compared with the device, and the scene itself. */
import { outlineIn, type Lot, type LotId, type SceneDocument } from './document.ts'
import { distance, type Size } from './geometry.ts'

/**
 * `lot` is set if the lot still exists. `px`: the largest distance any of its corners moved, in pixels of the
 * reference picture.
 */
export type Change =
  | {
      readonly kind: 'added' | 'removed' | 'changed' | 'reshaped'
      readonly lot_no: string
      readonly lot: LotId | undefined
    }
  | { readonly kind: 'moved'; readonly lot_no: string; readonly lot: LotId; readonly px: number }
  | { readonly kind: 'renamed'; readonly lot_no: string; readonly was: string; readonly lot: LotId }
  | { readonly kind: 'scene'; readonly lot: undefined }

/** In the order of the lots, removed ones last. Lots are matched by number; renumbered lots by their id. */
export function changesOf(saved: SceneDocument, now: SceneDocument, size: Size): Change[] {
  const { scene } = now
  const changes: Change[] =
    JSON.stringify([saved.scene, saved.kept]) === JSON.stringify([scene, now.kept])
      ? []
      : [{ kind: 'scene', lot: undefined }]
  const left = new Set(saved.lots)
  const take = (found: Lot | undefined): Lot | undefined => {
    if (found) left.delete(found)
    return found
  }
  const before = new Map<Lot, Lot>()
  for (const lot of now.lots) {
    const same = take(firstOf(left, (one) => one.lot_no === lot.lot_no))
    if (same) before.set(lot, same)
  }
  for (const lot of now.lots) {
    const same = before.has(lot) ? undefined : take(firstOf(left, (one) => one.id === lot.id))
    if (same) before.set(lot, same)
  }
  for (const lot of now.lots) {
    const was = before.get(lot)
    if (!was) changes.push({ kind: 'added', lot_no: lot.lot_no, lot: lot.id })
    else changes.push(...lotChanges(saved, was, now, lot, size))
  }
  return [...changes, ...[...left].map(({ lot_no }): Change => ({ kind: 'removed', lot_no, lot: undefined }))]
}

/** Usually returns the first lot, because matched lots have been removed from the set. */
function firstOf(lots: ReadonlySet<Lot>, matches: (lot: Lot) => boolean): Lot | undefined {
  for (const lot of lots) if (matches(lot)) return lot
  return undefined
}

function lotChanges(saved: SceneDocument, was: Lot, now: SceneDocument, lot: Lot, size: Size): Change[] {
  const about = { lot_no: lot.lot_no, lot: lot.id }
  const [old, fresh] = [outlineIn(saved, was, size), outlineIn(now, lot, size)]
  const px = old.length === fresh.length ? Math.max(...old.map((at, i) => distance(at, fresh[i]!))) : 0
  const changes: Change[] = []
  if (was.lot_no !== lot.lot_no) changes.push({ kind: 'renamed', was: was.lot_no, ...about })
  if (old.length !== fresh.length) changes.push({ kind: 'reshaped', ...about })
  else if (px >= 0.01) changes.push({ kind: 'moved', px, ...about })
  if ((['lot_type', 'lot_posture', 'motor_num', 'difficult'] as const).some((key) => was[key] !== lot[key]))
    changes.push({ kind: 'changed', ...about })
  return changes
}
