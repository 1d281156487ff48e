/** The noise of a picture is measured as what it is, and detections get back what it takes from them. */
import { describe, expect, test } from 'vitest'
import { createRng } from '@parking/sim/street/rng.ts'
import { lostToNoise } from '#src/detect/calibrate.ts'
import { enhance } from '#src/picture/enhance.ts'
import { noiseOf } from '#src/picture/measure.ts'
import type { Raster } from '#src/picture/raster.ts'

const [width, height] = [240, 180]
/** A picture with this brightness at each place, and normal noise of this standard deviation. */
function picture(brightness: (x: number, y: number) => number, sigma: number): Raster {
  const rng = createRng(7)
  const noise = () => (rng.next() + rng.next() + rng.next() + rng.next() - 2) * Math.sqrt(3) * sigma
  const pixels = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    const value = brightness(at % width, Math.floor(at / width)) + noise()
    pixels.fill(Math.max(0, Math.min(255, Math.round(value))), at * 3, at * 3 + 3)
  }
  return { width, height, pixels }
}
/** A slope with the edges of some cars. */
const street = (x: number, y: number): number => 60 + x / 4 + (x % 60 < 20 && y % 50 < 25 ? 50 : 0)

describe('the noise of a picture', () => {
  test.each([3, 6, 12])('of %i is measured within a tenth, whatever is in the picture', (sigma) => {
    for (const brightness of [() => 120, street]) {
      const ratio = noiseOf(picture(brightness, sigma)) / sigma
      expect(ratio).toBeGreaterThan(0.9)
      expect(ratio).toBeLessThan(1.1)
    }
  })

  test('is none on a slope with edges, and none where everything is black or white', () => {
    expect(noiseOf(picture(street, 0))).toBeLessThan(0.3)
    expect(noiseOf(picture(() => 0, 0))).toBe(0)
    expect(noiseOf(picture(() => 255, 0))).toBe(0)
  })

  test('is multiplied when a dark picture is brightened; a picture by day has none', async () => {
    const dark = await enhance(picture((x, y) => street(x, y) / 5, 4))
    expect(dark.gain).toBeGreaterThan(2.5)
    expect(dark.noise / dark.gain).toBeCloseTo(4, 0)
    expect((await enhance(picture((x) => x, 4))).noise).toBe(0)
  })
})

test('a detection gets back nothing up to the usual noise, then more, up to a limit', () => {
  const lost = Array.from({ length: 60 }, (_, noise) => lostToNoise(noise))
  expect(lost.slice(0, 9).every((one) => one === 0)).toBe(true)
  expect(lost.every((one, at) => at === 0 || one >= lost[at - 1]!)).toBe(true)
  expect(lostToNoise(16)).toBeCloseTo(lost.at(-1)! / 2)
  expect(lost.at(-1)).toBe(lostToNoise(1000))
})
