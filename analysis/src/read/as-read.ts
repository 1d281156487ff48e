/**
 * What a reader says without any form of plates, and whether a plate agrees with it: the forms may decide
 * between doubtful signs, never replace, drop or invent one.
 */
import { same_signs } from '@parking/contract/plate/plate-look-alikes.ts'
import type { Step } from './plate-decoder.ts'

export type AsRead = {
  readonly signs: readonly { readonly sign: string; readonly p: number }[]
  /** The signs that are certain, in their order. */
  readonly certain: readonly string[]
  /** The probability of the best alignment of the signs, 0 to 1. */
  readonly p: number
}

/** A sign with at least this probability is certain. */
const min_certain = 0.9
/** A plate whose likelihood is a smaller share of what was read is not what was read. */
const min_ratio = 0.02

/** The best sign of each step, once for each run of it. */
export function readFreely(steps: readonly Step[]): AsRead {
  const read: { sign: string; p: number }[] = []
  let [last, all] = ['', 1]
  for (const { blank, signs } of steps) {
    let [sign, p] = ['', blank]
    for (const [one, its] of signs) if (its > p) [sign, p] = [one, its]
    if (sign !== '' && sign !== last) read.push({ sign, p })
    else if (sign !== '' && p > read.at(-1)!.p) read[read.length - 1] = { sign, p }
    last = sign
    all *= p
  }
  return { signs: read, certain: read.filter(({ p }) => p >= min_certain).map(({ sign }) => sign), p: all }
}

/** Whether a plate, with its likelihood under the reader's output, is what was read. */
export const agrees = (text: readonly string[], likelihood: number, { certain, p }: AsRead): boolean =>
  likelihood >= min_ratio * p && keepsAll(text, certain)

/** Whether a text has these signs in their order; of a pair that plates draw alike, either. */
function keepsAll(text: readonly string[], certain: readonly string[]): boolean {
  let at = 0
  for (const sign of text) {
    const wanted = certain[at]
    if (sign === wanted || same_signs.some(([one, double]) => one === sign && double === wanted)) at++
  }
  return at === certain.length
}
