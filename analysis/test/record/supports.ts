/** Pictures reduced to the supports of their lots, and the looks that the vision pipeline makes from them. */
import fc from 'fast-check'
import { calibrate, llrOf, logitOf, uncalibrated, type Calibrated } from '#src/detect/calibrate.ts'
import { isTaken, judge } from '#src/vision/judge.ts'
import type { Look, LotLook } from '#src/look/look.ts'
import { appearanceOf, lookAt, place } from '../decide/looks.ts'

/** What the detector reports about a lot, before any calibration. */
type LotFinding = {
  readonly support: number
  readonly doubts: Pick<LotLook, 'covered' | 'obstacle'>
  readonly has_box: boolean
}
export type Picture = {
  readonly seconds: number
  readonly light: 'day' | 'night'
  readonly lots: readonly LotFinding[]
}

/** The looks that the vision pipeline makes from pictures, starting with the calibration `from`. */
export function looksOf(pictures: readonly Picture[], from: Calibrated = uncalibrated): Look[] {
  let known = from
  return pictures.map(({ seconds, light, lots }) => {
    const logits = lots.map(({ support }) => logitOf(support))
    const { time } = lookAt(seconds, [])
    const next = calibrate(known, logits, { time, light })
    known = next.known
    return lookAt(
      seconds,
      lots.map(({ doubts, has_box, support }, at): LotLook => {
        const llr = llrOf(logits[at]!, next.by)
        return {
          scene_id: 's',
          lot_no: `A0${at}`,
          cell: 0,
          evidence: judge(llr, doubts),
          ...doubts,
          ...(has_box &&
            isTaken(llr) && { vehicle: { label: 'car', box: place, score: support, cover: 0.9 } }),
          appearance: appearanceOf(support > 0.1 ? 'a' : 'empty', seconds),
        }
      }),
      { calibration: next.by },
    )
  })
}

const support = fc.double({ min: 0, max: 1, noNaN: true })
const said = fc.record({
  support,
  doubts: fc.record(
    {
      covered: fc.constant(true as const),
      obstacle: fc.constantFrom('hidden' as const, 'person' as const, 'glare' as const),
    },
    { requiredKeys: [] },
  ),
  has_box: fc.boolean(),
})
/** Runs of similar pictures of two lots, some with long gaps in between. */
export const pictures = fc
  .array(
    fc.record({
      lots: fc.tuple(said, said),
      light: fc.constantFrom('day' as const, 'night' as const),
      count: fc.integer({ min: 1, max: 12 }),
      step: fc.constantFrom(1, 5, 5, 5, 300),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => {
    let seconds = 0
    return parts.flatMap(({ lots, light, count, step }) =>
      Array.from({ length: count }, (): Picture => ({ seconds: (seconds += step), light, lots })),
    )
  })
/** Cars that come and go, with supports as high as in good light or as low as in bad light. */
export const visits = fc
  .array(
    fc.record({
      empty: fc.double({ min: 0.005, max: 0.04, noNaN: true }),
      taken: fc.double({ min: 0.08, max: 0.7, noNaN: true }),
      light: fc.constantFrom('day' as const, 'night' as const),
      looks: fc.tuple(fc.integer({ min: 5, max: 20 }), fc.integer({ min: 5, max: 20 })),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => {
    const plan = parts.flatMap(({ empty, taken, light, looks: [before, there] }) => [
      ...Array.from({ length: before }, () => ({ light, support: empty })),
      ...Array.from({ length: there }, () => ({ light, support: taken })),
    ])
    return plan.map(({ light, support: value }, at): Picture => ({
      seconds: at * 5,
      light,
      // Without a box, the decision rests on the evidence alone.
      lots: [{ support: value, doubts: {}, has_box: false }],
    }))
  })
/** What a camera has learned from arbitrary pictures. */
export const learned = fc
  .array(fc.record({ light: fc.constantFrom('day' as const, 'night' as const), seen: fc.array(support) }), {
    maxLength: 20,
  })
  .map((looks) =>
    looks.reduce(
      (known, { light, seen }, at) =>
        calibrate(known, seen.map(logitOf), { time: 1 + at * 600_000, light }).known,
      uncalibrated,
    ),
  )
