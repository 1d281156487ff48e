/**
 * What a support means at this camera: log-likelihood ratios from the camera's own history. Supports of empty
 * and of taken lots form two hills; a camera in bad light has them lower than one by day.
 */
import type { LookCalibration } from '../look/look.ts'

/** A hill: where it lies (as a logit), and how much has been seen of it, in independent looks. */
type Hill = { readonly mean: number; readonly weight: number }
export type Hills = { readonly empty: Hill; readonly taken: Hill }
type Means = { readonly [Name in keyof Hills]: Pick<Hill, 'mean'> }
/** By light: a lifted night picture scores lower than a day one. */
type Calibration = Readonly<Record<Light, Hills>>
type Light = LookCalibration['light']

/**
 * Means and deviation fitted on the places of one real picture and on the simulated street with seed 101
 * (docs/models.md); other seeds and pictures judge.
 */
const [empty_mean, taken_mean, deviation] = [-2.85, -0.45, 0.75]
/** So many independent looks does the factory value weigh against what the camera shows. */
const [own_weight, max_weight] = [12, 150]
/** So far from the factory value (as logits) a hill may lie: an empty street has hills of clutter too. */
const max_shift = { empty: 0.9, taken: 1.2 } as const
/** The hills never come nearer to each other, so that a street of one kind does not split in two. */
const min_distance = 1.4
const passes = 6

const factory = (night: boolean): Hills => ({
  empty: { mean: empty_mean - (night ? 0.3 : 0), weight: own_weight },
  taken: { mean: taken_mean - (night ? 0.6 : 0), weight: own_weight },
})
export const factory_calibration: Calibration = { day: factory(false), night: factory(true) }

/** A support as a logit, kept away from the ends. */
export function logitOf(support: number): number {
  const kept = Math.min(0.99, Math.max(0.005, support))
  return Math.log(kept / (1 - kept))
}

/**
 * ln P(logit | taken) / P(logit | empty). Rises with the logit, as the hills have one deviation. Recorded
 * looks rest on it: another formula needs another version of the recording.
 */
export function llrOf(logit: number, hills: Means): number {
  const { slope, middle } = lineOf(hills)
  return slope * (logit - middle)
}
/** The logit of which these hills made an `llr`. */
export function logitFrom(llr: number, hills: Means): number {
  const { slope, middle } = lineOf(hills)
  return llr / slope + middle
}
const lineOf = ({ empty, taken }: Means) => ({
  slope: (taken.mean - empty.mean) / deviation ** 2,
  middle: (empty.mean + taken.mean) / 2,
})

/** What is known of a camera, and the time of its last look (0 before the first). */
export type Calibrated = { readonly calibration: Calibration; readonly looked: number }
export const uncalibrated: Calibrated = { calibration: factory_calibration, looked: 0 }
/** After this time (ms) a look at standing cars is new evidence. */
const fresh_ms = 600_000

/** By which hills a look at some lots is judged, and what is known after it. */
export function calibrate(
  { calibration, looked }: Calibrated,
  logits: readonly number[],
  { time, light }: { readonly time: number; readonly light: Light },
): { readonly by: LookCalibration; readonly known: Calibrated } {
  const share = looked === 0 ? 1 : Math.min(1, Math.max(0, time - looked) / fresh_ms)
  const before = calibration[light]
  const { empty, taken } = learn(before, logits, 1, light)
  return {
    by: { light, empty: { mean: empty.mean }, taken: { mean: taken.mean } },
    known: { looked: time, calibration: { ...calibration, [light]: learn(before, logits, share, light) } },
  }
}

/**
 * The hills after a look at some lots. `share` (0 to 1) is what this look is worth beside the one before:
 * standing cars a second later are no new evidence.
 */
export function learn(hills: Hills, logits: readonly number[], share: number, light: Light): Hills {
  const base = factory_calibration[light]
  let now = hills
  for (let pass = 0; pass < passes; pass++) {
    const taken = logits.map((logit) => 1 / (1 + Math.exp(-llrOf(logit, now))))
    const empty = hillOf(hills.empty, logits, (at) => share * (1 - taken[at]!))
    const filled = hillOf(hills.taken, logits, (at) => share * taken[at]!)
    now = separate({
      empty: near(empty, base.empty, max_shift.empty),
      taken: near(filled, base.taken, max_shift.taken),
    })
  }
  return now
}

function hillOf(before: Hill, logits: readonly number[], weightAt: (at: number) => number): Hill {
  let [sum, weight] = [before.mean * before.weight, before.weight]
  logits.forEach((logit, at) => {
    sum += logit * weightAt(at)
    weight += weightAt(at)
  })
  return { mean: sum / weight, weight: Math.min(max_weight, weight) }
}

const near = (hill: Hill, { mean }: Hill, shift: number): Hill => ({
  ...hill,
  mean: Math.min(mean + shift, Math.max(mean - shift, hill.mean)),
})

function separate({ empty, taken }: Hills): Hills {
  const missing = min_distance - (taken.mean - empty.mean)
  if (missing <= 0) return { empty, taken }
  // The hill that has been seen less gives more.
  const part = taken.weight / (empty.weight + taken.weight)
  return {
    empty: { ...empty, mean: empty.mean - missing * part },
    taken: { ...taken, mean: taken.mean + missing * (1 - part) },
  }
}
