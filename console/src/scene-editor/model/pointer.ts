/**
 * Pointer gestures: a press drags a handle or a selected lot; any other press pans if it moves, else it
 * selects.
 * Long because all gestures share one state machine.
 */
import { execute } from './actions.ts'
import type { Command, Corner } from './commands.ts'
import { lotsAt, pointOf, type LotId, type PointId } from './document.ts'
import { placeCorner } from './drawing.ts'
import { placeOf, selectedLots, previewOf, type Editor, type Gesture, type Selection } from './editor.ts'
import { distance, onScreen, screen, shareUnder, type ScreenPoint } from './geometry.ts'
import { hit, type InputKind } from './hit.ts'
import { hoverAt } from './hover.ts'
import { snapAt } from './snap.ts'
import { panBy, pinch } from './view.ts'

export type EditorPointerEvent =
  /**
   * `grip`: what the press drags. `pan`: the middle button, or any button with the space bar held. `add`:
   * Shift extends the selection.
   */
  | {
      readonly kind: 'down'
      readonly pointer: number
      readonly at: ScreenPoint
      readonly input: InputKind
      readonly grip: 'main' | 'pan'
      readonly add: boolean
      readonly free: boolean
    }
  /** `free`: Alt is held, so nothing snaps. */
  | {
      readonly kind: 'move'
      readonly pointer: number
      readonly at: ScreenPoint
      readonly input: InputKind
      readonly free: boolean
    }
  | { readonly kind: 'up'; readonly pointer: number; readonly at: ScreenPoint; readonly free: boolean }
  | { readonly kind: 'cancel'; readonly pointer: number }
  | { readonly kind: 'leave' }

/** Hit radius around a corner of a strip, in screen pixels. */
const strip_hit_radius_px = { mouse: 12, touch: 24, keys: 0 } as const satisfies Record<InputKind, number>
/** A press that moves less than this, in screen pixels, is a click. */
const drag_threshold_px = { mouse: 3, touch: 8, keys: 0 } as const satisfies Record<InputKind, number>

export function reducePointer(editor: Editor, event: EditorPointerEvent): Editor {
  switch (event.kind) {
    case 'down':
      return down(editor, event)
    case 'move':
      return move(withFinger(editor, event.pointer, event.at), event)
    case 'up':
      return up(withoutFinger(editor, event.pointer), event)
    case 'cancel':
      return { ...withoutFinger(editor, event.pointer), gesture: { kind: 'idle' }, hover: undefined }
    case 'leave':
      return editor.gesture.kind === 'idle' ? { ...editor, hover: undefined } : editor
  }
}

function down(editor: Editor, event: EditorPointerEvent & { kind: 'down' }): Editor {
  const { at, pointer, input } = event
  const fingers = input === 'touch' ? { ...editor.fingers, [pointer]: at } : editor.fingers
  const others = Object.keys(fingers)
    .map(Number)
    .filter((id) => id !== pointer)
  const next: Editor = { ...editor, fingers, hover: hoverAt(editor, at, input, event.free) }
  // A second touch turns any gesture into zooming and panning.
  if (input === 'touch' && others.length > 0) {
    const other = others[0]!
    return {
      ...next,
      hover: undefined,
      gesture:
        others.length > 1
          ? editor.gesture
          : { kind: 'pinching', pointers: [other, pointer], from: [fingers[other]!, at], view: editor.view },
    }
  }
  if (event.grip === 'pan')
    return { ...next, gesture: { kind: 'panning', pointer, from: at, view: editor.view } }
  if (editor.tool.kind === 'strip')
    return { ...next, gesture: stripGesture(editor, editor.tool.corners, event) }
  if (editor.tool.kind === 'draw') return { ...next, gesture: { kind: 'placing', pointer, from: at, input } }
  const target = hit(editor.history.document, at, editor.view, editor.size, selectedLots(editor), input)
  return { ...next, gesture: { kind: 'pressing', pointer, from: at, target, input, add: event.add } }
}

function move(editor: Editor, { at, pointer, input, free }: EditorPointerEvent & { kind: 'move' }): Editor {
  const { gesture } = editor
  if (gesture.kind === 'pinching') {
    const now = [
      editor.fingers[gesture.pointers[0]] ?? gesture.from[0],
      editor.fingers[gesture.pointers[1]] ?? gesture.from[1],
    ] as const
    return {
      ...editor,
      fitted: false,
      view: pinch(gesture.view, gesture.from, now, editor.stage, editor.size),
    }
  }
  if (gesture.kind !== 'idle' && gesture.pointer !== pointer) return editor
  switch (gesture.kind) {
    case 'idle':
    case 'placing':
      return { ...editor, hover: hoverAt(editor, at, input, free) }
    case 'pressing':
      return distance(at, gesture.from) < drag_threshold_px[gesture.input]
        ? editor
        : move(startDrag(editor, gesture), { kind: 'move', pointer, at, input, free })
    case 'dragging_strip': {
      if (editor.tool.kind !== 'strip') return editor
      const place = shareUnder(
        screen(at[0] + gesture.grip[0], at[1] + gesture.grip[1]),
        editor.view,
        editor.size,
      )
      const corners = editor.tool.corners.with(gesture.corner, { kind: 'new', at: place })
      return {
        ...editor,
        tool: { ...editor.tool, corners },
        hover: { at, over: { kind: 'nothing' }, place, onto: undefined, input },
      }
    }
    case 'panning':
      return {
        ...editor,
        fitted: false,
        view: panBy(
          gesture.view,
          [at[0] - gesture.from[0], at[1] - gesture.from[1]],
          editor.stage,
          editor.size,
        ),
      }
    case 'dragging_corner':
      return dragCorner(editor, gesture, at, free)
    case 'dragging_lots': {
      const by = [
        (at[0] - gesture.from[0]) / editor.view.scale / editor.size.width,
        (at[1] - gesture.from[1]) / editor.view.scale / editor.size.height,
      ] as const
      const command: Command = { kind: 'move_lots', lots: gesture.lots, by }
      return { ...editor, gesture: { ...gesture, command, preview: previewOf(editor, command) } }
    }
  }
}

function up(editor: Editor, { at, pointer, free }: EditorPointerEvent & { kind: 'up' }): Editor {
  const { gesture } = editor
  if (gesture.kind === 'pinching') return { ...editor, gesture: { kind: 'idle' } }
  if (gesture.kind === 'idle' || gesture.pointer !== pointer) return editor
  const idle: Editor = { ...editor, gesture: { kind: 'idle' } }
  switch (gesture.kind) {
    case 'panning':
      return idle
    case 'dragging_strip':
      return { ...idle, hover: undefined }
    case 'placing': {
      const { place, onto } = hoverAt(idle, at, gesture.input, free)
      const corner: Corner = onto ? { kind: 'shared', point: onto } : { kind: 'new', at: place }
      const placed = placeCorner(idle, corner)
      return gesture.input === 'touch'
        ? { ...placed, hover: undefined }
        : { ...placed, hover: hoverAt(placed, at, gesture.input, free) }
    }
    case 'pressing':
      return press(idle, gesture)
    case 'dragging_corner': {
      const linked: Command = gesture.onto
        ? {
            kind: 'several',
            commands: [gesture.command, { kind: 'link_point', point: gesture.point, into: gesture.onto }],
          }
        : gesture.command
      const done = execute(idle, linked)
      return {
        ...done,
        selection: { kind: 'corner', lot: gesture.lot, point: gesture.onto ?? gesture.point },
        hover: undefined,
      }
    }
    case 'dragging_lots':
      return execute(idle, gesture.command)
  }
}

/** A press near a corner of the strip drags the corner; any other press pans. */
function stripGesture(
  editor: Editor,
  corners: readonly Corner[],
  { at, pointer, input }: EditorPointerEvent & { kind: 'down' },
): Gesture {
  const places = corners.map((corner) => onScreen(placeOf(editor, corner), editor.view, editor.size))
  const nearest = places
    .map((place, corner) => ({ place, corner, far: distance(place, at) }))
    .toSorted((one, other) => one.far - other.far)[0]
  if (!nearest || nearest.far > strip_hit_radius_px[input])
    return { kind: 'panning', pointer, from: at, view: editor.view }
  return {
    kind: 'dragging_strip',
    pointer,
    corner: nearest.corner,
    grip: [nearest.place[0] - at[0], nearest.place[1] - at[1]],
  }
}

/** Handles a press that did not move. */
function press(editor: Editor, { target, add }: Gesture & { kind: 'pressing' }): Editor {
  switch (target.kind) {
    case 'nothing':
      return add ? editor : { ...editor, selection: { kind: 'none' } }
    case 'corner':
      return { ...editor, selection: { kind: 'corner', lot: target.lot, point: target.point } }
    case 'middle': {
      const point: PointId = `p${editor.history.document.next}`
      return {
        ...execute(editor, { kind: 'insert_point', lot: target.lot, edge: target.edge, at: target.at }),
        selection: { kind: 'corner', lot: target.lot, point },
      }
    }
    case 'lot':
      return {
        ...editor,
        selection: add ? toggled(editor, target.lot) : { kind: 'lots', lots: [target.lot] },
      }
  }
}

function toggled(editor: Editor, lot: LotId): Selection {
  const lots = selectedLots(editor)
  const next = lots.includes(lot) ? lots.filter((id) => id !== lot) : [...lots, lot]
  return next.length > 0 ? { kind: 'lots', lots: next } : { kind: 'none' }
}

/** Turns a press that moved into a drag of its target. */
function startDrag(editor: Editor, { pointer, from, target, input }: Gesture & { kind: 'pressing' }): Editor {
  const { document } = editor.history
  if (target.kind === 'corner' || target.kind === 'middle') {
    const base: Command | undefined =
      target.kind === 'middle'
        ? { kind: 'insert_point', lot: target.lot, edge: target.edge, at: target.at }
        : undefined
    const point: PointId = target.kind === 'middle' ? `p${document.next}` : target.point
    const place = onScreen(
      target.kind === 'middle' ? target.at : pointOf(document, target.point),
      editor.view,
      editor.size,
    )
    const grip = [place[0] - from[0], place[1] - from[1]] as const
    return {
      ...editor,
      selection: { kind: 'corner', lot: target.lot, point },
      gesture: {
        kind: 'dragging_corner',
        pointer,
        base,
        lot: target.lot,
        point,
        grip,
        onto: undefined,
        command: base ?? { kind: 'several', commands: [] },
        preview: document,
        input,
      },
    }
  }
  const lots = selectedLots(editor)
  if (target.kind === 'lot' && lots.includes(target.lot)) {
    return {
      ...editor,
      gesture: {
        kind: 'dragging_lots',
        pointer,
        lots,
        from,
        command: { kind: 'several', commands: [] },
        preview: document,
      },
    }
  }
  return { ...editor, gesture: { kind: 'panning', pointer, from, view: editor.view } }
}

/**
 * The corner follows the pointer (keeping the grip's offset), or snaps to a nearby corner with which it may
 * be merged.
 */
function dragCorner(
  editor: Editor,
  gesture: Gesture & { kind: 'dragging_corner' },
  at: ScreenPoint,
  free: boolean,
): Editor {
  const based = gesture.base ? previewOf(editor, gesture.base) : editor.history.document
  const held = screen(at[0] + gesture.grip[0], at[1] + gesture.grip[1])
  const own = new Set(lotsAt(based, gesture.point).flatMap((lot) => lot.corners))
  const onto = free ? undefined : snapAt(based, held, editor.view, editor.size, own)
  const to = onto ? pointOf(based, onto) : shareUnder(held, editor.view, editor.size)
  const moving: Command = { kind: 'move_point', point: gesture.point, to }
  const command: Command = gesture.base ? { kind: 'several', commands: [gesture.base, moving] } : moving
  return {
    ...editor,
    gesture: { ...gesture, onto, command, preview: previewOf(editor, command) },
    hover: {
      at,
      over: { kind: 'corner', lot: gesture.lot, point: gesture.point },
      place: to,
      onto,
      input: gesture.input,
    },
  }
}

const withFinger = (editor: Editor, pointer: number, at: ScreenPoint): Editor =>
  pointer in editor.fingers ? { ...editor, fingers: { ...editor.fingers, [pointer]: at } } : editor

function withoutFinger(editor: Editor, pointer: number): Editor {
  const { [pointer]: _, ...fingers } = editor.fingers
  return { ...editor, fingers }
}
