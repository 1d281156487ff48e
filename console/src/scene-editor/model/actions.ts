/** Editor actions other than pointer gestures: run a command, select, step out, remove, nudge. */
import type { Command } from './commands.ts'
import { lotOf, outlineIn, pointOf } from './document.ts'
import { placeCorner } from './drawing.ts'
import { selectedLots, type Editor, type Selection } from './editor.ts'
import { inside, translate, onScreen, screen, shareUnder } from './geometry.ts'
import { perform, type UndoGroup } from './history.ts'
import { hoverAt } from './hover.ts'
import { boxOf } from './polygon.ts'
import { panBy, show } from './view.ts'

/** Runs a command and ends any gesture in progress. */
export const execute = (editor: Editor, command: Command, group?: UndoGroup): Editor =>
  pruneSelection({ ...editor, gesture: { kind: 'idle' }, history: perform(editor.history, command, group) })

/** Removes lots and corners that no longer exist from the selection. */
export function pruneSelection(editor: Editor): Editor {
  const {
    selection,
    history: { document },
  } = editor
  if (selection.kind === 'corner') {
    const lot = lotOf(document, selection.lot)
    if (lot?.corners.includes(selection.point)) return editor
    return { ...editor, selection: lot ? { kind: 'lots', lots: [lot.id] } : { kind: 'none' } }
  }
  if (selection.kind === 'lots') {
    const lots = selection.lots.filter((id) => lotOf(document, id))
    if (lots.length < selection.lots.length)
      return { ...editor, selection: lots.length > 0 ? { kind: 'lots', lots } : { kind: 'none' } }
  }
  return editor
}

export function select(editor: Editor, selection: Selection, reveal: boolean): Editor {
  const next = pruneSelection({ ...editor, selection, gesture: { kind: 'idle' } })
  const points = reveal
    ? selectedLots(next).flatMap((id) =>
        outlineIn(next.history.document, lotOf(next.history.document, id)!, next.size),
      )
    : []
  if (points.length === 0) return next
  const view = show(next.view, boxOf(points), next.stage, next.size)
  return {
    ...next,
    view,
    fitted: next.fitted && view.scale === next.view.scale && view.x === next.view.x && view.y === next.view.y,
  }
}

/** Steps out one level at a time: the gesture, the corners drawn, the tool, the selection. */
export function escape(editor: Editor): Editor {
  if (editor.gesture.kind !== 'idle') return pruneSelection({ ...editor, gesture: { kind: 'idle' } })
  if (editor.tool.kind === 'draw')
    return {
      ...editor,
      tool: editor.tool.corners.length > 0 ? { ...editor.tool, corners: [] } : { kind: 'select' },
    }
  if (editor.tool.kind === 'strip') return { ...editor, tool: { kind: 'draw', shape: 'strip', corners: [] } }
  if (editor.selection.kind === 'corner')
    return { ...editor, selection: { kind: 'lots', lots: [editor.selection.lot] } }
  return { ...editor, selection: { kind: 'none' } }
}

export function remove(editor: Editor): Editor {
  const { selection, tool } = editor
  if (tool.kind === 'strip') return removeLastCorner(editor)
  if (tool.kind === 'draw' && tool.corners.length > 0) return removeLastCorner(editor)
  if (selection.kind === 'none') return editor
  return execute(
    editor,
    selection.kind === 'corner'
      ? { kind: 'remove_point', lot: selection.lot, point: selection.point }
      : { kind: 'remove_lots', lots: selection.lots },
  )
}

/** How far an arrow key pans, in screen pixels. */
const pan_step_px = 40

export function nudge(editor: Editor, by: readonly [number, number], at: number): Editor {
  const {
    selection,
    size,
    tool,
    history: { document },
  } = editor
  if (tool.kind === 'draw') return moveCrosshair(editor, by)
  if (tool.kind === 'strip') return editor
  const step = [by[0] / size.width, by[1] / size.height] as const
  switch (selection.kind) {
    case 'none':
      // Without a selection, the arrow keys pan.
      return {
        ...editor,
        fitted: false,
        view: panBy(editor.view, [-by[0] * pan_step_px, -by[1] * pan_step_px], editor.stage, editor.size),
      }
    case 'corner':
      return execute(
        editor,
        {
          kind: 'move_point',
          point: selection.point,
          to: inside(translate(pointOf(document, selection.point), step)),
        },
        { of: `nudge ${selection.point}`, at },
      )
    case 'lots':
      return execute(
        editor,
        { kind: 'move_lots', lots: selection.lots, by: step },
        { of: `nudge ${selection.lots.join()}`, at },
      )
  }
}

/** Removes the last corner drawn. */
export function removeLastCorner(editor: Editor): Editor {
  const { tool } = editor
  switch (tool.kind) {
    case 'select':
      return editor
    case 'draw':
      return { ...editor, tool: { ...tool, corners: tool.corners.slice(0, -1) } }
    case 'strip':
      return { ...editor, tool: { kind: 'draw', shape: 'strip', corners: tool.corners.slice(0, -1) } }
  }
}

/**
 * With the drawing tool, the arrow keys move a crosshair, which acts as the keyboard's pointer. It starts at
 * the pointer, or in the centre if there is none.
 */
function moveCrosshair(editor: Editor, by: readonly [number, number]): Editor {
  const { stage, view, size } = editor
  const from = editor.hover?.at ?? screen(stage.width / 2, stage.height / 2)
  const place = shareUnder(screen(from[0] + by[0] * view.scale, from[1] + by[1] * view.scale), view, size)
  // When zoomed in, the view follows the crosshair.
  const [x, y] = onScreen(place, view, size)
  const shift = [shiftOnto(x, stage.width), shiftOnto(y, stage.height)] as const
  const followed: Editor =
    shift[0] === 0 && shift[1] === 0
      ? editor
      : { ...editor, fitted: false, view: panBy(view, shift, stage, size) }
  return { ...followed, hover: hoverAt(followed, onScreen(place, followed.view, size), 'keys', false) }
}

/** Minimum distance of the crosshair from the edge of the stage, in screen pixels. */
const edge_margin_px = 8
/** How far a point at `at` must move to be on the stage, in pixels. */
const shiftOnto = (at: number, room: number): number =>
  at < edge_margin_px ? edge_margin_px - at : at > room - edge_margin_px ? room - edge_margin_px - at : 0

/** Places a corner at the crosshair or the pointer. */
export function placeAtHover(editor: Editor): Editor {
  if (editor.tool.kind !== 'draw' || !editor.hover) return editor
  const { onto, place } = editor.hover
  return placeCorner(editor, onto ? { kind: 'shared', point: onto } : { kind: 'new', at: place })
}
