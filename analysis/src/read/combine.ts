/**
 * Combines several crops into one reading: each crop is a guess of where the plate begins and ends, so the
 * posterior of a text is the mean over the crops. Crops that disagree rightly lower the confidence.
 */
import { positionsOf, type DecodedPlate, type PlateText } from './plate-decoder.ts'

export type Combined = Pick<DecodedPlate, 'signs' | 'text' | 'p' | 'kind'>

/** The combined reading; undefined if there are no crops. */
export function combined(crops: readonly DecodedPlate[]): Combined | undefined {
  const sums = new Map<string, PlateText>()
  for (const { texts } of crops)
    for (const one of texts)
      sums.set(one.text, { ...one, p: (sums.get(one.text)?.p ?? 0) + one.p / crops.length })
  const texts = [...sums.values()].sort((a, b) => b.p - a.p)
  const [best] = texts
  if (!best) return undefined
  const split = texts.map(({ text, p }) => ({ text: [...text], p }))
  return { ...best, p: Math.min(1, best.p), signs: positionsOf(split, [...best.text].length) }
}
