/**
 * The editor as one value: the document with its history, what is selected, what the pointer is doing, how the picture lies on the
 * stage. reduce.ts gives the next one for everything that can happen. No DOM, no clock, no storage: what a test plays is what a hand plays.
 */
import type { Taken } from './checks.ts'
import { apply, type Command, type Corner } from './commands.ts'
import { pointOf, type LotId, type PointId, type SceneDocument } from './document.ts'
import type { ScreenPoint, SharePoint, Size, View } from './geometry.ts'
import { startHistory, type History } from './history.ts'
import type { Reach, Target } from './hit.ts'
import { fit } from './view.ts'

export type Selection =
  | { readonly kind: 'none' }
  | { readonly kind: 'lots'; readonly lots: readonly LotId[] }
  | { readonly kind: 'corner'; readonly lot: LotId; readonly point: PointId }

/** How a strip is cut and numbered. `first` is text, so that 01 keeps its nought. */
export type StripPlan = {
  readonly count: number
  readonly prefix: string
  readonly first: string
  readonly step: number
  /** Numbers begin at the end where the drawing did, or at the other. */
  readonly reversed: boolean
  /** Cut across the shorter sides instead of the longer ones. */
  readonly turned: boolean
}

/** `strip`: a quad along the kerb that is then cut into lots. */
/** `focus`, `mark`: outlines of the scene itself, drawn as polygons are. */
export type Shape = 'quad' | 'polygon' | 'strip' | 'focus' | 'mark'
/** These have four corners, in whichever order they are clicked. */
export const isQuad = (shape: Shape): boolean => shape === 'quad' || shape === 'strip'
/** So many marks may a scene have (contract). */
export const max_marks = 8
export type Tool =
  | { readonly kind: 'select' }
  | { readonly kind: 'draw'; readonly shape: Shape; readonly corners: readonly Corner[] }
  /** A strip is drawn: its four corners in the order of its outline, and how it is to be cut. */
  | { readonly kind: 'strip'; readonly corners: readonly Corner[]; readonly plan: StripPlan }

/** What the pointer is doing. */
export type Gesture =
  | { readonly kind: 'idle' }
  /** Down, and not yet moved far enough to mean a drag. */
  | {
      readonly kind: 'pressing'
      readonly pointer: number
      readonly from: ScreenPoint
      readonly target: Target
      readonly reach: Reach
      readonly add: boolean
    }
  /** Down with the drawing tool: the corner falls where the pointer is let go. */
  | { readonly kind: 'placing'; readonly pointer: number; readonly from: ScreenPoint; readonly reach: Reach }
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
      readonly reach: Reach
    }
  | {
      readonly kind: 'dragging_lots'
      readonly pointer: number
      readonly lots: readonly LotId[]
      readonly from: ScreenPoint
      readonly command: Command
      readonly preview: SceneDocument
    }
  /** A corner of the strip that is being planned, before it is cut. */
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

/** Where the pointer is, what is under it, and where a corner would fall. */
export type Hover = {
  readonly at: ScreenPoint
  readonly over: Target
  readonly place: SharePoint
  readonly onto: PointId | undefined
  readonly reach: Reach
}

export type Editor = {
  readonly history: History
  /** What the device has. */
  readonly saved: SceneDocument
  readonly selection: Selection
  readonly tool: Tool
  readonly gesture: Gesture
  readonly hover: Hover | undefined
  /** Fingers on the stage, for two of them together. */
  readonly fingers: Readonly<Record<number, ScreenPoint>>
  readonly view: View
  /** The whole picture is shown until the user zooms or pans, also when the window changes. */
  readonly fitted: boolean
  readonly stage: Size
  readonly size: Size
  readonly taken: readonly Taken[]
  /** The number that the first lot follows, where the scene has none yet. */
  readonly after: string | undefined
}

export function startEditor(
  document: SceneDocument,
  size: Size,
  taken: readonly Taken[] = [],
  after?: string,
): Editor {
  const stage = { width: 800, height: 450 }
  return {
    history: startHistory(document),
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

/** The document as it is to be drawn: with the drag that is under way. */
export const shown = ({ gesture, history }: Editor): SceneDocument =>
  gesture.kind === 'dragging_corner' || gesture.kind === 'dragging_lots' ? gesture.preview : history.document

/** The lots that are selected; a selected corner selects its lot. */
export const selectedLots = ({ selection }: Pick<Editor, 'selection'>): readonly LotId[] =>
  selection.kind === 'lots' ? selection.lots : selection.kind === 'corner' ? [selection.lot] : []

/** Where a corner being drawn is. */
export const placeOf = (editor: Editor, corner: Corner): SharePoint =>
  corner.kind === 'new' ? corner.at : pointOf(editor.history.document, corner.point)

/** The document after a command that is only being tried, for a drag under way. */
export const tried = (editor: Editor, command: Command): SceneDocument =>
  apply(editor.history.document, command)
