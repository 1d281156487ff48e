/** Merges the changes of two users in one form: examples, and the property that no change is lost. */
import {
  alarm_param,
  alg_factory,
  alg_param,
  storage_factory,
  storage_param,
} from '@parking/contract/params/params.ts'
import { algIssues } from '@parking/contract/params/param-rules.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFormModel } from '#src/forms/model.ts'
import { merged, needsChoice, threeWay, type Choices } from '#src/forms/three-way.ts'
import type { Kind } from '#src/forms/kinds.ts'

const names = ['a', 'b', 'c', 'd', 'e'] as const
const kinds: Record<string, Kind> = Object.fromEntries(
  names.map((name) => [name, { kind: 'text', empty: 'text', required: false } as const]),
)
const texts = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.constantFrom('', 'x', 'y', 'z')])) as Record<
    (typeof names)[number],
    fc.Arbitrary<string>
  >,
)

describe('a three-way merge', () => {
  it('takes fields that only they changed, keeps fields that only I changed, and asks about the rest', () => {
    const rows = threeWay(
      kinds,
      { a: '1', b: '1', c: '1', d: '1', e: '1' },
      { a: '2', b: '1', c: '2', d: '2', e: '1' },
      { a: '1', b: '2', c: '3', d: '2', e: '1' },
    )
    expect(rows.map(({ name, who }) => [name, who])).toEqual([
      ['c', 'both'],
      ['a', 'theirs'],
      ['b', 'mine'],
    ])
    expect(merged(rows, { a: '2', b: '1', c: '2', d: '2', e: '1' }, { c: 'theirs' })).toEqual({
      a: '2',
      b: '2',
      c: '2',
      d: '2',
      e: '1',
    })
  })

  it('loses no change without asking (property)', () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        texts,
        fc.record(
          Object.fromEntries(
            names.map((name) => [name, fc.constantFrom('theirs' as const, 'mine' as const)]),
          ),
        ),
        (began, theirs, mine, choices) => {
          const rows = threeWay(kinds, began, theirs, mine)
          const after = merged(rows, theirs, choices as Choices)
          for (const name of names) {
            const row = rows.find((one) => one.name === name)
            const allowed =
              row && needsChoice(row)
                ? choices[name] === 'theirs'
                  ? theirs[name]
                  : mine[name]
                : mine[name] === began[name]
                  ? theirs[name]
                  : mine[name]
            expect(after[name]).toBe(allowed)
          }
        },
      ),
    )
  })
})

describe('a form that compares changes of other users', () => {
  const first = { ...alg_factory, revision: 3 }
  const model = () =>
    createFormModel(alg_param, first, undefined, {
      hold: true,
      rules: (body) => algIssues(body as typeof alg_factory),
    })

  it('follows their values until the user edits a field, and then compares them', () => {
    const form = model()
    form.read({ ...first, cover_th: 0.5, revision: 4 })
    expect([form.raw('cover_th'), form.theirs(), form.began()['revision']]).toEqual(['0.5', undefined, 4])
    form.type('sim_th', '0.8')
    form.read({ ...first, cover_th: 0.6, revision: 5 })
    expect([
      form.raw('cover_th'),
      form.theirs()?.['revision'],
      form.began()['revision'],
      form.changed(),
    ]).toEqual(['0.5', 5, 4, ['sim_th']])
    form.settle({})
    expect([
      form.raw('cover_th'),
      form.raw('sim_th'),
      form.began()['revision'],
      form.changed(),
      form.theirs(),
    ]).toEqual(['0.6', '0.8', 5, ['sim_th'], undefined])
  })

  it('recognises its own save, reported before or after the save is answered', () => {
    for (const early of [true, false]) {
      const form = model()
      form.type('sim_th', '0.8')
      const [body, texts] = [form.body(), form.snapshot()]
      form.type('cover_th', '0.3')
      const now = { ...first, sim_th: 0.8, revision: 4 }
      if (early) form.read(now)
      form.saved(body, texts)
      if (!early) form.read(now)
      expect([form.changed(), form.theirs(), form.began()['revision']]).toEqual([['cover_th'], undefined, 4])
    }
  })

  it('treats values that the device already has as saved, because the answer may have been lost', () => {
    const form = model()
    form.type('sim_th', '0.80')
    form.read({ ...first, sim_th: 0.8, cover_th: 0.3, revision: 5 })
    expect([form.dirty(), form.theirs(), form.began()['revision'], form.raw('cover_th')]).toEqual([
      false,
      undefined,
      5,
      '0.3',
    ])
    // If the device has only part of the edit, the form still asks.
    form.type('sim_th', '0.7')
    form.type('track_step', '9')
    form.read({ ...first, sim_th: 0.7, cover_th: 0.3, revision: 6 })
    expect([form.changed(), form.theirs()?.['revision']]).toEqual([['track_step', 'sim_th'], 6])
  })

  it('still asks about their changes after a save that was reported before it was answered', () => {
    const form = model()
    form.type('sim_th', '0.8')
    const [body, texts] = [form.body(), form.snapshot()]
    form.read({ ...first, sim_th: 0.8, revision: 4 })
    form.saved(body, texts)
    form.type('sim_th', '0.9')
    form.read({ ...first, sim_th: 0.6, revision: 5 })
    expect([form.raw('sim_th'), form.theirs()?.['revision']]).toEqual(['0.9', 5])
  })

  it('undoes to the newest values, and checks rules between fields', () => {
    const form = model()
    form.type('auto_event_th', '0.2')
    expect(form.checkAll()).toEqual(['auto_event_th'])
    expect(form.issue('auto_event_th')).toEqual({ field: 'auto_event_th', issue: 'too_small', limit: 0.5 })
    form.read({ ...first, track_step: 7, revision: 4 })
    form.undo()
    expect([form.raw('track_step'), form.dirty(), form.theirs()]).toEqual(['7', false, undefined])
  })

  it('asks about my secret, since theirs is not visible', () => {
    const form = createFormModel(storage_param, { ...storage_factory, revision: 1 }, undefined, {
      hold: true,
    })
    form.type('password', 'geheim')
    form.read({ ...storage_factory, revision: 2 })
    expect(form.differences()).toEqual([
      { name: 'password', who: 'hidden', began: '', theirs: '', mine: 'geheim' },
    ])
    form.settle({ password: 'theirs' })
    expect(form.dirty()).toBe(false)
  })

  it('merges a list like any other field', () => {
    const form = createFormModel(
      alarm_param,
      { email_server: '', from_user: '', from_auth: '', from_email: '', to_email: ['a@example.com'] },
      undefined,
    )
    form.type('to_email', JSON.stringify(['a@example.com', 'b@example.com']))
    expect([form.changed(), form.body()['to_email']]).toEqual([
      ['to_email'],
      ['a@example.com', 'b@example.com'],
    ])
    form.undo()
    expect(form.dirty()).toBe(false)
  })
})
