/**
 * Validates a document; each finding names its lots. Errors block saving, warnings do not.
 * The device checks again on saving, with the same rules from the contract (`polygonIssue`,
 * `motorCellsIssue`).
 */
import { areaOf, motorCellsIssue, polygonIssue } from '@parking/contract/core/rules.ts'
import type { Size } from './geometry.ts'
import { boxesMeet, boxOf, crossesItself, overlapOf } from './polygon.ts'
import { outlineIn, outlineOf, type LotId, type SceneDocument } from './document.ts'

/** A lot number that another scene on the device uses. */
export type Taken = {
  readonly lot_no: string
  readonly camera_name: string
  readonly camera_sn?: string
  readonly scene_id?: string
}

export type Finding = { readonly severity: 'error' | 'warning'; readonly lots: readonly LotId[] } & (
  | {
      readonly kind:
        | 'parking_no_empty'
        | 'focus_wrong'
        | 'mark_wrong'
        | 'lot_no_empty'
        | 'lot_no_long'
        | 'motor_cells'
        | 'outside'
        | 'crossing'
        | 'sliver'
        | 'duplicate'
        | 'overlap'
    }
  | { readonly kind: 'too_many'; readonly limit: number }
  | { readonly kind: 'taken'; readonly taken_by: Taken }
  | { readonly kind: 'small'; readonly width: number; readonly height: number }
)

export const max_lots = 200
/** A smaller outline was drawn by accident. Area on the reference picture, in square pixels. */
const min_area_px = 64
/**
 * Minimum overlap for a warning, as a share of the smaller lot: hand-drawn borders always overlap slightly.
 */
const overlap_share = 0.03
/** In a lot whose longer side is shorter than this, in pixels, a plate is too small to be read. */
const small_px = 40

/** All findings of a document. */
export function checks(document: SceneDocument, size: Size, taken: readonly Taken[]): Finding[] {
  const found: Finding[] = []
  if (document.scene.parking_no.trim() === '')
    found.push({ kind: 'parking_no_empty', severity: 'error', lots: [] })
  const { focus, feature = [] } = document.kept
  if (focus && isWrong(focus)) found.push({ kind: 'focus_wrong', severity: 'error', lots: [] })
  if (feature.some(isWrong)) found.push({ kind: 'mark_wrong', severity: 'error', lots: [] })
  if (document.lots.length > max_lots)
    found.push({ kind: 'too_many', severity: 'error', lots: [], limit: max_lots })
  const taken_by_number = new Map(taken.map((lot) => [lot.lot_no, lot]))
  const byNumber = new Map<string, LotId[]>()
  for (const lot of document.lots) {
    byNumber.set(lot.lot_no, [...(byNumber.get(lot.lot_no) ?? []), lot.id])
    const error = (kind: 'lot_no_empty' | 'lot_no_long' | 'motor_cells') =>
      found.push({ kind, severity: 'error', lots: [lot.id] })
    const taken_by = taken_by_number.get(lot.lot_no)
    if (lot.lot_no.trim() === '') error('lot_no_empty')
    else if ([...lot.lot_no].length > 32) error('lot_no_long')
    else if (taken_by) found.push({ kind: 'taken', severity: 'error', lots: [lot.id], taken_by })
    if (motorCellsIssue(lot.motor_num)) error('motor_cells')
    const shape = shapeFinding(document, lot.id, size)
    if (shape) found.push(shape)
  }
  for (const [number, lots] of byNumber) {
    if (number.trim() !== '' && lots.length > 1) found.push({ kind: 'duplicate', severity: 'error', lots })
  }
  return [...found, ...overlaps(document, size)]
}

const isWrong = (outline: readonly (readonly [number, number])[]): boolean =>
  outline.some(([x, y]) => x < 0 || x > 1 || y < 0 || y > 1) ||
  crossesItself(outline) ||
  polygonIssue(outline.map(([x, y]): [number, number] => [x, y])) !== undefined

/** The first problem of one outline: outside the picture, self-crossing, too thin, too small. */
export function shapeFinding(document: SceneDocument, id: LotId, size: Size): Finding | undefined {
  const lot = document.lots.find((one) => one.id === id)
  if (!lot) return undefined
  const lots = [id]
  const shares = outlineOf(document, lot)
  if (shares.some(([x, y]) => x < 0 || x > 1 || y < 0 || y > 1))
    return { kind: 'outside', severity: 'error', lots }
  if (crossesItself(shares)) return { kind: 'crossing', severity: 'error', lots }
  const points = outlineIn(document, lot, size)
  const area = Math.abs(areaOf(points))
  if (area < min_area_px || polygonIssue(shares)) return { kind: 'sliver', severity: 'error', lots }
  const around = points.reduce(
    (sum, [x, y], i) =>
      sum + Math.hypot(points[(i + 1) % points.length]![0] - x, points[(i + 1) % points.length]![1] - y),
    0,
  )
  // The rectangle with the same area and perimeter: its sides estimate the length and width of a slanted lot.
  const root = Math.sqrt(Math.max(0, (around / 4) ** 2 - area))
  const [height, width] = [around / 4 - root, around / 4 + root].map(Math.round) as [number, number]
  if (height < 2) return { kind: 'sliver', severity: 'error', lots }
  return width < small_px ? { kind: 'small', severity: 'warning', lots, width, height } : undefined
}

function overlaps(document: SceneDocument, size: Size): Finding[] {
  const outlines = document.lots.map((lot) => {
    const points = outlineIn(document, lot, size)
    return { id: lot.id, points, box: boxOf(points), area: Math.abs(areaOf(points)) }
  })
  const found: Finding[] = []
  // 200 lots make 19,900 pairs; comparing bounding boxes first excludes nearly all of them.
  for (const [i, one] of outlines.entries())
    for (let at = i + 1; at < outlines.length; at++) {
      const other = outlines[at]!
      if (
        boxesMeet(one.box, other.box) &&
        overlapOf(one.points, other.points) > overlap_share * Math.min(one.area, other.area)
      )
        found.push({ kind: 'overlap', severity: 'warning', lots: [one.id, other.id] })
    }
  return found
}
