/**
 * Every change of a document is a command, a plain object. `apply` returns the next document, or the same one
 * if the command has no effect. Long because every command is next to its implementation.
 */
import { clampMove, translate, type SharePoint } from './geometry.ts'
import {
  lotOf,
  lotsAt,
  pointOf,
  type Lot,
  type LotAttributes,
  type LotId,
  type PointId,
  type SceneAttributes,
  type SceneDocument,
} from './document.ts'

/** A new corner, or an existing corner of another lot. */
export type Corner =
  | { readonly kind: 'new'; readonly at: SharePoint }
  | { readonly kind: 'shared'; readonly point: PointId }

export type Command =
  | { readonly kind: 'add_lot'; readonly corners: readonly Corner[]; readonly attributes: LotAttributes }
  /** Several lots over one list of corners, given by index, so that neighbours share corners. */
  | {
      readonly kind: 'add_lots'
      readonly corners: readonly Corner[]
      readonly lots: readonly { readonly corners: readonly number[]; readonly attributes: LotAttributes }[]
    }
  | { readonly kind: 'remove_lots'; readonly lots: readonly LotId[] }
  /** Moves a corner in every lot that shares it. */
  | { readonly kind: 'move_point'; readonly point: PointId; readonly to: SharePoint }
  /** Merges two corners: every lot of `point` uses `into` instead. */
  | { readonly kind: 'link_point'; readonly point: PointId; readonly into: PointId }
  /** Gives a lot its own copy of a shared corner. */
  | { readonly kind: 'unlink_point'; readonly lot: LotId; readonly point: PointId }
  /** Moves whole lots and separates them from neighbours that do not move. */
  | { readonly kind: 'move_lots'; readonly lots: readonly LotId[]; readonly by: readonly [number, number] }
  /**
   * Sets new positions for the corners of whole lots and separates them from neighbours that do not change.
   */
  | {
      readonly kind: 'place_lots'
      readonly lots: readonly LotId[]
      readonly points: Readonly<Record<PointId, SharePoint>>
    }
  /** Inserts a corner on the edge that starts at corner `edge`, in both lots if two lots share the edge. */
  | { readonly kind: 'insert_point'; readonly lot: LotId; readonly edge: number; readonly at: SharePoint }
  | { readonly kind: 'remove_point'; readonly lot: LotId; readonly point: PointId }
  /** Sets the whole outline (lot table). Corners that did not move stay shared. */
  | { readonly kind: 'set_outline'; readonly lot: LotId; readonly to: readonly SharePoint[] }
  | { readonly kind: 'set_lots'; readonly lots: readonly LotId[]; readonly changes: Partial<LotAttributes> }
  | { readonly kind: 'set_scene'; readonly changes: Partial<SceneAttributes> }
  /** The focus area of the picture; null for the whole picture. */
  | { readonly kind: 'set_focus'; readonly to: readonly SharePoint[] | null }
  /** The fixed marks. */
  | { readonly kind: 'set_marks'; readonly to: readonly (readonly SharePoint[])[] }
  /** Replaces the whole document by a restored draft. */
  | { readonly kind: 'replace'; readonly document: SceneDocument }
  /** Several commands that are undone as one step. */
  | { readonly kind: 'several'; readonly commands: readonly Command[] }

/** Limits of the contract (`polygonIssue`). */
export const corner_count = { min: 3, max: 64 } as const

/** Returns the document after the command. */
export function apply(document: SceneDocument, command: Command): SceneDocument {
  switch (command.kind) {
    case 'add_lot':
      return addLots(document, command.corners, [
        { corners: [...command.corners.keys()], attributes: command.attributes },
      ])
    case 'add_lots':
      return addLots(document, command.corners, command.lots)
    case 'remove_lots': {
      const lots = document.lots.filter((lot) => !command.lots.includes(lot.id))
      return lots.length === document.lots.length ? document : withoutUnusedPoints({ ...document, lots })
    }
    case 'move_point': {
      const from = document.points[command.point]
      if (!from || (from[0] === command.to[0] && from[1] === command.to[1])) return document
      return { ...document, points: { ...document.points, [command.point]: command.to } }
    }
    case 'link_point': {
      const { point, into } = command
      const lots = lotsAt(document, point)
      if (
        point === into ||
        !document.points[into] ||
        lots.length === 0 ||
        lots.some((lot) => lot.corners.includes(into))
      )
        return document
      return withoutUnusedPoints(
        changeLots(document, lots, (lot) => lot.corners.map((id) => (id === point ? into : id))),
      )
    }
    case 'unlink_point': {
      const lot = lotOf(document, command.lot)
      if (!lot?.corners.includes(command.point) || lotsAt(document, command.point).length < 2) return document
      return ownCorners(document, lot, [command.point])
    }
    case 'move_lots':
      return moveLots(document, command.lots, command.by)
    case 'place_lots':
      return placeLots(document, command.lots, (id) => command.points[id] ?? pointOf(document, id))
    case 'insert_point':
      return insertPoint(document, command.lot, command.edge, command.at)
    case 'remove_point':
      return removePoint(document, command.lot, command.point)
    case 'set_outline':
      return setOutline(document, command.lot, command.to)
    case 'set_lots': {
      const touched = document.lots.filter(
        (lot) => command.lots.includes(lot.id) && differs(lot, command.changes),
      )
      if (touched.length === 0) return document
      return {
        ...document,
        lots: document.lots.map((lot) => (touched.includes(lot) ? { ...lot, ...command.changes } : lot)),
      }
    }
    case 'set_scene':
      return differs(document.scene, command.changes)
        ? { ...document, scene: { ...document.scene, ...command.changes } }
        : document
    case 'set_focus':
      return withKept(document, { focus: command.to && wireOutline(command.to) })
    case 'set_marks':
      return withKept(document, { feature: command.to.map(wireOutline) })
    case 'replace':
      return command.document
    case 'several':
      return command.commands.reduce(apply, document)
  }
}

const wireOutline = (outline: readonly SharePoint[]): [number, number][] => outline.map(([x, y]) => [x, y])

const withKept = (document: SceneDocument, changes: Partial<SceneDocument['kept']>): SceneDocument =>
  JSON.stringify({ ...document.kept, ...changes }) === JSON.stringify(document.kept)
    ? document
    : { ...document, kept: { ...document.kept, ...changes } }

/** Adds nothing if a lot has too few corners or uses a corner twice. */
function addLots(
  document: SceneDocument,
  places: readonly Corner[],
  added: readonly { readonly corners: readonly number[]; readonly attributes: LotAttributes }[],
): SceneDocument {
  let { next } = document
  const points = { ...document.points }
  const ids = places.map((corner): PointId => {
    if (corner.kind === 'shared' && points[corner.point]) return corner.point
    const id: PointId = `p${next++}`
    points[id] = corner.kind === 'new' ? corner.at : pointOf(document, corner.point)
    return id
  })
  const lots = added.map(({ corners, attributes }): Lot => ({
    id: `l${next++}`,
    ...attributes,
    corners: corners.flatMap((at) => ids[at] ?? []),
  }))
  if (lots.some(({ corners }) => corners.length < corner_count.min || new Set(corners).size < corners.length))
    return document
  return { ...document, points, lots: [...document.lots, ...lots], next }
}

const differs = <T extends object>(item: T, changes: Partial<T>): boolean =>
  (Object.keys(changes) as (keyof T)[]).some((key) => item[key] !== changes[key])

const changeLots = (
  document: SceneDocument,
  lots: readonly Lot[],
  corners: (lot: Lot) => readonly PointId[],
): SceneDocument => ({
  ...document,
  lots: document.lots.map((lot) => (lots.includes(lot) ? { ...lot, corners: corners(lot) } : lot)),
})

/** Removes points that no lot uses. */
function withoutUnusedPoints(document: SceneDocument): SceneDocument {
  const used = new Set(document.lots.flatMap((lot) => lot.corners))
  const entries = Object.entries(document.points) as [PointId, SharePoint][]
  if (entries.every(([id]) => used.has(id))) return document
  return { ...document, points: Object.fromEntries(entries.filter(([id]) => used.has(id))) }
}

/** Replaces the `shared` corners of a lot with its own copies. */
function ownCorners(document: SceneDocument, lot: Lot, shared: readonly PointId[]): SceneDocument {
  let { next } = document
  const own = new Map(shared.map((id): [PointId, PointId] => [id, `p${next++}`]))
  const points = { ...document.points }
  for (const [id, copy] of own) points[copy] = pointOf(document, id)
  return {
    ...changeLots(document, [lot], ({ corners }) => corners.map((id) => own.get(id) ?? id)),
    points,
    next,
  }
}

function moveLots(
  document: SceneDocument,
  ids: readonly LotId[],
  wished: readonly [number, number],
): SceneDocument {
  const lots = document.lots.filter((lot) => ids.includes(lot.id))
  const by = clampMove(
    lots.flatMap((lot) => lot.corners.map((id) => pointOf(document, id))),
    wished,
  )
  return by[0] === 0 && by[1] === 0
    ? document
    : placeLots(document, ids, (id) => translate(pointOf(document, id), by))
}

function placeLots(
  document: SceneDocument,
  ids: readonly LotId[],
  placeOf: (id: PointId) => SharePoint,
): SceneDocument {
  const lots = document.lots.filter((lot) => ids.includes(lot.id))
  if (lots.length === 0) return document
  // Corners shared among the moved lots stay shared; those shared with a lot that does not move are copied.
  const staying = new Set(document.lots.filter((lot) => !ids.includes(lot.id)).flatMap((lot) => lot.corners))
  let { next } = document
  const points = { ...document.points }
  const names = new Map<PointId, PointId>()
  for (const id of new Set(lots.flatMap((lot) => lot.corners))) {
    const name: PointId = staying.has(id) ? `p${next++}` : id
    names.set(id, name)
    points[name] = placeOf(id)
  }
  return {
    ...changeLots(document, lots, (lot) => lot.corners.map((id) => names.get(id) ?? id)),
    points,
    next,
  }
}

function insertPoint(document: SceneDocument, lotId: LotId, edge: number, at: SharePoint): SceneDocument {
  const lot = lotOf(document, lotId)
  const from = lot?.corners[edge]
  const to = lot?.corners[(edge + 1) % lot.corners.length]
  if (!from || !to) return document
  const id: PointId = `p${document.next}`
  const sharing = document.lots.filter((other) => edgeBetween(other, from, to) !== -1)
  if (sharing.some((other) => other.corners.length >= corner_count.max)) return document
  const next = changeLots(document, sharing, (other) =>
    other.corners.toSpliced(edgeBetween(other, from, to) + 1, 0, id),
  )
  return { ...next, points: { ...document.points, [id]: at }, next: document.next + 1 }
}

/** The index of the edge between two corners in either direction; -1 if the lot has no such edge. */
const edgeBetween = (lot: Lot, a: PointId, b: PointId): number =>
  lot.corners.findIndex((corner, i) => {
    const following = lot.corners[(i + 1) % lot.corners.length]
    return (corner === a && following === b) || (corner === b && following === a)
  })

/**
 * Removes a corner inside a shared border from both lots; if the lots only touch at this corner, the
 * neighbour keeps it.
 */
function removePoint(document: SceneDocument, lotId: LotId, point: PointId): SceneDocument {
  const lot = lotOf(document, lotId)
  if (!lot?.corners.includes(point) || lot.corners.length <= corner_count.min) return document
  const adjacentCorners = ({ corners }: Lot) => {
    const at = corners.indexOf(point)
    return [corners.at(at - 1)!, corners[(at + 1) % corners.length]!].sort().join()
  }
  const sharing = lotsAt(document, point).filter(
    (other) =>
      other === lot ||
      (other.corners.length > corner_count.min && adjacentCorners(other) === adjacentCorners(lot)),
  )
  return withoutUnusedPoints(
    changeLots(document, sharing, ({ corners }) => corners.filter((id) => id !== point)),
  )
}

function setOutline(document: SceneDocument, lotId: LotId, to: readonly SharePoint[]): SceneDocument {
  const lot = lotOf(document, lotId)
  if (!lot || to.length < corner_count.min || to.length > corner_count.max) return document
  const stays = (i: number, id: PointId | undefined) =>
    id !== undefined &&
    to[i] !== undefined &&
    pointOf(document, id).every((value, axis) => value === to[i]![axis])
  if (to.length === lot.corners.length && lot.corners.every((id, i) => stays(i, id))) return document
  let { next } = document
  const points = { ...document.points }
  const corners = to.map((at, i): PointId => {
    const old = lot.corners[i]
    if (old !== undefined && stays(i, old)) return old
    const id: PointId = `p${next++}`
    points[id] = at
    return id
  })
  return withoutUnusedPoints({ ...changeLots(document, [lot], () => corners), points, next })
}
