/**
 * The whole editor state as one value: document, history, selection, gesture, view. reduce.ts computes the
 * next state. It uses no DOM, clock or storage, so tests can drive it as users do.
 */
import type { Taken } from './lot-rules.ts'
import { apply, type Command, type Corner } from './commands.ts'
import { pointOf, type LotId, type PointId, type SceneDocument } from './document.ts'
import type { ScreenPoint, SharePoint, Size, View } from './geometry.ts'
import { createHistory, type History } from './history.ts'
import type { InputKind, Target } from './hit.ts'
import { fit } from './view.ts'

export type Selection =
  | { readonly kind: 'none' }
  | { readonly kind: 'lots'; readonly lots: readonly LotId[] }
  | { readonly kind: 'corner'; readonly lot: LotId; readonly point: PointId }

/** How a strip is cut and numbered. `first` is text, so that 01 keeps its leading zero. */
export type StripPlan = {
  readonly count: number
  readonly prefix: string
  readonly first: string
  readonly step: number
  /** Numbering starts at the end where the drawing ended. */
  readonly reversed: boolean
  /** Cut across the shorter sides instead of the longer ones. */
  readonly turned: boolean
}

/** `strip`: a quad along the kerb that is then cut into lots. */
/** `focus`, `mark`: outlines of the scene itself, drawn like polygons. */
export type Shape = 'quad' | 'polygon' | 'strip' | 'focus' | 'mark'
/** Shapes with four corners, which may be clicked in any order. */
export const isQuad = (shape: Shape): boolean => shape === 'quad' || shape === 'strip'
/** Limit of the contract. */
export const max_marks = 8
export type Tool =
  | { readonly kind: 'select' }
  | { readonly kind: 'draw'; readonly shape: Shape; readonly corners: readonly Corner[] }
  /** A drawn strip: its four corners in outline order, and the plan for cutting it. */
  | { readonly kind: 'strip'; readonly corners: readonly Corner[]; readonly plan: StripPlan }

export type Gesture =
  | { readonly kind: 'idle' }
  /** Pressed, but not yet moved far enough to be a drag. */
  | {
      readonly kind: 'pressing'
      readonly pointer: number
      readonly from: ScreenPoint
      readonly target: Target
      readonly input: InputKind
      readonly add: boolean
    }
  /** Pressed with the drawing tool: the corner is placed where the pointer is released. */
  | {
      readonly kind: 'placing'
      readonly pointer: number
      readonly from: ScreenPoint
      readonly input: InputKind
    }
  | {
      readonly kind: 'dragging_corner'
      readonly pointer: number
      readonly base: Command | undefined
      readonly lot: LotId
      readonly point: PointId
      readonly grip: readonly [number, number]
      readonly onto: PointId | undefined
      readonly command: Command
      readonly preview: SceneDocument
      readonly input: InputKind
    }
  | {
      readonly kind: 'dragging_lots'
      readonly pointer: number
      readonly lots: readonly LotId[]
      readonly from: ScreenPoint
      readonly command: Command
      readonly preview: SceneDocument
    }
  /** Dragging a corner of a strip before it is cut. */
  | {
      readonly kind: 'dragging_strip'
      readonly pointer: number
      readonly corner: number
      readonly grip: readonly [number, number]
    }
  | { readonly kind: 'panning'; readonly pointer: number; readonly from: ScreenPoint; readonly view: View }
  | {
      readonly kind: 'pinching'
      readonly pointers: readonly [number, number]
      readonly from: readonly [ScreenPoint, ScreenPoint]
      readonly view: View
    }

/** The pointer's position, the target below it, and where a corner would be placed. */
export type Hover = {
  readonly at: ScreenPoint
  readonly over: Target
  readonly place: SharePoint
  readonly onto: PointId | undefined
  readonly input: InputKind
}

export type Editor = {
  readonly history: History
  /** The document as stored on the device. */
  readonly saved: SceneDocument
  readonly selection: Selection
  readonly tool: Tool
  readonly gesture: Gesture
  readonly hover: Hover | undefined
  /** Positions of the touches on the stage, for pinching. */
  readonly fingers: Readonly<Record<number, ScreenPoint>>
  readonly view: View
  /** Whether the picture is fitted to the stage, also on resize; false once the user zooms or pans. */
  readonly fitted: boolean
  readonly stage: Size
  readonly size: Size
  readonly taken: readonly Taken[]
  /** The lot number after which the first lot is numbered if the scene has no lots yet. */
  readonly after: string | undefined
}

/**
 * The initial state. `size`: of the reference picture, in pixels. `taken`: lot numbers of other scenes.
 * `after`: the lot number to continue from in a scene without lots.
 */
export function createEditor(
  document: SceneDocument,
  size: Size,
  taken: readonly Taken[] = [],
  after?: string,
): Editor {
  const stage = { width: 800, height: 450 }
  return {
    history: createHistory(document),
    saved: document,
    selection: { kind: 'none' },
    tool: { kind: 'select' },
    gesture: { kind: 'idle' },
    hover: undefined,
    fingers: {},
    view: fit(stage, size),
    fitted: true,
    stage,
    size,
    taken,
    after,
  }
}

/** The document to draw, including the preview of a drag in progress. */
export const previewDocument = ({ gesture, history }: Editor): SceneDocument =>
  gesture.kind === 'dragging_corner' || gesture.kind === 'dragging_lots' ? gesture.preview : history.document

/** The selected lots; a selected corner selects its lot. */
export const selectedLots = ({ selection }: Pick<Editor, 'selection'>): readonly LotId[] =>
  selection.kind === 'lots' ? selection.lots : selection.kind === 'corner' ? [selection.lot] : []

/** The lots shown as selected: none while a new lot is drawn. */
export const shownSelected = (editor: Editor): readonly LotId[] =>
  editor.tool.kind === 'draw' && editor.tool.corners.length > 0 ? [] : selectedLots(editor)

/** The ids of `shownSelected`, separated by spaces: the same text while the same lots are selected. */
export const selectedIds = (editor: Editor): string => shownSelected(editor).join(' ')

/** The lot under the pointer. */
export const hoveredLot = ({ hover }: Editor): LotId | undefined =>
  hover?.over.kind === 'lot' ? hover.over.lot : undefined

/** The position of a corner being drawn. */
export const placeOf = (editor: Editor, corner: Corner): SharePoint =>
  corner.kind === 'new' ? corner.at : pointOf(editor.history.document, corner.point)

/** The document after a command that a drag only previews. */
export const previewOf = (editor: Editor, command: Command): SceneDocument =>
  apply(editor.history.document, command)
