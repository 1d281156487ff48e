/**
 * The style rules for every source file: width, head comment, imports, words; and the figures that documents
 * state (`npm run house` prints them).
 */
import { describe, expect, test } from 'vitest'
import { staleFigures, statesFigures } from '../scripts/lib/house/pages.ts'
import { max_head_lines, max_width, measureFiles } from '../scripts/lib/house/measure.ts'

const measured = measureFiles()

describe('every source file', () => {
  test(`no line is wider than ${max_width} characters`, () => {
    expect(measured.flatMap(({ path, wide_lines }) => wide_lines.map((line) => `${path}:${line}`))).toEqual(
      [],
    )
  })

  test(`a head comment has at most ${max_head_lines} lines`, () => {
    expect(measured.filter((one) => one.head_lines > max_head_lines).map(({ path }) => path)).toEqual([])
  })

  test('no import goes up three folders', () => {
    expect(measured.filter((one) => one.climbing.length > 0).map(({ path }) => path)).toEqual([])
  })

  test('identifiers and comments use the standard words', () => {
    expect(measured.flatMap(({ stop_words }) => stop_words)).toEqual([])
  })
})

test('every figure between markers is close to the measured one: if not, `npm run house -- --write`', () => {
  expect(staleFigures()).toEqual([])
})

test('a figure may be a tenth off, a zero may not, and the words are the same', () => {
  expect(statesFigures('| style | 1,000 |', '| style    | 1,090 |')).toBe(true)
  expect(statesFigures('| style | 1,000 |', '| style | 1,200 |')).toBe(false)
  expect(statesFigures('| faults | 1 |', '| faults | 0 |')).toBe(false)
  expect(statesFigures('| style | 1,000 |', '| texts | 1,000 |')).toBe(false)
})
