/** What the pointer or the crosshair is over, and where a corner would be placed. */
import { pointOf } from './document.ts'
import { selectedLots, previewDocument, type Editor, type Hover } from './editor.ts'
import { shareUnder, type ScreenPoint } from './geometry.ts'
import { hit, type InputKind, type Target } from './hit.ts'
import { snapAt } from './snap.ts'

/** `free`: no snapping. */
export function hoverAt(editor: Editor, at: ScreenPoint, input: InputKind, free: boolean): Hover {
  const {
    tool,
    view,
    size,
    history: { document },
  } = editor
  const drawn = new Set(
    tool.kind === 'draw'
      ? tool.corners.flatMap((corner) => (corner.kind === 'shared' ? [corner.point] : []))
      : [],
  )
  const onto = tool.kind === 'draw' && !free ? snapAt(document, at, view, size, drawn) : undefined
  const over: Target =
    tool.kind === 'select'
      ? hit(previewDocument(editor), at, view, size, selectedLots(editor), input)
      : { kind: 'nothing' }
  return { at, over, place: onto ? pointOf(document, onto) : shareUnder(at, view, size), onto, input }
}
