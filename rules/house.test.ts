/**
 * The style rules for every source file: width, head comment, imports, words (`npm run house` prints the
 * figures).
 */
import { describe, expect, test } from 'vitest'
import { max_head_lines, max_width, measureFiles } from '../scripts/lib/house.ts'

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
