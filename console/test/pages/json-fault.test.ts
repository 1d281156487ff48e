/** Finds where and why a text is not a JSON object: agrees with JSON.parse, and gives line and column. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonFault } from '#src/pages/business/params/platform/json-fault.ts'

const faultText = (text: string): string => {
  const fault = jsonFault(text)
  return fault ? `${fault.kind} ${fault.line}:${fault.column}` : ''
}
const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

describe('the first fault', () => {
  test.for([
    ['', ''],
    ['  \n', ''],
    ['{}', ''],
    ['{"a":[1,-2.5e3,"\\u00e9",true,null,{}]}', ''],
    ['[]', 'object 1:1'],
    ['hello', 'object 1:1'],
    ['{"a":1}}', 'more 1:8'],
    ['{\n  "a": 1\n  "b": 2\n}', 'comma 3:3'],
    ['{"a":1,}', 'trailing_comma 1:7'],
    ['{"a":[1,]}', 'trailing_comma 1:8'],
    ['{a:1}', 'key 1:2'],
    ["{'a':1}", 'quote 1:2'],
    ['{“a”:1}', 'quote 1:2'],
    ['{"a"：1}', 'colon 1:5'],
    ['{"a":1，"b":2}', 'comma 1:7'],
    ['{"a":"x\n"}', 'string 1:6'],
    ['{"a":"x', 'string 1:6'],
    ['{"a":"\\x"}', 'escape 1:7'],
    ['{"a":"\t"}', 'control 1:7'],
    ['{"a":01}', 'number 1:6'],
    ['{"a":True}', 'word 1:6'],
    ['{"a":', 'end 1:6'],
    ['{"a":1', 'end 1:7'],
    ['{"街":"😀" 1}', 'comma 1:10'],
  ] as const)('%j: %s', ([text, wanted]) => expect(faultText(text)).toBe(wanted))

  test('is found in exactly the texts that JSON.parse rejects', () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value, null, 2))
    fc.assert(fc.property(objects, (text) => jsonFault(text) === undefined))
    // A valid text with one character removed, doubled or replaced.
    const damaged = fc
      .tuple(objects, fc.nat(), fc.constantFrom('', ',', '"', '}', '{', ':', ' ', '\\', '0', 'e'))
      .map(([text, at, sign]) => text.slice(0, at % text.length) + sign + text.slice((at % text.length) + 1))
    fc.assert(
      fc.property(
        damaged,
        (text) => text.trim() === '' || (jsonFault(text) === undefined) === isObject(text),
      ),
      { numRuns: 2_000 },
    )
  })
})
