/** Which lots a drag in progress changes: they alone are drawn for each move of the pointer. */
import { describe, expect, it } from 'vitest'
import { createEditor, type Editor } from '#src/scene-editor/model/editor.ts'
import { screen } from '#src/scene-editor/model/geometry.ts'
import { idsIn, movingLots } from '#src/scene-editor/model/moving.ts'
import { reduce, type EditorEvent } from '#src/scene-editor/model/reduce.ts'
import { start } from './arbitraries.ts'

type At = readonly [number, number]

/** A stage on which one screen pixel is a thousandth of the picture. */
const blank: Editor = {
  ...createEditor(start, { width: 1000, height: 1000 }),
  stage: { width: 1000, height: 1000 },
  view: { scale: 1, x: 0, y: 0 },
}
const play = (editor: Editor, ...events: EditorEvent[]): Editor => events.reduce(reduce, editor)
const at = ([x, y]: At) => ({ pointer: 1, at: screen(x, y), input: 'mouse', free: false }) as const
const press = (place: At): EditorEvent => ({ kind: 'down', ...at(place), grip: 'main', add: false })
const move = (place: At): EditorEvent => ({ kind: 'move', ...at(place) })
const release = (place: At): EditorEvent => ({ kind: 'up', ...at(place) })
const draw = (left: number): EditorEvent[] => [
  { kind: 'tool', tool: 'quad' },
  ...([0, 1, 2, 3] as const).flatMap((corner) => {
    const place: At = [left + (corner === 1 || corner === 2 ? 200 : 0), corner > 1 ? 300 : 100]
    return [move(place), press(place), release(place)]
  }),
]

/** Two lots that share an edge, and a separate third one. */
const three = play(blank, ...draw(100), ...draw(300), ...draw(700), { kind: 'tool', tool: 'select' })
const ids = three.history.document.lots.map((lot) => lot.id)
const selected = play(three, { kind: 'select', selection: { kind: 'lots', lots: ids.slice(0, 1) } })

describe('what a drag changes', () => {
  it('is only the dragged lot, which separates from its neighbour', () => {
    const held = play(selected, press([200, 200]), move([240, 260]))
    expect(idsIn(movingLots(held))).toEqual(ids.slice(0, 1))
  })

  it('is every lot that shares the corner', () => {
    const held = play(selected, press([300, 100]), move([320, 60]))
    expect(idsIn(movingLots(held))).toEqual(ids.slice(0, 2))
  })

  it('is nothing before and after the drag', () => {
    expect(movingLots(selected)).toBe('')
    const to: At = [320, 60]
    expect(movingLots(play(selected, press([300, 100]), move(to), release(to)))).toBe('')
  })
})
