/** Lot numbers never overlap: a crowded row shows its ends first, a row with room shows all. */
import { describe, expect, test } from 'vitest'
import { shownLabels } from '#src/scene-editor/model/shown-labels.ts'

const row = (count: number, step_px: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: at,
    x: at * step_px,
    y: 100,
    text: `A${String(at + 1).padStart(2, '0')}`,
  }))

describe('labels with room', () => {
  test('a row with room and a short row show every number', () => {
    expect(shownLabels(row(20, 40)).size).toBe(20)
    expect([...shownLabels(row(2, 60))]).toEqual([0, 1])
    expect(shownLabels([]).size).toBe(0)
  })

  test('20 lots on a phone show both ends and evenly spaced numbers between them', () => {
    const shown = [...shownLabels(row(20, 17))].toSorted((a, b) => a - b)
    expect(shown[0]).toBe(0)
    expect(shown.at(-1)).toBe(19)
    expect(shown.length).toBeGreaterThan(4)
    expect(shown.length).toBeLessThan(20)
    for (const [at, one] of shown.slice(1).entries()) expect(one - (shown[at] ?? 0)).toBeGreaterThan(1)
  })

  test('two rows do not hide each other, and zooming in shows more', () => {
    const far = row(20, 17).map((label) => ({ ...label, id: label.id + 100, y: 130 }))
    expect(shownLabels([...row(20, 17), ...far]).size).toBeGreaterThan(shownLabels(row(20, 17)).size)
    expect(shownLabels(row(20, 26)).size).toBeGreaterThan(shownLabels(row(20, 13)).size)
  })

  test('a selected lot keeps its number, and the neighbours make room', () => {
    const shown = shownLabels(row(20, 17), [1])
    expect(shown.has(1)).toBe(true)
    expect(shown.has(0)).toBe(false)
  })
})
