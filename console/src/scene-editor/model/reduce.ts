/** Everything that can happen to the editor, and what becomes of it. */
import { carryOut, escape, nudge, placeAtHover, remove, select, settled, takeBack } from './actions.ts'
import type { Taken } from './checks.ts'
import { mirror, paste, type Clip } from './clip.ts'
import type { Command } from './commands.ts'
import type { SceneDocument } from './document.ts'
import { closeLot } from './drawing.ts'
import type { Editor, Selection, Shape, StripPlan } from './editor.ts'
import { screen, type ScreenPoint, type Size } from './geometry.ts'
import { redo, undo, type Run } from './history.ts'
import { reducePointer, type PointerHappening } from './pointer.ts'
import { layStrip } from './strip.ts'
import { fit, panBy, zoomAt } from './view.ts'

export type BusEvents =
  | PointerHappening
  | { readonly kind: 'do'; readonly command: Command; readonly run?: Run }
  | {
      readonly kind:
        'undo' | 'redo' | 'remove' | 'close' | 'escape' | 'fit' | 'take_back' | 'place' | 'mirror'
    }
  | { readonly kind: 'nudge'; readonly by: readonly [number, number]; readonly at: number }
  | { readonly kind: 'select'; readonly selection: Selection; readonly show?: boolean }
  | { readonly kind: 'tool'; readonly tool: 'select' | Shape }
  /** How the strip that is drawn is to be cut and numbered. */
  | { readonly kind: 'plan'; readonly changes: Partial<StripPlan> }
  | { readonly kind: 'paste'; readonly clip: Clip }
  | { readonly kind: 'zoom'; readonly factor: number; readonly at?: ScreenPoint }
  | { readonly kind: 'pan'; readonly by: readonly [number, number] }
  | { readonly kind: 'stage'; readonly stage: Size }
  | { readonly kind: 'size'; readonly size: Size }
  | { readonly kind: 'taken'; readonly taken: readonly Taken[] }
  | { readonly kind: 'saved'; readonly document: SceneDocument }

/** The editor after what happened. */
export function reduce(editor: Editor, event: BusEvents): Editor {
  switch (event.kind) {
    case 'down':
    case 'move':
    case 'up':
    case 'cancel':
    case 'leave':
      return reducePointer(editor, event)
    case 'do':
      return carryOut(editor, event.command, event.run)
    case 'undo':
      // While drawing, undo takes back the last corner: that is what was done last.
      return editor.tool.kind === 'strip' || (editor.tool.kind === 'draw' && editor.tool.corners.length > 0)
        ? takeBack(editor)
        : settled({ ...editor, history: undo(editor.history) })
    case 'redo':
      return settled({ ...editor, history: redo(editor.history) })
    case 'take_back':
      return takeBack(editor)
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
      return command ? carryOut(editor, command) : editor
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
      // A new picture of the same size leaves the view alone.
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
