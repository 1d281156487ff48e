/** Finds the plate in a close-up, and the position of each letter on the plate. */
import { expect, test } from 'vitest'
import { centresOf, cutAround } from '#src/pages/business/data/manual/check/letter-positions.ts'
import { boundsOf } from '#src/pages/business/data/manual/check/plate-bounds.ts'

/** A picture in the colour `car` with a rectangle in the colour `ground`, both as r, g, b. */
function picture(
  size: [number, number],
  plate: [number, number, number, number],
  car: number[],
  ground: number[],
) {
  const [width, height] = size
  const [left, top, right, bottom] = plate
  const data = Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return x >= left && x < right && y >= top && y < bottom ? [...ground, 255] : [...car, 255]
  }).flat()
  return { data, width, height }
}
const [orange, blue, white] = [
  [210, 100, 30],
  [20, 60, 170],
  [245, 245, 245],
]

test('finds a plate of known colour in a close-up, whatever surrounds it', () => {
  const found = boundsOf(picture([100, 50], [20, 10, 80, 30], orange!, blue!), 'blue')
  expect(found).toEqual({ left: 0.2, right: 0.8, top: 0.2, bottom: 0.6 })
})

test('uses the whole picture if the colour does not help or the area found is not a plate', () => {
  const whole = { left: 0, right: 1, top: 0, bottom: 1 }
  expect(boundsOf(picture([100, 50], [20, 10, 80, 30], orange!, white!), 'white')).toEqual(whole)
  expect(boundsOf(picture([100, 50], [20, 10, 80, 30], orange!, white!), 'blue')).toEqual(whole)
  expect(boundsOf(picture([100, 50], [45, 0, 55, 50], orange!, blue!), 'blue')).toEqual(whole)
})

test.each([7, 8, 6])('%i letters are in order, inside the plate and symmetric', (count) => {
  const centres = centresOf(count)
  expect(centres).toHaveLength(count)
  expect(centres.every((one, at) => one > 0 && one < 1 && (at === 0 || one > centres[at - 1]!))).toBe(true)
  expect(centres[0]! + centres.at(-1)!).toBeCloseTo(1)
})

test('cuts a letter undistorted, and never beyond the picture', () => {
  const whole = { left: 0, right: 1, top: 0, bottom: 1 }
  // In a picture of 4 by 1, a box of 1 by 2 shows an eighth of the width.
  expect(cutAround(0.5, whole, 4, 0.5)).toEqual({ backgroundSize: '800% 100%', backgroundPosition: '50% 0%' })
  expect(cutAround(0.01, whole, 4, 0.5).backgroundPosition).toBe('0% 0%')
  expect(cutAround(0.99, whole, 4, 0.5).backgroundPosition).toBe('100% 0%')
})
