/**
 * What a support means at this camera: log-likelihood ratios from the camera's own history. Supports of empty
 * and of taken lots form two hills; a camera in bad light has them lower than one by day.
 */

/** A hill: where it lies (as a logit), and how much has been seen of it, in independent looks. */
type Hill = { readonly mean: number; readonly weight: number }
export type Hills = { readonly empty: Hill; readonly taken: Hill }
/** By light: a lifted night picture scores lower than a day one. */
export type Calibration = Readonly<Record<'day' | 'night', Hills>>
export type Light = keyof Calibration

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

/** ln P(support | taken) / P(support | empty). Rises with the support, as the hills have one deviation. */
export function llrOf(support: number, { empty, taken }: Hills): number {
  const slope = (taken.mean - empty.mean) / deviation ** 2
  return slope * (logitOf(support) - (empty.mean + taken.mean) / 2)
}

/**
 * The hills after a look at some lots. `share` (0 to 1) is what this look is worth beside the one before:
 * standing cars a second later are no new evidence.
 */
export function learn(hills: Hills, supports: readonly number[], share: number, light: Light): Hills {
  const values = supports.map(logitOf)
  const base = factory_calibration[light]
  let now = hills
  for (let pass = 0; pass < passes; pass++) {
    const taken = values.map((value) => 1 / (1 + Math.exp(-llrAt(value, now))))
    const empty = hillOf(hills.empty, values, (at) => share * (1 - taken[at]!))
    const filled = hillOf(hills.taken, values, (at) => share * taken[at]!)
    now = separate({
      empty: near(empty, base.empty, max_shift.empty),
      taken: near(filled, base.taken, max_shift.taken),
    })
  }
  return now
}

const llrAt = (value: number, { empty, taken }: Hills): number =>
  ((taken.mean - empty.mean) / deviation ** 2) * (value - (empty.mean + taken.mean) / 2)

function hillOf(before: Hill, values: readonly number[], weightAt: (at: number) => number): Hill {
  let [sum, weight] = [before.mean * before.weight, before.weight]
  values.forEach((value, at) => {
    sum += value * weightAt(at)
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
