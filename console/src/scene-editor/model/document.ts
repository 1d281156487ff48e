/**
 * The document being edited: a scene whose lots refer to shared corners by id. Adjoining lots share a corner,
 * so that moving it moves both and leaves no gap. Everything is readonly; commands.ts returns the next
 * document.
 */
import type { Answer, Body } from '@parking/contract/calls.ts'
import {
  distance,
  inside,
  share,
  toPicture,
  type PicturePoint,
  type SharePoint,
  type Size,
} from './geometry.ts'

export type PointId = `p${number}`
export type LotId = `l${number}`

export type WireScene = Answer<'get_scenes'>['list'][number]
export type WireBody = Body<'add_update_scene'>
export type WireLot = WireBody['lots'][number]

export type LotAttributes = Omit<WireLot, 'polygon'>
export type Lot = LotAttributes & { readonly id: LotId; readonly corners: readonly PointId[] }
export type SceneAttributes = Pick<WireBody, 'scene_type' | 'enabled' | 'parking_no' | 'direction'>

export type SceneDocument = {
  readonly scene: SceneAttributes
  readonly points: Readonly<Record<PointId, SharePoint>>
  readonly lots: readonly Lot[]
  /** The focus area and the fixed marks (docs/decisions/0003). */
  readonly kept: Pick<WireBody, 'feature' | 'focus'>
  /** Number of the next point or lot id. Part of the document, so that ids are reproducible. */
  readonly next: number
}

/**
 * In pixels of the reference picture. Corners of different lots that are closer than this were shared when
 * saved, and are shared again.
 */
const shared_corner_px = 0.5

/** The document of a new scene. */
export const emptyDocument = (scene: SceneAttributes): SceneDocument => ({
  scene,
  points: {},
  lots: [],
  kept: {},
  next: 1,
})

/** The document of a scene stored on the device. */
export function documentOf(scene: WireScene): SceneDocument {
  const size = { width: scene.ref_width, height: scene.ref_height }
  const { scene_type, enabled, parking_no, direction, feature, focus } = scene
  const kept = { ...(feature && { feature }), ...(focus !== undefined && { focus }) }
  const points: Record<PointId, SharePoint> = {}
  let next = 1
  const lots = scene.lots.map(({ polygon, ...attributes }): Lot => {
    const corners: PointId[] = []
    for (const [x, y] of polygon) {
      const at = share(x, y)
      const near = (Object.keys(points) as PointId[]).find(
        (id) =>
          !corners.includes(id) &&
          distance(toPicture(points[id]!, size), toPicture(at, size)) < shared_corner_px,
      )
      const id: PointId = near ?? `p${next++}`
      if (!near) points[id] = at
      corners.push(id)
    }
    return { id: `l${next++}`, ...attributes, corners }
  })
  return { scene: { scene_type, enabled, parking_no, direction }, points, lots, kept, next }
}

/**
 * The document's part of `add_update_scene`. Positions are clamped to the picture, although lot-rules.ts has
 * already refused any outside.
 */
export const wireOf = (document: SceneDocument, size: Size): Omit<WireBody, 'camera_sn' | 'scene_id'> => ({
  ...document.scene,
  ...document.kept,
  ref_width: size.width,
  ref_height: size.height,
  lots: document.lots.map(({ id: _, corners, ...attributes }) => ({
    ...attributes,
    polygon: corners.map((corner): [number, number] => {
      const [x, y] = inside(pointOf(document, corner))
      return [x, y]
    }),
  })),
})

/** The position of a corner; 0, 0 if the document does not have it. */
export const pointOf = (document: SceneDocument, id: PointId): SharePoint =>
  document.points[id] ?? share(0, 0)
export const lotOf = (document: SceneDocument, id: LotId): Lot | undefined =>
  document.lots.find((lot) => lot.id === id)

/** A lot's outline in shares of the picture. */
export const outlineOf = (document: SceneDocument, lot: Lot): SharePoint[] =>
  lot.corners.map((id) => pointOf(document, id))

/** A lot's outline in pixels of the reference picture. */
export const outlineIn = (document: SceneDocument, lot: Lot, size: Size): PicturePoint[] =>
  outlineOf(document, lot).map((at) => toPicture(at, size))

/** The lots that use this corner. */
export const lotsAt = (document: SceneDocument, point: PointId): Lot[] =>
  document.lots.filter((lot) => lot.corners.includes(point))

/** Whether saving either document would store the same data. Ids are ignored. */
export const isSameDocument = (one: SceneDocument, other: SceneDocument): boolean =>
  one === other ||
  (one.lots.length === other.lots.length &&
    isSameText([one.scene, one.kept], [other.scene, other.kept]) &&
    one.lots.every((lot, at) => isSameLot(one, lot, other, other.lots[at]!)))

const isSameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Unchanged lots of two versions are the same object, which keeps this fast: it runs for 200 lots at each
 * step, before the next paint.
 */
const isSameLot = (one: SceneDocument, lot: Lot, other: SceneDocument, same: Lot): boolean =>
  (lot === same || isSameText(attributesOf(lot), attributesOf(same))) &&
  lot.corners.length === same.corners.length &&
  lot.corners.every((id, at) => {
    const [here, there] = [pointOf(one, id), pointOf(other, same.corners[at]!)]
    return here === there || (here[0] === there[0] && here[1] === there[1])
  })

const attributesOf = ({ id: _, corners: __, ...attributes }: Lot): LotAttributes => attributes
