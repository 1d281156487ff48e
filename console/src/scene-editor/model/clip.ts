/** Lots on their way elsewhere: copied, and pasted into this scene, another one, or another camera's. Borders that they share go with them. */
import type { Command } from './commands.ts'
import {
  outlineOf,
  pointOf,
  type LotAttributes,
  type LotId,
  type PointId,
  type SceneDocument,
} from './document.ts'
import { selectedLots, type Editor } from './editor.ts'
import { moved, moveInside, type SharePoint } from './geometry.ts'
import { perform } from './history.ts'
import { nextLotNo } from './lot-numbers.ts'

/** Corners once, and each lot by their places in that list. Shares of the picture, so that a clip fits pictures of any size. */
export type Clip = {
  readonly points: readonly SharePoint[]
  readonly lots: readonly { readonly corners: readonly number[]; readonly attributes: LotAttributes }[]
}

/** So far from the original, of the picture, does a copy in the same place fall: to be seen, and near. */
const aside = [0.02, 0.03] as const

/** The selected lots; undefined where none is. */
export function clipOf(document: SceneDocument, chosen: readonly LotId[]): Clip | undefined {
  const lots = document.lots.filter((lot) => chosen.includes(lot.id))
  if (lots.length === 0) return undefined
  const ids = [...new Set(lots.flatMap((lot) => lot.corners))]
  return {
    points: ids.map((id) => pointOf(document, id)),
    lots: lots.map(({ id: _, corners, ...attributes }) => ({
      corners: corners.map((corner) => ids.indexOf(corner)),
      attributes,
    })),
  }
}

/** Lays a clip down where it was taken from, or beside lots that are there already. Numbers that are taken give way to the next free ones. */
export function paste(editor: Editor, { points, lots }: Clip): Editor {
  const {
    history: { document },
    taken,
  } = editor
  const places = new Set(document.lots.map((lot) => String(outlineOf(document, lot))))
  let put = points
  // As often as it takes: each paste of the same lots falls beside the one before.
  for (
    let i = 0;
    i < 50 && lots.some(({ corners }) => places.has(String(corners.map((at) => put[at]!))));
    i++
  ) {
    const by = moveInside(put, aside)
    const other = by[0] === 0 && by[1] === 0 ? moveInside(put, [-aside[0], -aside[1]]) : by
    put = put.map((at) => moved(at, other))
  }
  const numbers = new Set([...document.lots, ...taken].map((lot) => lot.lot_no))
  const named = lots.map(({ corners, attributes }) => {
    const lot_no =
      attributes.lot_no.trim() !== '' && numbers.has(attributes.lot_no)
        ? nextLotNo(attributes.lot_no, numbers)
        : attributes.lot_no
    numbers.add(lot_no)
    return { corners, attributes: { ...attributes, lot_no } }
  })
  const command: Command = { kind: 'add_lots', corners: put.map((at) => ({ kind: 'new', at })), lots: named }
  const history = perform(editor.history, command)
  if (history === editor.history) return editor
  return {
    ...editor,
    history,
    tool: { kind: 'select' },
    gesture: { kind: 'idle' },
    selection: { kind: 'lots', lots: history.document.lots.slice(-lots.length).map(({ id }) => id) },
  }
}

/** The places of the selected lots' corners when they are mirrored left to right; they stay where they are as a whole. */
export function mirror(editor: Editor): Command | undefined {
  const { document } = editor.history
  const lots = document.lots.filter((lot) => selectedLots(editor).includes(lot.id))
  if (lots.length === 0) return undefined
  const ids: PointId[] = [...new Set(lots.flatMap((lot) => lot.corners))]
  const xs = ids.map((id) => pointOf(document, id)[0])
  const across = Math.min(...xs) + Math.max(...xs)
  const mirrored = ids.map((id): [PointId, SharePoint] => {
    const at = pointOf(document, id)
    return [id, moved(at, [across - 2 * at[0], 0])]
  })
  return { kind: 'place_lots', lots: lots.map(({ id }) => id), points: Object.fromEntries(mirrored) }
}
