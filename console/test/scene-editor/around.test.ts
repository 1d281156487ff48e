/** The parts around the model: keys, drafts, the outline text of the table, remarks. */
import { describe, expect, it } from 'vitest'
import zh from '#src/locales/zh/camera/camera.ts'
import { isDraft } from '#src/scene-editor/state/draft.ts'
import { keyActionOf, type Key } from '#src/scene-editor/tools/keys.ts'
import { outlineFrom } from '#src/scene-editor/panel/outline-field.tsx'
import { apply } from '#src/scene-editor/model/commands.ts'
import { checks } from '#src/scene-editor/model/lot-rules.ts'
import { createEditor } from '#src/scene-editor/model/editor.ts'
import { picture, share } from '#src/scene-editor/model/geometry.ts'
import { reduce, type EditorEvent } from '#src/scene-editor/model/reduce.ts'
import { refusalsOf, remarksOf, tonesOf } from '#src/scene-editor/state/remarks.ts'
import { lotLike, start } from './arbitraries.ts'

const size = { width: 1000, height: 1000 }
const key = (name: string, more: Partial<Key> = {}): Key => ({
  key: name,
  control: false,
  shift: false,
  alt: false,
  at: 0,
  ...more,
})
const one = apply(start, {
  kind: 'add_lot',
  corners: (
    [
      [0.1, 0.1],
      [0.3, 0.1],
      [0.3, 0.3],
      [0.1, 0.3],
    ] as const
  ).map(([x, y]) => ({ kind: 'new', at: share(x, y) })),
  attributes: lotLike('A01'),
})

describe('keys', () => {
  it('undo and save work anywhere, all other keys only on the canvas', () => {
    expect(keyActionOf(key('z', { control: true }), 'page', false)).toEqual({
      kind: 'dispatch',
      event: { kind: 'undo' },
    })
    expect(keyActionOf(key('Z', { control: true, shift: true }), 'canvas', false)).toEqual({
      kind: 'dispatch',
      event: { kind: 'redo' },
    })
    expect(keyActionOf(key('s', { control: true }), 'page', false)).toEqual({ kind: 'save' })
    expect(keyActionOf(key('Delete'), 'page', false)).toBeUndefined()
    expect(keyActionOf(key('ArrowLeft', { shift: true }), 'canvas', false)).toEqual({
      kind: 'dispatch',
      event: { kind: 'nudge', by: [-10, 0], at: 0 },
    })
  })

  it('draw a lot without a pointer', () => {
    const press = (name: string, more: Partial<Key> = {}): EditorEvent => {
      const act = keyActionOf(key(name, more), 'canvas', true)
      if (act?.kind !== 'dispatch') throw new Error(`${name} does nothing`)
      return act.event
    }
    const far = (name: string) => Array.from({ length: 10 }, () => press(name, { shift: true }))
    const events = [
      press('d'),
      ...far('ArrowLeft'),
      press(' '),
      ...far('ArrowRight'),
      press(' '),
      ...far('ArrowDown'),
      press(' '),
      ...far('ArrowLeft'),
      press(' '),
    ]
    const editor = events.reduce(reduce, createEditor(start, size))
    expect(editor.history.document.lots).toHaveLength(1)
    expect(checks(editor.history.document, size, [])).toEqual([])
  })
})

describe('a draft', () => {
  const draft = { version: 1, time: 1, base: '', document: one }
  it('is read back unchanged', () => {
    const value: unknown = JSON.parse(JSON.stringify(draft))
    expect(isDraft(value) && value.document).toEqual(one)
  })
  it.each([
    null,
    1,
    {},
    { ...draft, version: 2 },
    { ...draft, document: { ...one, lots: [{}] } },
    { ...draft, document: { ...one, points: {} } },
  ])('is never read from %j', (value) => expect(isDraft(value)).toBe(false))
})

describe('an outline as text', () => {
  it.each(['100,100 300,100 300,300', ' 100， 100；300，100；300，300 ', '100 ,100\n300, 100\n300,300'])(
    'reads %j',
    (text) => {
      expect(outlineFrom(text, [], size)).toEqual([
        [0.1, 0.1],
        [0.3, 0.1],
        [0.3, 0.3],
      ])
    },
  )
  it.each(['', '100,100 300,100', '100,100 300,100 300', 'a,b c,d e,f'])('does not read %j', (text) =>
    expect(outlineFrom(text, [], size)).toBeUndefined(),
  )
  it('keeps the exact position of corners whose text did not change', () => {
    const exact = picture(100.0432, 100)
    expect(outlineFrom('100,100 300,100 300,300', [exact], size)?.[0]).toEqual([0.100043, 0.1])
  })
})

describe('remarks', () => {
  it('link a refusal of the device to its lot', () => {
    const refusals = refusalsOf(
      [
        { field: 'lots.0.lot_no', issue: 'duplicate' },
        { field: 'parking_no', issue: 'format' },
      ],
      one,
      ({ issue }) => issue,
    )
    expect(refusals).toEqual([
      { lot: 'l5', why: 'duplicate' },
      { lot: undefined, why: 'format' },
    ])
    const remarks = remarksOf(zh.scene, one, [], refusals)
    expect(remarks.map((remark) => remark.text)).toEqual(['设备拒绝了 A01：duplicate', 'format'])
    expect(tonesOf(remarks).get('l5')).toBe('error')
  })
})
