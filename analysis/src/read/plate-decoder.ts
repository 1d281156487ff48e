/**
 * Decodes the reader's output under the grammar of plates: the texts that are plates, each with its posterior
 * over all its alignments (CTC).
 */
import type { PlateKind } from '@parking/contract/plate/plate-forms.ts'
import { same_signs } from '@parking/contract/plate/plate-look-alikes.ts'
import { agrees, type AsRead, readFreely } from './as-read.ts'
import { automatonFor, type Edge, type Place } from './plate-automaton.ts'
import { boostOf, sumsOfForms } from './plate-sum.ts'

/** A step of the reader: the probability of "no sign" (blank), and the relevant probabilities of signs. */
export type Step = { readonly blank: number; readonly signs: ReadonlyMap<string, number> }

export type DecodedPlate = {
  /** For each position, the signs with their posteriors, best first. */
  readonly signs: readonly (readonly { readonly sign: string; readonly p: number }[])[]
  readonly text: string
  /** P(text) / Z, 0 to 1. */
  readonly p: number
  /** Undefined if every form would replace a certain sign: then `text` is what was read, letter by letter. */
  readonly kind: PlateKind | undefined
  /** The most probable plates with their posteriors, best first; they sum to at most 1. */
  readonly texts: readonly PlateText[]
  /** The posterior of the most probable plate of any form, whether or not it replaces a certain sign. */
  readonly form_p: number
} & Scores
type Scores = {
  /**
   * ln(Z / the best path without a grammar), without the prior of the plate's form and signs, so that a
   * longer form is not less likely; far below 0, the text is not a plate.
   */
  readonly plate_likeness: number
  /** How common its form is among all, 0 to 1. */
  readonly share: number
}
export type PlateText = { readonly text: string; readonly kind: PlateKind | undefined; readonly p: number }

/** The share of its prior that a kind keeps, 0 to 1, given other evidence such as the plate's colour. */
export type KindWeight = (kind: PlateKind) => number

const beam_width = 24
/** Signs with a lower probability are not followed. */
const min_sign = 1e-5

/** A text and its continuations, so that equal texts are one object. */
type Text = { readonly sign: string; readonly before: Text | undefined; readonly longer: Map<string, Text> }
/** `edge` led to `place` with the last sign of the text. */
type Path = {
  readonly text: Text
  readonly place: Place
  readonly edge: Edge | undefined
  blank: number
  sign: number
}

/** Maximum number of texts in a result. */
const max_texts = 12

/**
 * The most probable plates of `alg_param.plate_type`; undefined if no plate fits at all. The forms decide
 * between signs that are doubtful. They never replace or drop a sign that is certain: if no form keeps all of
 * those, the result is the text as it was read.
 */
export function decodePlate(
  steps: readonly Step[],
  type: number,
  weight: KindWeight = () => 1,
): DecodedPlate | undefined {
  const { forms, start } = automatonFor(type)
  const priors = new Map(forms.map((form) => [form, form.prior * weight(form.kind)]))
  const empty: Text = { sign: '', before: undefined, longer: new Map() }
  let beam: Path[] = [{ text: empty, place: start, edge: undefined, blank: 1, sign: 0 }]
  for (const step of steps) beam = advance(beam, step)
  const sums = sumsOfForms(steps, forms)
  const z = forms.reduce((all, form, at) => all + priors.get(form)! * sums[at]!, 0)
  const texts = beam.flatMap(({ text, place: { ended }, blank, sign }) => {
    const prior = ended.reduce((sum, form) => sum + priors.get(form)!, 0)
    if (!(prior > 0)) return []
    const share = ended.reduce((sum, form) => sum + form.share, 0)
    const likelihood = blank + sign
    return [
      { text: signsIn(text), kind: ended[0]!.kind, likelihood, prior, share, p: (likelihood * prior) / z },
    ]
  })
  texts.sort((a, b) => b.p - a.p)
  const [likely] = texts
  if (!likely || !(z > 0)) return undefined
  const free = steps.reduce((sum, { blank, signs }) => sum + Math.log(Math.max(blank, ...signs.values())), 0)
  return {
    ...chosenOf(texts, readFreely(steps)),
    form_p: Math.min(1, likely.p),
    plate_likeness: Math.log(z) - free - Math.log(likely.prior),
    share: likely.share,
  }
}

type FormText = {
  readonly text: readonly string[]
  readonly kind: PlateKind
  readonly likelihood: number
  readonly p: number
}

/** The most probable text that agrees with what was read; what was read if none does. */
function chosenOf(texts: readonly FormText[], read: AsRead): Omit<DecodedPlate, 'form_p' | keyof Scores> {
  const kept = texts.filter(({ text, likelihood }) => agrees(text, likelihood, read))
  const [best] = kept
  if (!best) {
    const text = read.signs.map(({ sign }) => sign).join('')
    const whole = { text, kind: undefined, p: read.p }
    return { ...whole, signs: read.signs.map((one) => [one]), texts: [whole] }
  }
  // A shorter text drops a certain sign and is impossible. One that replaces a sign remains a doubt.
  const dropped = texts.reduce(
    (sum, one) => sum + (one.text.length < best.text.length && !kept.includes(one) ? one.p : 0),
    0,
  )
  const scaled = kept.map((one) => ({ ...one, p: Math.min(1, one.p / Math.max(1 - dropped, 1e-9)) }))
  return {
    signs: positionsOf(scaled, best.text.length),
    text: best.text.join(''),
    p: scaled[0]!.p,
    kind: best.kind,
    texts: scaled.slice(0, max_texts).map(({ text, kind, p }) => ({ text: text.join(''), kind, p })),
  }
}

/** The signs at each position of the texts with this length; the rest belongs to other lengths. */
export function positionsOf(
  texts: readonly { readonly text: readonly string[]; readonly p: number }[],
  length: number,
): DecodedPlate['signs'] {
  const same = texts.filter(({ text }) => text.length === length)
  return Array.from({ length }, (_, at) => {
    const sums = new Map<string, number>()
    for (const { text, p } of same) sums.set(text[at]!, (sums.get(text[at]!) ?? 0) + p)
    return [...sums].map(([sign, p]) => ({ sign, p })).sort((a, b) => b.p - a.p)
  })
}

function signsIn(text: Text): string[] {
  const signs: string[] = []
  for (let at = text; at.before; at = at.before) signs.push(at.sign)
  return signs.reverse()
}

function advance(beam: readonly Path[], step: Step): Path[] {
  const next = new Map<Text, Path>()
  const pathOf = (text: Text, place: Place, edge: Edge | undefined): Path => {
    const known = next.get(text)
    if (known) return known
    const made = { text, place, edge, blank: 0, sign: 0 }
    next.set(text, made)
    return made
  }
  const signs = [...step.signs.keys()]
  // A double that the place does not allow counts as its allowed sign.
  for (const [one, double] of same_signs) if (step.signs.has(double) && !step.signs.has(one)) signs.push(one)
  for (const { text, place, edge: last, blank, sign } of beam) {
    const stays = pathOf(text, place, last)
    stays.blank += (blank + sign) * step.blank
    if (last) stays.sign += sign * probabilityOf(step, last)
    for (const one of signs) {
      const edge = place.next.get(one)
      if (!edge) continue
      const p = probabilityOf(step, edge)
      const from = one === text.sign ? blank : blank + sign
      if (p < min_sign || from === 0) continue
      pathOf(longer(text, one), edge.to, edge).sign += from * p * boostOf(one)
    }
  }
  return [...next.values()].sort((a, b) => b.blank + b.sign - a.blank - a.sign).slice(0, beam_width)
}

function longer(text: Text, sign: string): Text {
  const known = text.longer.get(sign)
  if (known) return known
  const made: Text = { sign, before: text, longer: new Map() }
  text.longer.set(sign, made)
  return made
}

const probabilityOf = ({ signs }: Step, { sign, double }: Edge): number =>
  (signs.get(sign) ?? 0) + (double === undefined ? 0 : (signs.get(double) ?? 0))
