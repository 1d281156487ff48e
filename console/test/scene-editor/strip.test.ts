/** A kerb strip is cut as a camera sees equal lots on flat ground, is numbered, and undoes as one step. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lotsAt, outlineIn } from '#src/scene-editor/model/document.ts'
import { createEditor, type Editor } from '#src/scene-editor/model/editor.ts'
import {
  onScreen,
  picture,
  share,
  type PicturePoint,
  type SharePoint,
} from '#src/scene-editor/model/geometry.ts'
import { reduce, type EditorEvent } from '#src/scene-editor/model/reduce.ts'
import { cutStrip, perspective, stripNumbers } from '#src/scene-editor/model/strip.ts'
import { start } from './arbitraries.ts'

const size = { width: 1920, height: 1080 }

/**
 * Projects a point on the ground (metres right and ahead) into the picture of a pinhole camera that is
 * `height` metres up and tilted down by `tilt`.
 */
const seen =
  (height: number, tilt: number) =>
  (right: number, ahead: number): PicturePoint => {
    const [sin, cos] = [Math.sin(tilt), Math.cos(tilt)]
    const depth = ahead * cos + height * sin
    return picture(960 + (1400 * right) / depth, 540 + (1400 * (height * cos - ahead * sin)) / depth)
  }

const camera = fc.record({
  height: fc.double({ min: 3, max: 12, noNaN: true }),
  tilt: fc.double({ min: 0.2, max: 0.9, noNaN: true }),
})

describe('cutting', () => {
  it('agrees with a camera above flat ground, at any height and tilt', () => {
    fc.assert(
      fc.property(
        camera,
        fc.integer({ min: 1, max: 20 }),
        fc.double({ min: -8, max: 4, noNaN: true }),
        fc.double({ min: 6, max: 15, noNaN: true }),
        ({ height, tilt }, count, right, ahead) => {
          const at = seen(height, tilt)
          const [wide, long] = [2.5, 5.5 * count]
          const quad = [
            at(right, ahead),
            at(right, ahead + long),
            at(right + wide, ahead + long),
            at(right + wide, ahead),
          ] as const
          const longways =
            Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]) +
            Math.hypot(quad[2][0] - quad[3][0], quad[2][1] - quad[3][1])
          const across =
            Math.hypot(quad[3][0] - quad[0][0], quad[3][1] - quad[0][1]) +
            Math.hypot(quad[2][0] - quad[1][0], quad[2][1] - quad[1][1])
          const rows = cutStrip(quad, count, longways < across)
          for (let i = 0; i <= count; i++) {
            const [near, far] = [at(right, ahead + 5.5 * i), at(right + wide, ahead + 5.5 * i)]
            for (const axis of [0, 1] as const) {
              expect(rows?.[0][i]?.[axis]).toBeCloseTo(near[axis], 4)
              expect(rows?.[1][i]?.[axis]).toBeCloseTo(far[axis], 4)
            }
          }
        },
      ),
    )
  })

  it('returns undefined for a quad that is not the image of a rectangle', () => {
    expect(perspective([picture(0, 0), picture(100, 0), picture(20, 20), picture(0, 100)])).toBeUndefined()
    expect(perspective([picture(0, 0), picture(100, 0), picture(200, 0), picture(300, 0)])).toBeUndefined()
    expect(cutStrip([picture(5, 5), picture(5, 5), picture(5, 5), picture(5, 5)], 3, false)).toBeUndefined()
  })

  it('numbers lots with prefix, width and step, from either end', () => {
    const plan = { count: 3, prefix: 'N-', first: '08', step: 2, reversed: false, turned: false }
    expect(stripNumbers(plan)).toEqual(['N-08', 'N-10', 'N-12'])
    expect(stripNumbers({ ...plan, reversed: true, first: '98', step: 1 })).toEqual(['N-100', 'N-99', 'N-98'])
  })
})

const play = (editor: Editor, ...events: EditorEvent[]): Editor => events.reduce(reduce, editor)
const click = (editor: Editor, at: SharePoint): Editor => {
  const on = { pointer: 1, at: onScreen(at, editor.view, editor.size), free: true }
  return play(
    editor,
    { kind: 'down', ...on, input: 'mouse', grip: 'main', add: false },
    { kind: 'up', ...on },
  )
}
const kerb = [share(0.2, 0.4), share(0.8, 0.45), share(0.85, 0.6), share(0.1, 0.55)]
const drawn = (): Editor =>
  kerb.reduce(click, play(createEditor(start, size), { kind: 'tool', tool: 'strip' }))

describe('the tool', () => {
  it('makes lots that share borders and undo together', () => {
    const made = play(
      drawn(),
      { kind: 'plan', changes: { count: 5, prefix: 'K', first: '01' } },
      { kind: 'close' },
    )
    const { document } = made.history
    expect(document.lots.map(({ lot_no }) => lot_no)).toEqual(['K01', 'K02', 'K03', 'K04', 'K05'])
    expect(Object.keys(document.points)).toHaveLength(12)
    for (const [at, lot] of document.lots.slice(0, -1).entries())
      expect(lot.corners.filter((id) => lotsAt(document, id).includes(document.lots[at + 1]!))).toHaveLength(
        2,
      )
    expect(made.tool.kind).toBe('select')
    expect(made.selection).toEqual({ kind: 'lots', lots: document.lots.map(({ id }) => id) })
    expect(play(made, { kind: 'undo' }).history.document.lots).toEqual([])
  })

  it('allows a corner to be dragged before cutting, and steps back with Escape', () => {
    const strip = drawn()
    const from = onScreen(kerb[2]!, strip.view, size)
    const to = onScreen(share(0.9, 0.7), strip.view, size)
    const dragged = play(
      strip,
      { kind: 'down', pointer: 1, at: from, input: 'mouse', grip: 'main', add: false, free: false },
      { kind: 'move', pointer: 1, at: to, input: 'mouse', free: false },
      { kind: 'up', pointer: 1, at: to, free: false },
    )
    const made = play(dragged, { kind: 'plan', changes: { count: 1 } }, { kind: 'close' })
    const [x, y] = outlineIn(made.history.document, made.history.document.lots[0]!, size)[2]!
    expect(x / size.width).toBeCloseTo(0.9, 3)
    expect(y / size.height).toBeCloseTo(0.7, 3)
    const back = play(strip, { kind: 'undo' })
    expect(back.tool).toMatchObject({ kind: 'draw', shape: 'strip' })
    expect(back.tool.kind === 'draw' && back.tool.corners).toHaveLength(3)
    expect(play(strip, { kind: 'escape' }, { kind: 'escape' }).tool).toEqual({ kind: 'select' })
  })

  it('joins the corner of a neighbour that it was drawn onto', () => {
    const first = play(drawn(), { kind: 'plan', changes: { count: 2 } }, { kind: 'close' })
    const next = [kerb[1]!, share(0.97, 0.46), share(0.98, 0.62), kerb[2]!]
    const on = next.reduce(
      (editor, at) => {
        const where = { pointer: 1, at: onScreen(at, editor.view, editor.size), free: false }
        return play(
          editor,
          { kind: 'down', ...where, input: 'mouse', grip: 'main', add: false },
          { kind: 'up', ...where },
        )
      },
      play(first, { kind: 'tool', tool: 'strip' }),
    )
    const made = play(on, { kind: 'plan', changes: { count: 1 } }, { kind: 'close' })
    expect(made.history.document.lots).toHaveLength(3)
    expect(Object.keys(made.history.document.points)).toHaveLength(6 + 2)
  })
})
