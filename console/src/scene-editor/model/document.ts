/**
 * What is being edited: a scene whose lots hold *corners by name*. Adjoining lots share a corner by naming the same point,
 * so that moving it moves both and no sliver opens between them. Everything is readonly; commands.ts makes the next document.
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
  /** The part that is looked at, and marks that never move (docs/decisions/0003). */
  readonly kept: Pick<WireBody, 'feature' | 'focus'>
  /** The number of the next point or lot, so that a document says by itself what its next names are. */
  readonly next: number
}

/** Corners of different lots closer than this, in pixels of the reference picture, are one corner: what was shared when saved is shared again. */
const same_corner_px = 0.5

/** A scene that does not exist yet. */
export const emptyDocument = (scene: SceneAttributes): SceneDocument => ({
  scene,
  points: {},
  lots: [],
  kept: {},
  next: 1,
})

/** The document of a scene as the device has it. */
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
          distance(toPicture(points[id]!, size), toPicture(at, size)) < same_corner_px,
      )
      const id: PointId = near ?? `p${next++}`
      if (!near) points[id] = at
      corners.push(id)
    }
    return { id: `l${next++}`, ...attributes, corners }
  })
  return { scene: { scene_type, enabled, parking_no, direction }, points, lots, kept, next }
}

/** The scene's part of `add_update_scene`. Places are held inside the picture: checks.ts has refused what lies outside before. */
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

/** The lots that have this corner. */
export const lotsAt = (document: SceneDocument, point: PointId): Lot[] =>
  document.lots.filter((lot) => lot.corners.includes(point))

/** True when two documents would be saved alike. */
export const sameDocument = (one: SceneDocument, other: SceneDocument): boolean =>
  one === other || textOf(one) === textOf(other)

const texts = new WeakMap<SceneDocument, string>()

/** What a document says, without the names of its points and lots. Remembered, because documents never change. */
export function textOf(document: SceneDocument): string {
  const known = texts.get(document)
  if (known !== undefined) return known
  const text = JSON.stringify([
    document.scene,
    document.kept,
    document.lots.map(({ id: _, corners, ...attributes }) => [
      attributes,
      corners.map((id) => pointOf(document, id)),
    ]),
  ])
  texts.set(document, text)
  return text
}
