import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { polygonIssue } from '@parking/contract/core/rules.ts'
import { apply, type Command, type Corner } from '#src/scene-editor/model/commands.ts'
import { checks } from '#src/scene-editor/model/lot-rules.ts'
import { lotsAt, outlineOf, type SceneDocument } from '#src/scene-editor/model/document.ts'
import { share } from '#src/scene-editor/model/geometry.ts'
import { perform, redo, createHistory, undo, type History } from '#src/scene-editor/model/history.ts'
import { commandOf, edit, lotLike, start } from './arbitraries.ts'

const play = (edits: readonly Parameters<typeof commandOf>[0][]): History =>
  edits.reduce((history, one) => perform(history, commandOf(one, history.document)), createHistory(start))

const rewind = (history: History): History => (history.done ? rewind(undo(history)) : history)
const replay = (history: History): History => (history.undone ? replay(redo(history)) : history)

const quad = (...places: [number, number][]): Corner[] =>
  places.map(([x, y]) => ({ kind: 'new', at: share(x, y) }))
const add = (corners: Corner[], lot_no = 'A01'): Command => ({
  kind: 'add_lot',
  corners,
  attributes: lotLike(lot_no),
})
const left = quad([0.1, 0.1], [0.3, 0.1], [0.3, 0.3], [0.1, 0.3])
/** Two lots side by side, with the border between them shared. */
const pair = (): SceneDocument => {
  const one = apply(start, add(left))
  return apply(
    one,
    add(
      [{ kind: 'shared', point: 'p2' }, ...quad([0.5, 0.1], [0.5, 0.3]), { kind: 'shared', point: 'p3' }],
      'A02',
    ),
  )
}

describe('random edits', () => {
  it('undo restores the document to the byte, and redo the edited one', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), (edits) => {
        const end = play(edits)
        const begin = rewind(end)
        expect(JSON.stringify(begin.document)).toBe(JSON.stringify(start))
        expect(JSON.stringify(replay(begin).document)).toBe(JSON.stringify(end.document))
      }),
      { numRuns: 200 },
    )
  })

  it('undoing a thousand of them restores the original document', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1000, maxLength: 1000 }), (edits) => {
        expect(JSON.stringify(rewind(play(edits)).document)).toBe(JSON.stringify(start))
      }),
      { numRuns: 3 },
    )
  })

  it('never leave a corner without a point, an unused point, or a duplicate corner or id', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), (edits) => {
        const { document } = play(edits)
        const used = new Set(document.lots.flatMap((lot) => lot.corners))
        expect(new Set(Object.keys(document.points))).toEqual(used)
        expect(new Set(document.lots.map((lot) => lot.id)).size).toBe(document.lots.length)
        for (const lot of document.lots) {
          expect(lot.corners.length).toBeGreaterThanOrEqual(3)
          expect(new Set(lot.corners).size).toBe(lot.corners.length)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('always report an outline that the device would refuse', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        const { document } = play(edits)
        const errors = new Set(
          checks(document, { width: 1920, height: 1080 }, [])
            .filter((one) => one.severity === 'error')
            .flatMap((one) => one.lots),
        )
        for (const lot of document.lots)
          if (polygonIssue(outlineOf(document, lot))) expect(errors).toContain(lot.id)
      }),
      { numRuns: 200 },
    )
  })

  it('never modify their input document', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), edit, (edits, last) => {
        const { document } = play(edits)
        const before = JSON.stringify(document)
        apply(document, commandOf(last, document))
        expect(JSON.stringify(document)).toBe(before)
      }),
      { numRuns: 100 },
    )
  })
})

describe('adjoining lots', () => {
  it('move together at a corner they share', () => {
    const document = apply(pair(), { kind: 'move_point', point: 'p2', to: share(0.35, 0.05) })
    expect(lotsAt(document, 'p2').map((lot) => lot.lot_no)).toEqual(['A01', 'A02'])
    expect(
      document.lots.every((lot) => outlineOf(document, lot).some(([x, y]) => x === 0.35 && y === 0.05)),
    ).toBe(true)
  })

  it('both get a corner added on their shared border, and both lose it', () => {
    const more = apply(pair(), { kind: 'insert_point', lot: 'l5', edge: 1, at: share(0.32, 0.2) })
    expect(more.lots.map((lot) => lot.corners.length)).toEqual([5, 5])
    const point = more.lots[0]!.corners[2]!
    expect(
      apply(more, { kind: 'remove_point', lot: 'l5', point }).lots.map((lot) => lot.corners.length),
    ).toEqual([4, 4])
  })

  it('keep the neighbour unchanged when one lot loses an end of the border', () => {
    expect(
      apply(pair(), { kind: 'remove_point', lot: 'l5', point: 'p2' }).lots.map((lot) => lot.corners.length),
    ).toEqual([3, 4])
  })

  it('separate when one of them is moved as a whole', () => {
    const before = pair()
    const document = apply(before, { kind: 'move_lots', lots: ['l5'], by: [0, 0.1] })
    expect(outlineOf(document, document.lots[1]!)).toEqual(outlineOf(before, before.lots[1]!))
    expect(outlineOf(document, document.lots[0]!)[1]).toEqual([0.3, 0.2])
  })

  it('stay joined when both move', () => {
    const document = apply(pair(), { kind: 'move_lots', lots: ['l5', 'l8'], by: [0.1, 0.1] })
    expect(lotsAt(document, 'p2')).toHaveLength(2)
  })

  it('unlink and link again at one corner', () => {
    const apart = apply(pair(), { kind: 'unlink_point', lot: 'l5', point: 'p2' })
    const own = apart.lots[0]!.corners[1]!
    expect(own).not.toBe('p2')
    expect(apply(apart, { kind: 'link_point', point: own, into: 'p2' }).lots[0]!.corners).toContain('p2')
  })

  it('never share a corner with themselves', () => {
    const document = pair()
    expect(apply(document, { kind: 'link_point', point: 'p1', into: 'p2' })).toBe(document)
  })
})

describe('a lot', () => {
  it('stops at the edge of the picture with its shape unchanged', () => {
    const document = apply(apply(start, add(left)), { kind: 'move_lots', lots: ['l5'], by: [-0.5, 0.9] })
    expect(outlineOf(document, document.lots[0]!)).toEqual([
      [0, 0.8],
      [0.2, 0.8],
      [0.2, 1],
      [0, 1],
    ])
  })

  it('keeps at least three corners', () => {
    const triangle = apply(start, add(left.slice(0, 3)))
    expect(apply(triangle, { kind: 'remove_point', lot: 'l4', point: 'p1' })).toBe(triangle)
  })
})

describe('a group of the same edit', () => {
  const nudge = (at: number) => (history: History) =>
    perform(history, { kind: 'move_lots', lots: ['l5'], by: [0.01, 0] }, { of: 'nudge', at })

  it('undoes as one step, and a pause starts another group', () => {
    const first = perform(createHistory(start), add(left))
    const history = [0, 100, 200, 5_000].reduce((now, at) => nudge(at)(now), first)
    expect(outlineOf(undo(history).document, undo(history).document.lots[0]!)[0]).toEqual([0.13, 0.1])
    expect(undo(undo(history)).document).toBe(first.document)
  })
})
