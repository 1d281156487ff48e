/** The automaton of plates and the sum over its texts, compared with the table and with every alignment. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsForm, formsOf } from '@parking/contract/plate/plate-forms.ts'
import { automatonFor } from '#src/read/plate-automaton.ts'
import { sumsOfForms } from '#src/read/plate-sum.ts'
import type { Step } from '#src/read/plate-decoder.ts'

test.each([0, 1])('the automaton of type %i ends each example in all of its forms', (type) => {
  const { start, forms } = automatonFor(type)
  const table = formsOf(type)
  for (const example of table.flatMap(({ examples }) => examples)) {
    const end = [...example].reduce((place, sign) => place.next.get(sign)!.to, start)
    const fitting = forms.filter((_, at) => fitsForm(table[at]!, [...example]))
    expect([example, end.ended]).toEqual([example, fitting])
  }
})

/** The sum over every way to read the steps, one sign or none at each. */
function sumOfAll(steps: readonly Step[], fits: (text: readonly string[]) => boolean): number {
  const sumFrom = (at: number, text: readonly string[], last: string, p: number): number => {
    const step = steps[at]
    if (!step) return fits(text) ? p : 0
    let sum = sumFrom(at + 1, text, '', p * step.blank)
    for (const [sign, its] of step.signs)
      sum += sumFrom(at + 1, sign === last ? text : [...text, sign], sign, p * its)
    return sum
  }
  return sumFrom(0, [], '', 1)
}

test('property: the sum of each form is that of every alignment', () => {
  const p = fc.double({ min: 0.01, max: 0.3, noNaN: true })
  const step = fc.dictionary(fc.constantFrom('A', 'B', '1', '2', '5'), p, { minKeys: 1, maxKeys: 3 })
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 7 }), (read) => {
      const steps = read.map((signs): Step => ({ blank: 0.1, signs: new Map(Object.entries(signs)) }))
      const sums = sumsOfForms(steps, automatonFor(1).forms)
      formsOf(1).forEach((form, at) =>
        expect(sums[at]).toBeCloseTo(
          sumOfAll(steps, (text) => fitsForm(form, text)),
          9,
        ),
      )
    }),
    { numRuns: 15 },
  )
})
