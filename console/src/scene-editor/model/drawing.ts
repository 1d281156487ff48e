/** Draws a lot corner by corner. */
import { corner_count, type Corner } from './commands.ts'
import { max_marks, placeOf, type Editor, type Tool } from './editor.ts'
import { onScreen, share, type ScreenPoint } from './geometry.ts'
import { perform } from './history.ts'
import { nextAttributes } from './lot-numbers.ts'
import { untangled } from './polygon.ts'
import { firstPlan } from './strip.ts'

/**
 * In screen pixels. A click this close to the last corner finishes the outline, so that a double click closes
 * it.
 */
const double_click_px = 5
/** In screen pixels. A click this close to the first corner closes the outline. */
const closing_px = 10

/** Adds a corner: the last corner of a quad, the corner that closes the outline, or a further one. */
export function placeCorner(editor: Editor, corner: Corner): Editor {
  const { tool, view, size } = editor
  if (tool.kind !== 'draw') return editor
  const places = tool.corners.map((one) => onScreen(placeOf(editor, one), view, size))
  const at = onScreen(placeOf(editor, corner), view, size)
  const far = (other: ScreenPoint | undefined) =>
    other ? Math.hypot(other[0] - at[0], other[1] - at[1]) : Infinity
  const enough = tool.corners.length >= corner_count.min
  if (far(places.at(-1)) < double_click_px || (enough && far(places[0]) < closing_px))
    return enough && tool.shape !== 'strip' ? closeLot(editor, tool.corners) : editor
  const corners = [...tool.corners, corner]
  if (tool.shape === 'strip' && corners.length === 4) return planStrip(editor, corners)
  if ((tool.shape === 'quad' && corners.length === 4) || corners.length === corner_count.max)
    return closeLot(editor, corners)
  return { ...editor, tool: { ...tool, corners } }
}

/** Turns four corners into a strip whose cutting is then planned. */
function planStrip(editor: Editor, corners: readonly Corner[]): Editor {
  const order = untangled(corners.map((corner) => placeOf(editor, corner)))
  return {
    ...editor,
    gesture: { kind: 'idle' },
    hover: undefined,
    tool: { kind: 'strip', corners: order.map((i) => corners[i]!), plan: firstPlan(editor) },
  }
}

/** Sets the drawn outline as the focus area or as a mark; the tool then returns to selecting. */
function closeArea(editor: Editor, shape: 'focus' | 'mark', corners: readonly Corner[]): Editor {
  const to = corners.map((corner) => placeOf(editor, corner))
  const marks = (editor.history.document.kept.feature ?? []).map((mark) => mark.map(([x, y]) => share(x, y)))
  const history = perform(
    editor.history,
    shape === 'focus'
      ? { kind: 'set_focus', to }
      : { kind: 'set_marks', to: [...marks, to].slice(-max_marks) },
  )
  return { ...editor, history, tool: { kind: 'select' }, gesture: { kind: 'idle' } }
}

/** Creates a lot from the drawn outline, numbers it after the last lot, and stays ready to draw the next. */
export function closeLot(editor: Editor, corners: readonly Corner[]): Editor {
  if (corners.length < corner_count.min) return editor
  if (editor.tool.kind === 'draw' && (editor.tool.shape === 'focus' || editor.tool.shape === 'mark'))
    return closeArea(editor, editor.tool.shape, corners)
  const { document } = editor.history
  const order = untangled(corners.map((corner) => placeOf(editor, corner)))
  const drawn = perform(editor.history, {
    kind: 'add_lot',
    corners: order.map((i) => corners[i]!),
    attributes: nextAttributes(editor),
  })
  const added = drawn.document.lots.at(-1)
  const tool: Tool = editor.tool.kind === 'draw' ? { ...editor.tool, corners: [] } : editor.tool
  return {
    ...editor,
    history: drawn,
    tool,
    gesture: { kind: 'idle' },
    selection: drawn.document !== document && added ? { kind: 'lots', lots: [added.id] } : editor.selection,
  }
}
