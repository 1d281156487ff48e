/**
 * Combines several readings of one plate by voting: sums the logarithms of the posteriors for each position.
 * Readings of a different length vote for a different form.
 */
import { fittingForm } from '@parking/contract/plate/plate-forms.ts'
import type { PlateColor, PlateReading } from '../look/look.ts'
import type { Parameters } from './parameters.ts'

/** Sums of the logarithms by sign; `other` is the sum of every sign that is not listed. */
type Position = { readonly signs: Readonly<Record<string, number>>; readonly other: number }
type Form = { readonly sum: number; readonly weight: number; readonly positions: readonly Position[] }
export type PlateVotes = {
  readonly readings: number
  readonly weight: number
  /** The sum that a form gets for all readings of other forms. */
  readonly other: number
  readonly forms: Readonly<Record<string, Form>>
  readonly colors: Readonly<Partial<Record<PlateColor, number>>>
}
/** `p` is the posterior of the whole text, `weakest` the posterior of its weakest sign. */
export type VotedPlate = {
  readonly text: string
  readonly p: number
  readonly weakest: number
  readonly color: PlateColor
}

export const no_votes: PlateVotes = { readings: 0, weight: 0, other: 0, forms: {}, colors: {} }

/** Minimum width of a plate in pixels at which a reading has full weight. */
const full_width = 80
/** Number of possible signs at a position, apart from those listed. */
const other_signs = 35
const min_p = 1e-4
/** Probability that a reading of another form leaves to a form. */
const other_form = 0.05
/** Looks at one parked car have similar errors: together they weigh at most this many independent looks. */
const max_weight = 3
const max_signs = 8

/** Readings after which a plate that is too narrow for full weight is read no more. */
const max_readings = 12

/** Whether more readings of the same car would add nothing. */
export const areVotesFull = ({ weight, readings }: PlateVotes): boolean =>
  weight >= max_weight || readings >= max_readings

/** `share` (0 to 1) is the weight of the look: less than 1 if it shows the same as the previous look. */
export function castVote(votes: PlateVotes, reading: PlateReading, share: number): PlateVotes {
  if (reading.signs.length === 0) return votes
  const weight = share * Math.min(1, (reading.width / full_width) ** 2)
  const key = String(reading.signs.length)
  const form = votes.forms[key] ?? {
    sum: votes.other,
    weight: 0,
    positions: reading.signs.map((): Position => ({ signs: {}, other: 0 })),
  }
  const missed = weight * Math.log(other_form)
  const forms: Record<string, Form> = { [key]: votedForm(form, reading, weight) }
  for (const [name, one] of Object.entries(votes.forms))
    if (name !== key) forms[name] = { ...one, sum: one.sum + missed }
  return {
    readings: votes.readings + 1,
    weight: votes.weight + weight,
    other: votes.other + missed,
    forms,
    colors: { ...votes.colors, [reading.color]: (votes.colors[reading.color] ?? 0) + weight },
  }
}

function votedForm(form: Form, reading: PlateReading, weight: number): Form {
  const positions = form.positions.map((position, at): Position => {
    const guesses = reading.signs[at] ?? []
    const rest = 1 - guesses.reduce((sum, { p }) => sum + p, 0)
    const unseen = weight * Math.log(Math.max(min_p, rest / other_signs))
    const signs: Record<string, number> = {}
    for (const [sign, sum] of Object.entries(position.signs)) signs[sign] = sum + unseen
    for (const { sign, p } of guesses)
      signs[sign] = (position.signs[sign] ?? position.other) + weight * Math.log(Math.max(min_p, p))
    const best = Object.entries(signs)
      .sort((a, b) => b[1] - a[1])
      .slice(0, max_signs)
    return { signs: Object.fromEntries(best), other: position.other + unseen }
  })
  // The reading is certain about the form; the certainty of the text is in the positions.
  return { sum: form.sum, weight: form.weight + weight, positions }
}

/** The plate that the votes give; undefined if there are none. */
export function votedPlate(votes: PlateVotes): VotedPlate | undefined {
  const scale = votes.weight > max_weight ? max_weight / votes.weight : 1
  const forms = Object.values(votes.forms).toSorted((a, b) => b.sum - a.sum)
  const [form] = forms
  if (!form) return undefined
  const all = forms.reduce((sum, one) => sum + Math.exp((one.sum - form.sum) * scale), 0)
  const chosen = form.positions.map((position) => bestSign(position, scale))
  return {
    text: chosen.map(({ sign }) => sign).join(''),
    p: chosen.reduce((product, { p }) => product * p, 1 / all),
    weakest: Math.min(...chosen.map(({ p }) => p)),
    color: colorOf(votes.colors),
  }
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
  if (!voted || voted.p < plate_th || voted.weakest < sign_th) return undefined
  return fittingForm([...voted.text], plate_type) ? voted : undefined
}

function bestSign({ signs, other }: Position, scale: number): { sign: string; p: number } {
  const entries = Object.entries(signs)
  const [sign = '', max = 0] = entries.reduce((best, one) => (one[1] > best[1] ? one : best), entries[0]!)
  const sum = entries.reduce(
    (total, one) => total + Math.exp((one[1] - max) * scale),
    other_signs * Math.exp((other - max) * scale),
  )
  return { sign, p: 1 / sum }
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
