import { describe, expect, it } from 'vitest'
import { lotsAt, outlineOf } from '#src/scene-editor/model/document.ts'
import { selectedLots, previewDocument, createEditor, type Editor } from '#src/scene-editor/model/editor.ts'
import { screen, type ScreenPoint } from '#src/scene-editor/model/geometry.ts'
import { reduce, type EditorEvent } from '#src/scene-editor/model/reduce.ts'
import { start } from './arbitraries.ts'

/** A stage on which one screen pixel is a thousandth of the picture. */
const blank = (): Editor => ({
  ...createEditor(start, { width: 1000, height: 1000 }),
  stage: { width: 1000, height: 1000 },
  view: { scale: 1, x: 0, y: 0 },
})
const play = (editor: Editor, ...events: EditorEvent[]): Editor => events.reduce(reduce, editor)

const down = (at: ScreenPoint, more: Partial<Extract<EditorEvent, { kind: 'down' }>> = {}): EditorEvent => ({
  kind: 'down',
  pointer: 1,
  at,
  input: 'mouse',
  grip: 'main',
  add: false,
  free: false,
  ...more,
})
const move = (at: ScreenPoint, more: Partial<Extract<EditorEvent, { kind: 'move' }>> = {}): EditorEvent => ({
  kind: 'move',
  pointer: 1,
  at,
  input: 'mouse',
  free: false,
  ...more,
})
const up = (at: ScreenPoint, more: Partial<Extract<EditorEvent, { kind: 'up' }>> = {}): EditorEvent => ({
  kind: 'up',
  pointer: 1,
  at,
  free: false,
  ...more,
})
const click = (x: number, y: number): EditorEvent[] => [
  move(screen(x, y)),
  down(screen(x, y)),
  up(screen(x, y)),
]
const drag = (from: [number, number], to: [number, number], free = false): EditorEvent[] => [
  down(screen(...from)),
  move(screen((from[0] + to[0]) / 2, (from[1] + to[1]) / 2), { free }),
  move(screen(...to), { free }),
  up(screen(...to), { free }),
]

const draw = (...places: [number, number][]): EditorEvent[] => [
  { kind: 'tool', tool: 'quad' },
  ...places.flatMap(([x, y]) => click(x, y)),
]
const first: [number, number][] = [
  [100, 100],
  [300, 100],
  [300, 300],
  [100, 300],
]
const one = () => play(blank(), ...draw(...first), { kind: 'tool', tool: 'select' })
const outline = (editor: Editor, i = 0) =>
  outlineOf(previewDocument(editor), previewDocument(editor).lots[i]!)

describe('drawing', () => {
  it('makes a lot of four clicks, numbers and selects it, and is ready for the next', () => {
    const editor = play(blank(), ...draw(...first))
    expect(previewDocument(editor).lots.map((lot) => lot.lot_no)).toEqual(['A01'])
    expect(outline(editor)).toEqual([
      [0.1, 0.1],
      [0.3, 0.1],
      [0.3, 0.3],
      [0.1, 0.3],
    ])
    expect(selectedLots(editor)).toEqual([previewDocument(editor).lots[0]!.id])
    expect(editor.tool).toEqual({ kind: 'draw', shape: 'quad', corners: [] })
  })

  it('joins the next lot to nearby corners', () => {
    const editor = play(blank(), ...draw(...first, [305, 97], [500, 100], [500, 300], [296, 304]))
    expect(previewDocument(editor).lots.map((lot) => lot.lot_no)).toEqual(['A01', 'A02'])
    expect(Object.keys(previewDocument(editor).points)).toHaveLength(6)
  })

  it('closes a polygon by Enter, a double click or its first corner, but not with two corners', () => {
    const three = play(
      blank(),
      { kind: 'tool', tool: 'polygon' },
      ...first.slice(0, 3).flatMap(([x, y]) => click(x, y)),
    )
    for (const closing of [[{ kind: 'close' } as const], click(300, 301), click(104, 103)]) {
      expect(previewDocument(play(three, ...closing)).lots.map((lot) => lot.corners.length)).toEqual([3])
    }
    const two = play(
      blank(),
      { kind: 'tool', tool: 'polygon' },
      ...first.slice(0, 2).flatMap(([x, y]) => click(x, y)),
      { kind: 'close' },
    )
    expect(previewDocument(two).lots).toEqual([])
  })

  it('undoes corner by corner, and ends with Escape', () => {
    const three = play(blank(), ...draw(...first.slice(0, 3)))
    const back = play(three, { kind: 'undo' })
    expect(back.tool.kind === 'draw' && back.tool.corners).toHaveLength(2)
    const out = play(three, { kind: 'escape' }, { kind: 'escape' })
    expect(out.tool).toEqual({ kind: 'select' })
    expect(previewDocument(out).lots).toEqual([])
  })

  it('places the corner where a touch ends; a second touch makes it a pinch', () => {
    const touch = { input: 'touch' } as const
    const placed = play(
      blank(),
      { kind: 'tool', tool: 'quad' },
      down(screen(100, 100), touch),
      move(screen(140, 150), touch),
      up(screen(140, 150)),
    )
    expect(placed.tool.kind === 'draw' && placed.tool.corners).toEqual([{ kind: 'new', at: [0.14, 0.15] }])
    const pinched = play(
      blank(),
      { kind: 'tool', tool: 'quad' },
      down(screen(400, 500), touch),
      down(screen(600, 500), { ...touch, pointer: 2 }),
      move(screen(800, 500), { ...touch, pointer: 2 }),
      up(screen(800, 500), { pointer: 2 }),
      up(screen(400, 500)),
    )
    expect(pinched.view.scale).toBe(2)
    expect(pinched.tool.kind === 'draw' && pinched.tool.corners).toEqual([])
  })
})

describe('a corner', () => {
  it('is dragged from where it was gripped', () => {
    expect(outline(play(one(), ...drag([303, 102], [353, 152])))[1]).toEqual([0.35, 0.15])
  })

  it('snaps to another lot and is shared from then on, unless Alt is held', () => {
    const two = play(one(), ...draw([500, 100], [700, 100], [700, 300], [500, 300]), {
      kind: 'tool',
      tool: 'select',
    })
    const snapped = play(two, ...drag([500, 100], [304, 103]))
    expect(outline(snapped, 1)[0]).toEqual([0.3, 0.1])
    expect(lotsAt(previewDocument(snapped), previewDocument(snapped).lots[1]!.corners[0]!)).toHaveLength(2)
    const free = play(two, ...drag([500, 100], [304, 103], true))
    expect(outline(free, 1)[0]).toEqual([0.304, 0.103])
  })

  it('is inserted by dragging the midpoint of an edge, as one undo step', () => {
    const editor = play(one(), ...drag([200, 100], [200, 50]))
    expect(outline(editor)).toHaveLength(5)
    expect(outline(editor)[1]).toEqual([0.2, 0.05])
    expect(outline(play(editor, { kind: 'undo' }))).toHaveLength(4)
  })

  it('is removed by Delete and nudged by one pixel of the picture', () => {
    const picked = play(one(), ...click(300, 100))
    expect(outline(play(picked, { kind: 'nudge', by: [1, -10], at: 0 }))[1]).toEqual([0.301, 0.09])
    expect(outline(play(picked, { kind: 'remove' }))).toHaveLength(3)
  })

  it('returns to its position when the drag is cancelled', () => {
    const broken = play(one(), down(screen(200, 100)), move(screen(200, 40)), { kind: 'escape' })
    expect(outline(broken)).toHaveLength(4)
    expect(broken.selection.kind).toBe('lots')
  })
})

describe('a lot', () => {
  it('is dragged when selected; otherwise the picture pans', () => {
    expect(outline(play(one(), ...drag([200, 180], [250, 230])))[0]).toEqual([0.15, 0.15])
    const panned = play(one(), { kind: 'escape' }, ...drag([200, 180], [250, 230]))
    expect(outline(panned)[0]).toEqual([0.1, 0.1])
    expect([panned.view.x, panned.view.y]).toEqual([50, 50])
  })

  it('is selected by a click, added with Shift, and deselected by a click outside', () => {
    const two = play(one(), ...draw([500, 100], [700, 100], [700, 300], [500, 300]), {
      kind: 'tool',
      tool: 'select',
    })
    expect(selectedLots(play(two, down(screen(200, 180), { add: true }), up(screen(200, 180))))).toHaveLength(
      2,
    )
    expect(selectedLots(play(two, ...click(900, 900)))).toEqual([])
  })

  it('is deselected when undo removes it', () => {
    expect(play(one(), { kind: 'undo' }).selection).toEqual({ kind: 'none' })
  })
})
