/** Converts the reader's output to steps for the decoder: 6,625 probabilities a step, few of which matter. */
import type { Tensor } from '../models/runtime.ts'
import type { Step } from './plate-decoder.ts'

/** Dots and dashes between the groups of a plate are not signs of the plate. */
const pauses = new Set('·•.-–—_:, ・')
/** Normalises lower-case and full-width letters. */
const normalOf = (sign: string): string => sign.normalize('NFKC').toUpperCase()
const min_p = 1e-5

/** The signs in the model's order: "no sign" first, the space last. */
export const signsOf = (file: string): string[] => ['', ...file.replace(/\n$/, '').split('\n'), ' ']

/** The steps of the first result in a batch. */
export function stepsOf({ data, dims }: Tensor, signs: readonly string[]): Step[] {
  const [, count = 0, classes = 0] = dims
  return Array.from({ length: count }, (_, at) => {
    const found = new Map<string, number>()
    let blank = 0
    for (let no = 0; no < classes; no++) {
      const p = data[at * classes + no]!
      if (p < min_p) continue
      const sign = signs[no] ?? ''
      if (sign === '' || pauses.has(sign)) blank += p
      else {
        const normal = normalOf(sign)
        found.set(normal, (found.get(normal) ?? 0) + p)
      }
    }
    return { blank: Math.max(blank, 1e-9), signs: found }
  })
}
