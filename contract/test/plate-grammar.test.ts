/**
 * Generated plates are valid; if one look-alike is misread, the right plate is suggested; errors are reported
 * by position. Long because each kind of plate and each way to type one is a row.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  barePlate,
  fitsForm,
  formsOf,
  look_alikes,
  lookAlikesOf,
  plateColorFits,
  plateDoubt,
  plateFacts,
  plate_type,
  provinces,
  typedPlate,
} from '../src/index.ts'

const types = [plate_type.mainland, plate_type.taiwan]

/** A random plate of a type, in any of its forms. */
const plateOf = (type: number) =>
  fc
    .constantFrom(...formsOf(type))
    .chain((form) =>
      fc
        .tuple(fc.constant(form), fc.tuple(...form.places.map(({ allowed }) => fc.constantFrom(...allowed))))
        .map(([form, characters]) => ({ form, plate: characters.join('') })),
    )

test.each(types)('every plate of a form of type %i is valid in any spelling', (type) => {
  fc.assert(
    fc.property(plateOf(type), fc.constantFrom('', '·', '-', ' '), ({ form, plate }, between) => {
      const written = `${plate.slice(0, 2)}${between}${plate.slice(2)}`.toLowerCase()
      expect(barePlate(written)).toBe(plate)
      const facts = plateFacts(written, type)
      expect(facts.issues).toEqual([])
      expect(facts.kind).toBeDefined()
      expect(plateDoubt(written, type)).toBe(
        form.reserved && formsOf(type).every((other) => other.reserved || !fitsForm(other, [...plate]))
          ? 'reserved_letter'
          : undefined,
      )
    }),
    { numRuns: 500 },
  )
})

test.each(types)(
  'type %i: one misread look-alike yields the right plate, and every suggestion is a valid plate',
  (type) => {
    fc.assert(
      fc.property(plateOf(type), fc.nat(), fc.nat(), ({ plate }, at, which) => {
        const misread = [...plate].flatMap((is, i) =>
          lookAlikesOf(is).map((other) => [...plate].with(i, other).join('')),
        )
        if (misread.length === 0) return
        const read = misread[(at * 31 + which) % misread.length]!
        const { suggestions } = plateFacts(read, type)
        expect(suggestions).toContain(plate)
        for (const one of suggestions) expect(plateFacts(one, type).issues).toEqual([])
      }),
      { numRuns: 500 },
    )
  },
)

test('the check never throws, and every issue points at a character of the reading', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 12 })),
      fc.constantFrom(...types),
      (read, type) => {
        const { plate, kind, issues } = plateFacts(read, type)
        expect(kind === undefined).toBe(issues.length > 0)
        for (const issue of issues)
          if (issue.what === 'character') expect([...plate][issue.at]).toBe(issue.is)
      },
    ),
  )
})

test('the check reports a missing province, an O in a serial, and an extra character', () => {
  expect(plateFacts('8B12345', 0).issues).toContainEqual({
    what: 'character',
    at: 0,
    is: '8',
    expected: { name: 'province', allowed: provinces },
  })
  expect(plateFacts('粤B·1O345', 0)).toMatchObject({
    kind: undefined,
    issues: [{ what: 'character', at: 3, is: 'O', expected: { name: 'serial' } }],
    suggestions: expect.arrayContaining(['粤B10345', '粤B1Q345']),
  })
  expect(plateFacts('粤B1234567', 0).issues).toEqual([{ what: 'too_long', by: 1 }])
  expect(plateFacts('粤B12', 0).issues).toEqual([{ what: 'too_short', by: 3 }])
  expect(plateFacts('', 0).issues).toEqual([{ what: 'too_short', by: 7 }])
  expect(plateFacts('ABC-1234', 1)).toMatchObject({
    kind: undefined,
    issues: [{ at: 6, is: '4', expected: { name: 'digit_no_4' } }],
  })
})

test.each(types)('every example of type %i is a plate of its kind, in any spelling', (type) => {
  for (const { kind, examples, split } of formsOf(type))
    for (const plate of examples) {
      const written = `${plate.slice(0, split)}·${plate.slice(split)}`
      expect([written, plateFacts(written, type).kind]).toEqual([written, kind])
    }
})

test('kinds and doubts of well-known plates', () => {
  const kinds = {
    粤B12345: 'civil',
    粤BD12345: 'nev_small',
    粤B12345D: 'nev_large',
    粤B1234警: 'police',
    粤Z1234港: 'hong_kong',
    WJ粤1234X: 'armed_police',
    使123456: 'embassy',
    VA12345: 'army',
    民航A1234: 'aviation',
    云S0000应急: 'emergency',
    京12345应急: 'emergency',
    应急京123X: 'emergency',
    黑0112345: 'tractor',
    沪22478领: 'consulate',
    沪AE22075: 'nev_small',
    京USA·911: 'civil',
    京WTO·001: 'personalised',
    京123·WTO: 'personalised',
  }
  for (const [plate, kind] of Object.entries(kinds))
    expect([plate, plateFacts(plate, 0).kind]).toEqual([plate, kind])
  for (const [plate, kind] of Object.entries({
    'ABC-1235': 'taiwan',
    'AB-12345': 'taiwan_micro',
    '1234-AB': 'taiwan_old',
    '123-ABC': 'taiwan_motorcycle',
    '1234-A1': 'taiwan_mixed',
    '2R-1235': 'taiwan_old',
    '8U-9999': 'taiwan_old',
    '123-A4': 'taiwan_five',
    使0123: 'taiwan_special',
    試1234: 'taiwan_temporary',
  }))
    expect([plate, plateFacts(plate, 1).kind]).toEqual([plate, kind])
  expect([
    plateDoubt('', 0),
    plateDoubt('12345', 0),
    plateDoubt('粤BK12345', 0),
    plateDoubt('浙A1234临', 0),
    plateDoubt('1234-A1', 1),
  ]).toEqual(['empty', 'no_grammar', undefined, 'reserved_letter', 'reserved_letter'])
})

test.each([
  // As people, spreadsheets, keyboards of Taiwan and other programs write a plate.
  ['粤B12345', '粵B·12345|粤B∙12345|粤B⋅12345|粤B−12345|粤B―12345|粤B‒12345|粤B─12345|粤B˙12345|粤B：12345'],
  [
    '粤B12345',
    "'粤B12345|「粤B12345」|（粤B12345）|粤B/12345|粤B。12345|粤B\u200b12345|\ufeff粤ｂ１２３４５",
  ],
  ['粤B10045', '粤BIO045|粤B·1O0４5|粤BIOO45'],
  ['京O12305', '京O123O5|京o·123o5'],
  ['粤BD10234', '粵BDIO234'],
  ['苏A1234学', '蘇A1234學'],
  ['京X2345应急', '京X2345應急'],
  ['云S0000应急', '雲S0000應急|云SOOOO应急'],
  ['沪A1234领', '滬A1234領'],
  ['領0001', '领-0001'],
  ['臨時12345', '临时12345|临時-12345'],
  ['試車1234', '试车-1234'],
  ['軍A12345', '军A-12345'],
  ['ABC1035', 'abc-1o35|ABC-IO35'],
  // Old plates of Taiwan may have an O or an I, and what fits no form stays as it is.
  ['AO1234', 'AO-1234'],
  ['AAO123', 'AAO-123'],
  ['12A345', '12A-345'],
  ['AIC1235', 'AIC-1235'],
  ['粤BO', '粤B·O'],
])('%s is typed as %s', (plate, writings) => {
  for (const written of writings.split('|')) expect([written, typedPlate(written)]).toEqual([written, plate])
})

test('a colour that contradicts a plate is reported, an unknown colour is not', () => {
  expect([
    plateColorFits('nev_small', 'gradient_green'),
    plateColorFits('nev_small', 'blue'),
    plateColorFits('civil', 'blue'),
    plateColorFits('civil', 'gradient_green'),
    plateColorFits('police', 'blue'),
    plateColorFits('civil', 'unknown'),
    plateColorFits(undefined, 'blue'),
    plateColorFits('taiwan', 'red'),
  ]).toEqual([true, false, true, false, false, true, true, true])
})

test('no character is in two groups of look-alikes', () => {
  const all = look_alikes.join('')
  expect(new Set(all).size).toBe([...all].length)
})
