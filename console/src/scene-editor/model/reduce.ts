/** Every event of the editor and the state that results from it. */
import {
  execute,
  escape,
  nudge,
  placeAtHover,
  remove,
  select,
  pruneSelection,
  removeLastCorner,
} from './actions.ts'
import type { Taken } from './lot-rules.ts'
import { mirror, paste, type Clip } from './clip.ts'
import type { Command } from './commands.ts'
import type { SceneDocument } from './document.ts'
import { closeLot } from './drawing.ts'
import type { Editor, Selection, Shape, StripPlan } from './editor.ts'
import { screen, type ScreenPoint, type Size } from './geometry.ts'
import { redo, undo, type UndoGroup } from './history.ts'
import { reducePointer, type EditorPointerEvent } from './pointer.ts'
import { layStrip } from './strip.ts'
import { fit, panBy, zoomAt } from './view.ts'

export type EditorEvent =
  | EditorPointerEvent
  | { readonly kind: 'do'; readonly command: Command; readonly group?: UndoGroup }
  | {
      readonly kind:
        | 'undo'
        | 'redo'
        | 'remove'
        | 'close'
        | 'escape'
        | 'fit'
        | 'remove_last_corner'
        | 'place'
        | 'mirror'
    }
  | { readonly kind: 'nudge'; readonly by: readonly [number, number]; readonly at: number }
  | { readonly kind: 'select'; readonly selection: Selection; readonly show?: boolean }
  | { readonly kind: 'tool'; readonly tool: 'select' | Shape }
  /** Changes how the drawn strip will be cut and numbered. */
  | { readonly kind: 'plan'; readonly changes: Partial<StripPlan> }
  | { readonly kind: 'paste'; readonly clip: Clip }
  | { readonly kind: 'zoom'; readonly factor: number; readonly at?: ScreenPoint }
  | { readonly kind: 'pan'; readonly by: readonly [number, number] }
  | { readonly kind: 'stage'; readonly stage: Size }
  | { readonly kind: 'size'; readonly size: Size }
  | { readonly kind: 'taken'; readonly taken: readonly Taken[] }
  | { readonly kind: 'saved'; readonly document: SceneDocument }

/** Returns the state after the event. */
export function reduce(editor: Editor, event: EditorEvent): Editor {
  switch (event.kind) {
    case 'down':
    case 'move':
    case 'up':
    case 'cancel':
    case 'leave':
      return reducePointer(editor, event)
    case 'do':
      return execute(editor, event.command, event.group)
    case 'undo':
      // While drawing, undo removes the last corner.
      return editor.tool.kind === 'strip' || (editor.tool.kind === 'draw' && editor.tool.corners.length > 0)
        ? removeLastCorner(editor)
        : pruneSelection({ ...editor, history: undo(editor.history) })
    case 'redo':
      return pruneSelection({ ...editor, history: redo(editor.history) })
    case 'remove_last_corner':
      return removeLastCorner(editor)
    case 'place':
      return placeAtHover(editor)
    case 'remove':
      return remove(editor)
    case 'close':
      if (editor.tool.kind === 'strip') return layStrip(editor)
      return editor.tool.kind === 'draw' && editor.tool.shape !== 'strip'
        ? closeLot(editor, editor.tool.corners)
        : editor
    case 'paste':
      return paste(editor, event.clip)
    case 'mirror': {
      const command = mirror(editor)
      return command ? execute(editor, command) : editor
    }
    case 'plan':
      return editor.tool.kind === 'strip'
        ? { ...editor, tool: { ...editor.tool, plan: { ...editor.tool.plan, ...event.changes } } }
        : editor
    case 'escape':
      return escape(editor)
    case 'nudge':
      return nudge(editor, event.by, event.at)
    case 'select':
      return select(editor, event.selection, event.show === true)
    case 'tool':
      return {
        ...editor,
        gesture: { kind: 'idle' },
        tool:
          event.tool === 'select'
            ? { kind: 'select' }
            : {
                kind: 'draw',
                shape: event.tool,
                corners: editor.tool.kind === 'draw' ? editor.tool.corners : [],
              },
      }
    case 'zoom':
      return {
        ...editor,
        fitted: false,
        view: zoomAt(editor.view, event.at ?? centre(editor.stage), event.factor, editor.stage, editor.size),
      }
    case 'pan':
      return { ...editor, fitted: false, view: panBy(editor.view, event.by, editor.stage, editor.size) }
    case 'fit':
      return { ...editor, fitted: true, view: fit(editor.stage, editor.size) }
    case 'stage': {
      const shift = [
        (event.stage.width - editor.stage.width) / 2,
        (event.stage.height - editor.stage.height) / 2,
      ] as const
      return {
        ...editor,
        stage: event.stage,
        view: editor.fitted
          ? fit(event.stage, editor.size)
          : panBy(editor.view, shift, event.stage, editor.size),
      }
    }
    case 'size':
      // A new picture of the same size keeps the view.
      if (event.size.width === editor.size.width && event.size.height === editor.size.height) return editor
      return {
        ...editor,
        size: { width: event.size.width, height: event.size.height },
        fitted: true,
        view: fit(editor.stage, event.size),
      }
    case 'taken':
      return { ...editor, taken: event.taken }
    case 'saved':
      return { ...editor, saved: event.document }
  }
}

const centre = (stage: Size): ScreenPoint => screen(stage.width / 2, stage.height / 2)
