/** Thumbnails of looks: cropped around the lot, grey without a picture, and within their size limit. */
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawStrip, createSmallPictures, windowAround } from '#src/watch/look-strip.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const polygon = fc.array(fc.tuple(share, share), { minLength: 3, maxLength: 8 })

test('the window is inside the picture and contains the lot', () => {
  fc.assert(
    fc.property(polygon, fc.double({ min: 0.3, max: 3, noNaN: true }), (points, shape) => {
      const [left, top, right, bottom] = windowAround(points, shape)
      const close = 1e-9
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-close)
      expect(Math.max(right, bottom)).toBeLessThanOrEqual(1 + close)
      for (const [x, y] of points) {
        expect(x).toBeGreaterThanOrEqual(left - close)
        expect(x).toBeLessThanOrEqual(right + close)
        expect(y).toBeGreaterThanOrEqual(top - close)
        expect(y).toBeLessThanOrEqual(bottom + close)
      }
    }),
  )
})

test('each look gets a cell, grey without a picture; without any picture there is no strip', async () => {
  const half = { create: { width: 640, height: 720, channels: 3 as const, background: '#0000ff' } }
  const right = await sharp(half).png().toBuffer()
  const jpeg = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#ff0000' } })
    .composite([{ input: right, left: 640, top: 0 }])
    .jpeg()
    .toBuffer()
  const small = createSmallPictures()
  await small.put(2, jpeg)
  expect((await sharp(small.at(2)!).metadata()).width).toBe(960)
  const lot = [
    [0.7, 0.6],
    [0.8, 0.6],
    [0.8, 0.7],
    [0.7, 0.7],
  ] as const
  const strip = await drawStrip([1, 2], lot, small.at)
  const { data, info } = await sharp(strip!).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 320, height: 120 })
  const at = (x: number, y: number) => [...data.subarray((y * 320 + x) * 3, (y * 320 + x) * 3 + 3)]
  for (const part of at(80, 60)) expect(Math.abs(part - 0x8c)).toBeLessThan(6)
  const [red, , blue] = at(165, 5)
  expect([red! < 40, blue! > 200]).toEqual([true, true])
  small.clear()
  expect(await drawStrip([1, 2], lot, small.at)).toBeUndefined()
})
