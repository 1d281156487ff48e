/** What can be done to the editor besides pointing at it: carry out a command, select, step out, remove, nudge. */
import type { Command } from './commands.ts'
import { lotOf, outlineIn, pointOf } from './document.ts'
import { placeCorner } from './drawing.ts'
import { selectedLots, type Editor, type Selection } from './editor.ts'
import { inside, moved, onScreen, screen, shareUnder } from './geometry.ts'
import { perform, type Run } from './history.ts'
import { hoverAt } from './hover.ts'
import { boxOf } from './polygon.ts'
import { panBy, show } from './view.ts'

/** Carries a command out; whatever was dragged meanwhile is let go of. */
export const carryOut = (editor: Editor, command: Command, run?: Run): Editor =>
  settled({ ...editor, gesture: { kind: 'idle' }, history: perform(editor.history, command, run) })

/** Without a selection of what is no longer there. */
export function settled(editor: Editor): Editor {
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
  const next = settled({ ...editor, selection, gesture: { kind: 'idle' } })
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

/** One step out at a time: the drag, the corners drawn, the tool, the selection. */
export function escape(editor: Editor): Editor {
  if (editor.gesture.kind !== 'idle') return settled({ ...editor, gesture: { kind: 'idle' } })
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
  if (tool.kind === 'strip') return takeBack(editor)
  if (tool.kind === 'draw' && tool.corners.length > 0) return takeBack(editor)
  if (selection.kind === 'none') return editor
  return carryOut(
    editor,
    selection.kind === 'corner'
      ? { kind: 'remove_point', lot: selection.lot, point: selection.point }
      : { kind: 'remove_lots', lots: selection.lots },
  )
}

/** How far an arrow key looks about, in pixels of the screen. */
const look_px = 40

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
      // With nothing to nudge, the arrows look about.
      return {
        ...editor,
        fitted: false,
        view: panBy(editor.view, [-by[0] * look_px, -by[1] * look_px], editor.stage, editor.size),
      }
    case 'corner':
      return carryOut(
        editor,
        {
          kind: 'move_point',
          point: selection.point,
          to: inside(moved(pointOf(document, selection.point), step)),
        },
        { of: `nudge ${selection.point}`, at },
      )
    case 'lots':
      return carryOut(
        editor,
        { kind: 'move_lots', lots: selection.lots, by: step },
        { of: `nudge ${selection.lots.join()}`, at },
      )
  }
}

/** Takes back the last corner drawn. */
export function takeBack(editor: Editor): Editor {
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

/** With the drawing tool, the arrow keys move a cross instead: the keyboard's pointer. It starts where the pointer was, else in the middle. */
function moveCrosshair(editor: Editor, by: readonly [number, number]): Editor {
  const { stage, view, size } = editor
  const from = editor.hover?.at ?? screen(stage.width / 2, stage.height / 2)
  const place = shareUnder(screen(from[0] + by[0] * view.scale, from[1] + by[1] * view.scale), view, size)
  // Zoomed in, the picture follows the cross.
  const [x, y] = onScreen(place, view, size)
  const shift = [back(x, stage.width), back(y, stage.height)] as const
  const followed: Editor =
    shift[0] === 0 && shift[1] === 0
      ? editor
      : { ...editor, fitted: false, view: panBy(view, shift, stage, size) }
  return { ...followed, hover: hoverAt(followed, onScreen(place, followed.view, size), 'keys', false) }
}

/** How near to the rim of the stage the cross may come, in pixels of the screen. */
const rim_px = 8
/** How far what is at `at` must move to be on the stage. */
const back = (at: number, room: number): number =>
  at < rim_px ? rim_px - at : at > room - rim_px ? room - rim_px - at : 0

/** A corner falls where the cross or the pointer is. */
export function placeAtHover(editor: Editor): Editor {
  if (editor.tool.kind !== 'draw' || !editor.hover) return editor
  const { onto, place } = editor.hover
  return placeCorner(editor, onto ? { kind: 'shared', point: onto } : { kind: 'new', at: place })
}
