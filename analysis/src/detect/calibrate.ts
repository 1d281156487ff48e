/**
 * Turns supports into log-likelihood ratios, calibrated on the camera's own history. The supports of empty
 * and of taken lots form a mixture of two components, whose means are lower in bad light than by day.
 */
import { probabilityOf, type LookCalibration } from '../look/look.ts'

/** A mixture component: its mean as a logit, and its weight as a number of independent looks. */
type Component = { readonly mean: number; readonly weight: number }
export type Mixture = { readonly empty: Component; readonly taken: Component }
type Means = { readonly [Name in keyof Mixture]: Pick<Component, 'mean'> }
/** One mixture for each light: a brightened night picture scores lower than a day picture. */
type Calibration = Readonly<Record<Light, Mixture>>
type Light = LookCalibration['light']

/**
 * Means and standard deviation, fitted on the lots of one real picture and on the simulated street with seed
 * 101 (docs/models.md); they are tested on other seeds and pictures.
 */
const [empty_mean, taken_mean, deviation] = [-2.85, -0.45, 0.75]
/** Weight of the factory value, and the maximum weight of a component, in independent looks. */
const [own_weight, max_weight] = [150, 150]
/** Maximum shift of a mean from its factory value, in logits: clutter alone can look like two components. */
const max_shift = { empty: 0.4, taken: 0.8 } as const
/** Minimum distance of the two means, so that a street with one kind of lots is not split in two. */
const min_distance = 1.4
const passes = 6

const factory = (night: boolean): Mixture => ({
  empty: { mean: empty_mean - (night ? 0.3 : 0), weight: own_weight },
  taken: { mean: taken_mean - (night ? 0.6 : 0), weight: own_weight },
})
export const factory_calibration: Calibration = { day: factory(false), night: factory(true) }

/**
 * Noise of a brightened picture up to which the values for the night hold, and from which it takes no more;
 * and the logits that it takes then: measured on 24 real pictures at 22 % light, with a noise of 8 and of 12.
 */
const [usual_noise, full_noise, full_loss] = [8, 24, 0.7]

/**
 * What the noise of a picture (`Enhanced.noise`) takes from the logit of every detection. It is given back:
 * otherwise a full car park at night, which has no empty lot to compare with, looks empty.
 */
export const lostToNoise = (noise: number): number =>
  full_loss * Math.min(1, Math.max(0, (noise - usual_noise) / (full_noise - usual_noise)))

/** A support as a logit, clamped away from 0 and 1. */
export function logitOf(support: number): number {
  const kept = Math.min(0.99, Math.max(0.005, support))
  return Math.log(kept / (1 - kept))
}

/**
 * ln P(logit | taken) / P(logit | empty). Linear in the logit, because both components have the same
 * deviation. Recorded looks depend on it: a different formula needs a new version of the recording.
 */
export function llrOf(logit: number, mixture: Means): number {
  const { slope, middle } = lineOf(mixture)
  return slope * (logit - middle)
}
/** The inverse of `llrOf`: the logit from which this mixture made an `llr`. */
export function logitFrom(llr: number, mixture: Means): number {
  const { slope, middle } = lineOf(mixture)
  return llr / slope + middle
}
const lineOf = ({ empty, taken }: Means) => ({
  slope: (taken.mean - empty.mean) / deviation ** 2,
  middle: (empty.mean + taken.mean) / 2,
})

/** The calibration of a camera, and the time of its last look (0 before the first). */
export type Calibrated = { readonly calibration: Calibration; readonly looked: number }
export const uncalibrated: Calibrated = { calibration: factory_calibration, looked: 0 }
type LookAt = { readonly time: number; readonly light: Light; readonly contrasts?: readonly number[] }
/** Time (ms) after which a look at the same parked cars counts as fully new evidence. */
const fresh_ms = 600_000

/**
 * The mixture by which a look at some lots is judged, and the calibration after it. `contrasts` is the second
 * opinion about each lot: without it, a car park that stays empty would be split into two kinds of lots.
 */
export function calibrate(
  { calibration, looked }: Calibrated,
  logits: readonly number[],
  { time, light, contrasts }: LookAt,
): { readonly by: LookCalibration; readonly known: Calibrated } {
  const share = looked === 0 ? 1 : Math.min(1, Math.max(0, time - looked) / fresh_ms)
  const before = calibration[light]
  const { empty, taken } = learn(before, logits, 1, light, contrasts)
  const learned = learn(before, logits, share, light, contrasts)
  return {
    by: { light, empty: { mean: empty.mean }, taken: { mean: taken.mean } },
    known: { looked: time, calibration: { ...calibration, [light]: learned } },
  }
}

/**
 * The mixture after a look at some lots. `share` (0 to 1) is the weight of this look: the same parked cars a
 * second later are no new evidence.
 */
export function learn(
  mixture: Mixture,
  logits: readonly number[],
  share: number,
  light: Light,
  contrasts: readonly number[] = [],
): Mixture {
  const base = factory_calibration[light]
  let now = mixture
  for (let pass = 0; pass < passes; pass++) {
    const taken = logits.map((logit, at) => probabilityOf(llrOf(logit, now) + (contrasts[at] ?? 0)))
    const empty = updateComponent(mixture.empty, logits, (at) => share * (1 - taken[at]!))
    const filled = updateComponent(mixture.taken, logits, (at) => share * taken[at]!)
    now = separate({
      empty: clampMean(empty, base.empty, max_shift.empty),
      taken: clampMean(filled, base.taken, max_shift.taken),
    })
  }
  return now
}

function updateComponent(
  before: Component,
  logits: readonly number[],
  weightAt: (at: number) => number,
): Component {
  let [sum, weight] = [before.mean * before.weight, before.weight]
  logits.forEach((logit, at) => {
    sum += logit * weightAt(at)
    weight += weightAt(at)
  })
  return { mean: sum / weight, weight: Math.min(max_weight, weight) }
}

const clampMean = (component: Component, { mean }: Component, shift: number): Component => ({
  ...component,
  mean: Math.min(mean + shift, Math.max(mean - shift, component.mean)),
})

function separate({ empty, taken }: Mixture): Mixture {
  const missing = min_distance - (taken.mean - empty.mean)
  if (missing <= 0) return { empty, taken }
  // The component with less weight is moved further.
  const part = taken.weight / (empty.weight + taken.weight)
  return {
    empty: { ...empty, mean: empty.mean - missing * part },
    taken: { ...taken, mean: taken.mean + missing * (1 - part) },
  }
}
