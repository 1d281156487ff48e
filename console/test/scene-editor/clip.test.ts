/** Copies lots, mirrors them, and lists what saving would change. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipOf } from '#src/scene-editor/model/clip.ts'
import { apply } from '#src/scene-editor/model/commands.ts'
import { changesOf } from '#src/scene-editor/model/diff.ts'
import { lotsAt, outlineOf, type SceneDocument } from '#src/scene-editor/model/document.ts'
import { createEditor, type Editor } from '#src/scene-editor/model/editor.ts'
import { share } from '#src/scene-editor/model/geometry.ts'
import { perform, createHistory } from '#src/scene-editor/model/history.ts'
import { reduce, type EditorEvent } from '#src/scene-editor/model/reduce.ts'
import { commandOf, edit, lotLike, start } from './arbitraries.ts'

const size = { width: 1920, height: 1080 }
const play = (editor: Editor, ...events: EditorEvent[]): Editor => events.reduce(reduce, editor)

/** Two lots side by side that share a border: corners 2 and 5 of six. */
const pair = apply(start, {
  kind: 'add_lots',
  corners: (
    [
      [0.1, 0.4],
      [0.3, 0.4],
      [0.5, 0.4],
      [0.1, 0.6],
      [0.3, 0.6],
      [0.5, 0.6],
    ] as const
  ).map(([x, y]) => ({ kind: 'new', at: share(x, y) })),
  lots: [
    { corners: [0, 1, 4, 3], attributes: lotLike('A01') },
    { corners: [1, 2, 5, 4], attributes: lotLike('A02') },
  ],
})
const all = pair.lots.map(({ id }) => id)
const shared = (document: SceneDocument) =>
  Object.keys(document.points).filter((id) => lotsAt(document, id as `p${number}`).length > 1).length

describe('pasting', () => {
  it('keeps position, shared border and numbers in another scene', () => {
    const pasted = play(createEditor(start, size), { kind: 'paste', clip: clipOf(pair, all)! }).history
      .document
    expect(pasted.lots.map((lot) => [lot.lot_no, outlineOf(pasted, lot)])).toEqual(
      pair.lots.map((lot) => [lot.lot_no, outlineOf(pair, lot)]),
    )
    expect(shared(pasted)).toBe(2)
  })

  it('pastes beside existing lots each time, with the next free numbers, and selects the copies', () => {
    const twice = play(
      createEditor(pair, size, [{ lot_no: 'A03', camera_name: 'x' }]),
      { kind: 'paste', clip: clipOf(pair, all)! },
      { kind: 'paste', clip: clipOf(pair, all)! },
    )
    const { document } = twice.history
    expect(document.lots.map(({ lot_no }) => lot_no)).toEqual(['A01', 'A02', 'A04', 'A05', 'A06', 'A07'])
    expect(new Set(document.lots.map((lot) => String(outlineOf(document, lot)))).size).toBe(6)
    expect(twice.selection).toEqual({ kind: 'lots', lots: document.lots.slice(-2).map(({ id }) => id) })
    expect(play(twice, { kind: 'undo' }, { kind: 'undo' }).history.document).toBe(pair)
  })

  it('never places anything outside the picture', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), (times) => {
        const clip = clipOf(pair, all)!
        const { document } = Array.from({ length: times }).reduce<Editor>(
          (editor) => play(editor, { kind: 'paste', clip }),
          createEditor(pair, size),
        ).history
        expect(
          document.lots
            .flatMap((lot) => outlineOf(document, lot))
            .every(([x, y]) => x >= 0 && x <= 1 && y >= 0 && y <= 1),
        ).toBe(true)
      }),
    )
  })
})

describe('mirroring', () => {
  it('twice changes nothing, keeps the shared border and does not affect a neighbour', () => {
    const chosen = play(
      createEditor(pair, size),
      { kind: 'select', selection: { kind: 'lots', lots: all } },
      { kind: 'mirror' },
    )
    expect(shared(chosen.history.document)).toBe(2)
    const back = play(chosen, { kind: 'mirror' }).history.document
    expect(back.lots.map((lot) => outlineOf(back, lot))).toEqual(pair.lots.map((lot) => outlineOf(pair, lot)))
    const one = play(
      createEditor(pair, size),
      { kind: 'select', selection: { kind: 'lots', lots: [all[0]!] } },
      { kind: 'mirror' },
    ).history.document
    expect(outlineOf(one, one.lots[1]!)).toEqual(outlineOf(pair, pair.lots[1]!))
    expect(outlineOf(one, one.lots[0]!)).toEqual([
      [0.3, 0.4],
      [0.1, 0.4],
      [0.1, 0.6],
      [0.3, 0.6],
    ])
  })
})

describe('what saving would change', () => {
  it('is nothing for the same document, otherwise one change of the right kind', () => {
    expect(changesOf(pair, pair, size)).toEqual([])
    const moved = apply(pair, {
      kind: 'move_point',
      point: pair.lots[0]!.corners[0]!,
      to: share(0.1 + 10 / 1920, 0.4),
    })
    expect(changesOf(pair, moved, size)).toEqual([
      { kind: 'moved', lot_no: 'A01', lot: all[0], px: expect.closeTo(10, 3) },
    ])
    expect(
      changesOf(
        pair,
        apply(pair, { kind: 'set_lots', lots: [all[1]!], changes: { lot_no: 'B9', difficult: 2 } }),
        size,
      ),
    ).toEqual([
      { kind: 'renamed', was: 'A02', lot_no: 'B9', lot: all[1] },
      { kind: 'changed', lot_no: 'B9', lot: all[1] },
    ])
    expect(changesOf(pair, apply(pair, { kind: 'remove_lots', lots: [all[0]!] }), size)).toEqual([
      { kind: 'removed', lot_no: 'A01', lot: undefined },
    ])
    expect(changesOf(start, pair, size).map(({ kind }) => kind)).toEqual(['added', 'added'])
    expect(changesOf(pair, apply(pair, { kind: 'set_scene', changes: { parking_no: 'Z' } }), size)).toEqual([
      { kind: 'scene', lot: undefined },
    ])
    expect(
      changesOf(
        pair,
        apply(pair, { kind: 'insert_point', lot: all[0]!, edge: 0, at: share(0.2, 0.39) }),
        size,
      ).map(({ kind }) => kind),
    ).toEqual(['reshaped'])
  })

  it('is empty exactly when every lot is unchanged, whatever edits were made in between', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const now = edits.reduce(
          (history, one) => perform(history, commandOf(one, history.document)),
          createHistory(pair),
        ).document
        const contentOf = (document: SceneDocument) =>
          JSON.stringify([
            document.scene,
            document.kept,
            document.lots
              .map(({ id: _, corners: __, ...lot }, i) => [lot, outlineOf(document, document.lots[i]!)])
              .sort(),
          ])
        if (changesOf(pair, now, size).length === 0) expect(now.lots).toHaveLength(2)
        else expect(contentOf(now)).not.toBe(contentOf(pair))
      }),
    )
  })
})
