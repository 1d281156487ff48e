/** Helpers that the tests of the analysis program share. */
import { join } from 'node:path'

/** The folder of installed packages. */
export const packages = join(import.meta.dirname, '../../node_modules')

/** The bytes of a 300 by 300 picture: noise with `boxes` filled boxes. The same seed gives the same bytes. */
export function randomPicture(seed: number, boxes: number): Uint8Array {
  let state = seed * 2_654_435_761
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 8) / 2 ** 24
  }
  const bytes = Uint8Array.from({ length: 300 * 300 * 3 }, () => next() * (boxes ? 40 : 255))
  for (let box = 0; box < boxes; box++) {
    const [left, top, wide, high] = [next() * 200, next() * 200, 30 + next() * 70, 20 + next() * 50]
    const colour = [next() * 255, next() * 255, next() * 255]
    for (let y = Math.floor(top); y < top + high; y++)
      for (let x = Math.floor(left); x < left + wide; x++)
        colour.forEach((value, c) => void (bytes[(y * 300 + x) * 3 + c] = value))
  }
  return bytes
}

export { borrowFfmpeg } from '../../scripts/lib/ffmpeg.mjs'
export { lacks } from '../../scripts/lib/lacking.mjs'
