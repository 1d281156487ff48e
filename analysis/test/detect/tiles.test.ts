/** Tiles cover the lots, keep context and stay within the limit; duplicates across tiles are merged. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { suppress } from '#src/detect/detector.ts'
import { tilesFor } from '#src/detect/tiles.ts'
import type { Box } from '#src/look/boxes.ts'

const options = { max: 4, min_pixels: 30, input: { width: 300, height: 300 } }
const full_hd = { width: 1920, height: 1080 }

describe('tiles', () => {
  test('a wide picture without lots is divided into two overlapping tiles', () => {
    const tiles = tilesFor(full_hd, [], { ...options, max: 2 })
    expect(tiles).toHaveLength(2)
    const [left, right] = [tiles[0]!, tiles[1]!]
    expect([left.left, right.left + right.width, left.height]).toEqual([0, 1920, 1080])
    expect(left.width - right.left).toBeGreaterThan(250)
  })

  test('small lots get more tiles than large ones', () => {
    const lots = (size: number): Box[] =>
      Array.from({ length: 8 }, (_, i) => [0.1 * i, 0.3, 0.1 * i + size, 0.3 + size])
    expect(tilesFor(full_hd, lots(0.03), options).length).toBeGreaterThan(
      tilesFor(full_hd, lots(0.3), options).length,
    )
  })

  test('property: the tiles contain every lot completely, and stay within the picture and the limit', () => {
    const unit = fc.double({ min: 0, max: 0.9, noNaN: true })
    const lot = fc
      .tuple(unit, unit, fc.double({ min: 0.02, max: 0.1, noNaN: true }))
      .map(([x, y, size]): Box => [x, y, x + size, y + size])
    fc.assert(
      fc.property(
        fc.array(lot, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 6 }),
        (lots, max) => {
          const tiles = tilesFor(full_hd, lots, { ...options, max })
          expect(tiles.length).toBeLessThanOrEqual(max)
          for (const { left, top, width, height } of tiles) {
            expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
            expect(left + width).toBeLessThanOrEqual(1920)
            expect(top + height).toBeLessThanOrEqual(1080)
          }
          for (const [l, t, r, b] of lots) {
            const inside = (x: number, y: number) =>
              tiles.some(
                ({ left, top, width, height }) =>
                  x >= left - 1 && x <= left + width + 1 && y >= top - 1 && y <= top + height + 1,
              )
            expect([inside(l * 1920, t * 1080), inside(r * 1920, b * 1080)]).toEqual([true, true])
          }
        },
      ),
    )
  })
})

describe('suppression', () => {
  test('keeps a car inside the box of its neighbour, and one of two boxes around the same car', () => {
    const near = { box: [0, 0, 0.5, 0.5] as Box, score: 0.9 }
    const behind = { box: [0.3, 0.05, 0.5, 0.2] as Box, score: 0.6 }
    const double = { box: [0.02, 0.01, 0.5, 0.49] as Box, score: 0.7 }
    expect(suppress([double, behind, near], 0.5)).toEqual([near, behind])
  })
})
