/**
 * Copied lots, to be pasted into this scene, another scene or another camera's. Shared borders stay shared.
 */
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
import { translate, clampMove, type SharePoint } from './geometry.ts'
import { perform } from './history.ts'
import { nextLotNo } from './lot-numbers.ts'

/**
 * `corners` are indices into `points`. Points are shares of the picture, so a clip fits a picture of any
 * size.
 */
export type Clip = {
  readonly points: readonly SharePoint[]
  readonly lots: readonly { readonly corners: readonly number[]; readonly attributes: LotAttributes }[]
}

/** Offset of a copy pasted onto its original, in shares of the picture. */
const paste_offset = [0.02, 0.03] as const

/** The given lots as a clip; undefined if there are none. */
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

/**
 * Pastes a clip in its original position, or offset if those lots are already there. Numbers in use are
 * replaced by the next free ones.
 */
export function paste(editor: Editor, { points, lots }: Clip): Editor {
  const {
    history: { document },
    taken,
  } = editor
  const places = new Set(document.lots.map((lot) => String(outlineOf(document, lot))))
  let pasted = points
  // Each paste of the same lots is offset from the previous one.
  for (
    let i = 0;
    i < 50 && lots.some(({ corners }) => places.has(String(corners.map((at) => pasted[at]!))));
    i++
  ) {
    const by = clampMove(pasted, paste_offset)
    const other = by[0] === 0 && by[1] === 0 ? clampMove(pasted, [-paste_offset[0], -paste_offset[1]]) : by
    pasted = pasted.map((at) => translate(at, other))
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
  const command: Command = {
    kind: 'add_lots',
    corners: pasted.map((at) => ({ kind: 'new', at })),
    lots: named,
  }
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

/** The command that mirrors the selected lots horizontally in place. */
export function mirror(editor: Editor): Command | undefined {
  const { document } = editor.history
  const lots = document.lots.filter((lot) => selectedLots(editor).includes(lot.id))
  if (lots.length === 0) return undefined
  const ids: PointId[] = [...new Set(lots.flatMap((lot) => lot.corners))]
  const xs = ids.map((id) => pointOf(document, id)[0])
  const across = Math.min(...xs) + Math.max(...xs)
  const mirrored = ids.map((id): [PointId, SharePoint] => {
    const at = pointOf(document, id)
    return [id, translate(at, [across - 2 * at[0], 0])]
  })
  return { kind: 'place_lots', lots: lots.map(({ id }) => id), points: Object.fromEntries(mirrored) }
}
