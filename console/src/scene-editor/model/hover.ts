/** What the pointer (or the keyboard's cross) is over, and where a corner would fall. */
import { pointOf } from './document.ts'
import { selectedLots, shown, type Editor, type Hover } from './editor.ts'
import { shareUnder, type ScreenPoint } from './geometry.ts'
import { hit, type Reach, type Target } from './hit.ts'
import { snapAt } from './snap.ts'

/** `free`: nothing snaps. */
export function hoverAt(editor: Editor, at: ScreenPoint, reach: Reach, free: boolean): Hover {
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
      ? hit(shown(editor), at, view, size, selectedLots(editor), reach)
      : { kind: 'nothing' }
  return { at, over, place: onto ? pointOf(document, onto) : shareUnder(at, view, size), onto, reach }
}
