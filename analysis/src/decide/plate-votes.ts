/**
 * Combines several readings of one plate. Looks of one parked car share its dirt, angle and light, and so
 * their errors: the certainty is the mean over the looks, which further looks make steadier, never larger.
 */
import { fittingForm } from '@parking/contract/plate/plate-forms.ts'
import type { PlateColor, PlateReading } from '../look/look.ts'
import type { Parameters } from './parameters.ts'

/** For each position, the sums of the posteriors by sign, weighted by look. */
type Form = { readonly weight: number; readonly positions: readonly Readonly<Record<string, number>>[] }
export type PlateVotes = {
  readonly readings: number
  readonly weight: number
  /** By the number of signs. */
  readonly forms: Readonly<Record<string, Form>>
  readonly colors: Readonly<Partial<Record<PlateColor, number>>>
}
/** `p` is the mean posterior of the weakest sign, less what readings of other lengths say; 0 to 1. */
export type VotedPlate = {
  readonly text: string
  readonly p: number
  readonly weakest: number
  readonly color: PlateColor
  /** The mean weight of the readings, 0 to 1: less than 1 for a narrow plate. */
  readonly wide: number
}

export const no_votes: PlateVotes = { readings: 0, weight: 0, forms: {}, colors: {} }

/** Minimum width of a plate in pixels at which a reading has full weight. */
const full_width = 80
/** Readings of full weight after which more would add nothing. */
const max_weight = 3
const max_signs = 8

/** Readings after which a plate that is too narrow for full weight is read no more. */
const max_readings = 12

/**
 * The mean posterior of two readings at which the plate is accepted at the factory's thresholds if it is wide
 * enough, and otherwise never. Measured with two looks at each plate (docs/bench/analysis.md).
 */
const clear_p = 0.995

/** Whether more readings of the same car would add nothing. */
export const areVotesFull = (votes: PlateVotes): boolean =>
  votes.weight >= max_weight ||
  votes.readings >= max_readings ||
  (votes.readings >= 2 && (votedPlate(votes)?.p ?? 0) >= clear_p)

/** `share` (0 to 1) is the weight of the look: less than 1 if it shows the same as the previous look. */
export function castVote(votes: PlateVotes, reading: PlateReading, share: number): PlateVotes {
  if (reading.signs.length === 0) return votes
  const weight = share * Math.min(1, (reading.width / full_width) ** 2)
  const key = String(reading.signs.length)
  const form = votes.forms[key] ?? { weight: 0, positions: reading.signs.map(() => ({})) }
  return {
    readings: votes.readings + 1,
    weight: votes.weight + weight,
    forms: { ...votes.forms, [key]: votedForm(form, reading, weight) },
    colors: { ...votes.colors, [reading.color]: (votes.colors[reading.color] ?? 0) + weight },
  }
}

const votedForm = (form: Form, reading: PlateReading, weight: number): Form => ({
  weight: form.weight + weight,
  positions: form.positions.map((position, at) => {
    const signs: Record<string, number> = { ...position }
    for (const { sign, p } of reading.signs[at] ?? []) signs[sign] = (signs[sign] ?? 0) + weight * p
    const best = Object.entries(signs)
      .sort((a, b) => b[1] - a[1])
      .slice(0, max_signs)
    return Object.fromEntries(best)
  }),
})

/** The plate that the votes give; undefined if there are none. */
export function votedPlate({ forms, weight, readings, colors }: PlateVotes): VotedPlate | undefined {
  const [form] = Object.values(forms).toSorted((a, b) => b.weight - a.weight)
  if (!form || weight === 0) return undefined
  const chosen = form.positions.map((position) =>
    Object.entries(position).reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0] as const),
  )
  const weakest = Math.min(...chosen.map(([, sum]) => sum)) / form.weight
  return {
    text: chosen.map(([sign]) => sign).join(''),
    p: (weakest * form.weight) / weight,
    weakest,
    color: colorOf(colors),
    wide: Math.min(1, weight / readings / usual_share),
  }
}
/** The mean share of the looks of a parked car: all but the first show much the same (`lot.ts`). */
const usual_share = 0.7

/**
 * A reading is right about as often as its posterior says; a plate that no person checks must be right far
 * more often. So its certainty is 0.5 at a posterior of 0.94: of 666 real readings, none above it was
 * wrong (docs/accuracy.md). The odds of a narrow plate count less, and a rare form needs more.
 */
const even_odds = Math.log(0.94 / 0.06)
const rare_share = 0.5

/** How certain a plate is, 0 to 1, in the measure of `auto_plate_th`; `p` is a mean posterior. */
function certaintyOf(p: number, { wide, common }: { wide: number; common: number }): number {
  const kept = Math.max(1e-6, Math.min(1 - 1e-6, p))
  const odds = Math.log(kept / (1 - kept)) * wide - even_odds + rare_share * Math.log(Math.min(1, common))
  return 1 / (1 + Math.exp(-odds))
}

/** How common the form of a kind with this share of the road is; the usual ones are equally likely. */
const usual_form = 0.1

/** How certain the voted plate and its weakest sign are; 0 if it fits no form of `plate_type`. */
export function certaintiesOf(
  { text, p, weakest, wide }: VotedPlate,
  plate_type: number,
): { readonly plate: number; readonly sign: number } {
  const form = fittingForm([...text], plate_type)
  if (!form) return { plate: 0, sign: 0 }
  const by = { wide, common: form.common / usual_form }
  return { plate: certaintyOf(p, by), sign: certaintyOf(weakest, by) }
}

/**
 * The voted plate if it fits a form, and it and each of its signs are certain enough (`auto_plate_th`,
 * `auto_plate_ch_th`).
 */
export function acceptedPlate(
  votes: PlateVotes,
  { plate_type, plate_th, sign_th }: Pick<Parameters, 'plate_type' | 'plate_th' | 'sign_th'>,
): VotedPlate | undefined {
  const voted = votedPlate(votes)
  if (!voted || !fittingForm([...voted.text], plate_type)) return undefined
  const { plate, sign } = certaintiesOf(voted, plate_type)
  return plate >= plate_th && sign >= sign_th ? voted : undefined
}

function colorOf(colors: PlateVotes['colors']): PlateColor {
  const known = Object.entries(colors).filter(([color]) => color !== 'unknown') as [PlateColor, number][]
  return known.reduce<[PlateColor, number]>((best, one) => (one[1] > best[1] ? one : best), ['unknown', 0])[0]
}

/**
 * Two plates are different if at least two positions differ beyond doubt, or if the forms differ beyond
 * doubt. Four differing positions need less certainty, because they are not all misread.
 */
export function areDifferent(a: VotedPlate | undefined, b: VotedPlate | undefined): boolean {
  if (!a || !b || a.p < 0.5 || b.p < 0.5) return false
  const [one, other] = [[...a.text], [...b.text]]
  const apart = one.filter((sign, at) => sign !== other[at]).length
  if (one.length === other.length && apart >= 4 && a.weakest > 0.6 && b.weakest > 0.6) return true
  if (a.p < 0.8 || b.p < 0.8) return false
  if (one.length !== other.length) return a.weakest > 0.9 && b.weakest > 0.9
  if (a.weakest < 0.9 || b.weakest < 0.9) return false
  return apart >= 2
}

/** Whether both are the same text, read well: then it is the same car, whatever it looks like. */
export const areSame = (a: VotedPlate | undefined, b: VotedPlate | undefined): boolean =>
  a !== undefined && b !== undefined && a.text === b.text && a.p * b.p > 0.5
