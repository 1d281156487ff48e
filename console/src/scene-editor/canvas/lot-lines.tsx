/** The lines of one lot, and its geometry on the picture. */
import { scene_type } from '@parking/contract/core/codes.ts'
import { motor_cells } from '@parking/contract/core/limits.ts'
import { pointOf, type Lot, type PointId, type SceneDocument } from '../model/document.ts'
import { toPicture, type PicturePoint, type SharePoint, type Size } from '../model/geometry.ts'
import { boxOf, labelPoint } from '../model/polygon.ts'
import { cutStrip } from '../model/strip.ts'
import styles from './stage.module.css'

/** Rounds the scale to steps of about a quarter, so that not every turn of the wheel renders the lots. */
export const stepOf = (scale: number): number => 2 ** (Math.round(Math.log2(scale) * 3) / 3)

/**
 * In screen pixels. A narrower lot shows its number only under the pointer, because it would cover the lot.
 */
export const label_needs_px = 26

/** Number of motorcycles side by side in a lot (spec §5: 1 to 32); 1 in a scene of cars. */
export const cellsOf = ({ scene }: SceneDocument, lot: Lot): number =>
  scene.scene_type === scene_type.motorcycle ? lot.motor_num : 1

export function LotLines({ shape, cells }: { shape: DrawnLot; cells: number }) {
  return (
    <>
      <polygon className={styles.halo} points={shape.points} />
      <polygon className={styles.line} points={shape.points} />
      {cells > 1 && <path className={styles.cells} d={cellLines(shape.outline, cells)} />}
    </>
  )
}

export type DrawnLot = {
  readonly outline: readonly PicturePoint[]
  readonly points: string
  readonly label: readonly [number, number]
  readonly width: number
}

const known = new WeakMap<
  readonly PointId[],
  { readonly from: readonly SharePoint[]; readonly size: Size; readonly drawn: DrawnLot }
>()

/**
 * The geometry of a lot on the picture. Returns the previous object if no corner moved, so that `memo` skips
 * the lot.
 */
export function drawnOf(document: SceneDocument, lot: Lot, size: Size): DrawnLot {
  const from = lot.corners.map((corner) => pointOf(document, corner))
  const old = known.get(lot.corners)
  if (old && old.size === size && old.from.every((at, i) => at === from[i])) return old.drawn
  const drawn = draw(from, size)
  known.set(lot.corners, { from, size, drawn })
  return drawn
}

export function draw(from: readonly SharePoint[], size: Size): DrawnLot {
  const outline = from.map((at) => toPicture(at, size))
  const box = boxOf(outline)
  const [x, y] = labelPoint(outline)
  return {
    outline,
    points: outline.map((at) => `${at[0].toFixed(2)},${at[1].toFixed(2)}`).join(' '),
    label: [x, y],
    width: Math.max(box.right - box.left, box.bottom - box.top),
  }
}

const pathPoint = ([x, y]: PicturePoint): string => `${x.toFixed(1)} ${y.toFixed(1)}`

/** Lines between a lot's motorcycle cells in perspective; empty unless the lot has four corners. */
function cellLines(outline: readonly PicturePoint[], cells: number): string {
  const [a, b, c, d] = outline
  const rows =
    a && b && c && d && outline.length === 4
      ? cutStrip([a, b, c, d], Math.min(cells, motor_cells.max), false)
      : undefined
  if (!rows) return ''
  const [near, far] = rows
  return near
    .slice(1, -1)
    .map((from, i) => `M${pathPoint(from)}L${pathPoint(far[i + 1]!)}`)
    .join('')
}
