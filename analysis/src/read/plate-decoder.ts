/**
 * Decodes the reader's output under the grammar of plates: the texts that are plates, each with its posterior
 * over all its alignments (CTC). Long because the beam search and the exact sum (Z) share one automaton.
 */
import { formsOf, type PlateKind } from '@parking/contract/plate/plate-forms.ts'
import { same_signs } from '@parking/contract/plate/plate-look-alikes.ts'
import { agrees, type AsRead, readFreely } from './as-read.ts'

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

type Form = {
  readonly kind: PlateKind
  readonly allowed: readonly ReadonlySet<string>[]
  readonly prior: number
  /** How common the form is among all, 0 to 1. */
  readonly share: number
}

function automatonOf(type: number): readonly Form[] {
  const made = formsOf(type).map(({ kind, places, common }) => ({
    kind,
    allowed: places.map(({ allowed }) => new Set<string>(allowed)),
    common,
  }))
  const sum = made.reduce((all, { common }) => all + common, 0)
  // Each place divides the prior among its signs, so that a form with many signs is not more likely.
  return made.map(({ kind, allowed, common }) => ({
    kind,
    allowed,
    share: common / sum,
    prior: allowed.reduce((p, signs) => p / signs.size, common / sum),
  }))
}
const automata: ReadonlyMap<number, readonly Form[]> = new Map(
  [0, 1].map((type) => [type, automatonOf(type)]),
)

/** The share of its prior that a kind keeps, 0 to 1, given other evidence such as the plate's colour. */
export type KindWeight = (kind: PlateKind) => number

/**
 * Factors for signs that the reader finds too rarely. It has learnt from texts in which J is rare: on a small
 * plate it reads J as 1 or leaves it out, but gives J at least 0.05. To the J of a true 1 it gives at most
 * 0.02 (docs/bench/analysis.md).
 */
const underrated: ReadonlyMap<string, number> = new Map([['J', 40]])

/** The probability of a sign at a place, plus that of its double if only the sign is allowed. */
function probabilityOf(step: Step, sign: string, allowed: ReadonlySet<string>): number {
  let p = step.signs.get(sign) ?? 0
  for (const [one, double] of same_signs)
    if (sign === one && !allowed.has(double)) p += step.signs.get(double) ?? 0
  return p
}

const beam_width = 24
/** Signs with a lower probability are not followed. */
const min_sign = 1e-5

type Path = { text: readonly string[]; forms: readonly Form[]; blank: number; sign: number }

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
  const automaton = (automata.get(type) ?? automata.get(0)!).map((form) => ({
    ...form,
    prior: form.prior * weight(form.kind),
  }))
  let beam: Path[] = [{ text: [], forms: automaton, blank: 1, sign: 0 }]
  for (const step of steps) beam = advance(beam, step)
  const z = sumOfPlates(steps, automaton)
  const texts = beam.flatMap(({ text, forms, blank, sign }) => {
    const whole = forms.filter(({ allowed }) => allowed.length === text.length)
    const prior = whole.reduce((sum, form) => sum + form.prior, 0)
    if (!(prior > 0)) return []
    const share = whole.reduce((sum, form) => sum + form.share, 0)
    const likelihood = blank + sign
    return [{ text, kind: whole[0]!.kind, likelihood, prior, share, p: (likelihood * prior) / z }]
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

function advance(beam: readonly Path[], step: Step): Path[] {
  const next = new Map<string, Path>()
  const pathOf = (text: readonly string[], forms: readonly Form[]): Path => {
    const key = text.join('')
    const known = next.get(key)
    if (known) return known
    const made = { text, forms, blank: 0, sign: 0 }
    next.set(key, made)
    return made
  }
  for (const path of beam) {
    const { text, forms, blank, sign } = path
    const last = text.at(-1)
    const stays = pathOf(text, forms)
    stays.blank += (blank + sign) * step.blank
    const at = text.length - 1
    if (last !== undefined) stays.sign += sign * bestOf(step, last, forms, at)
    for (const one of step.signs.keys()) follow(path, one, step, pathOf)
    // A double that the place does not allow counts as its allowed sign.
    for (const [one, double] of same_signs)
      if (step.signs.has(double) && !step.signs.has(one)) follow(path, one, step, pathOf)
  }
  return [...next.values()].sort((a, b) => b.blank + b.sign - a.blank - a.sign).slice(0, beam_width)
}

function follow(
  { text, forms, blank, sign }: Path,
  one: string,
  step: Step,
  pathOf: (text: readonly string[], forms: readonly Form[]) => Path,
): void {
  const left = forms.filter(({ allowed }) => allowed[text.length]?.has(one))
  if (left.length === 0) return
  const p = bestOf(step, one, left, text.length)
  const from = one === text.at(-1) ? blank : blank + sign
  if (p < min_sign || from === 0) return
  pathOf([...text, one], left).sign += from * p * (underrated.get(one) ?? 1)
}

const bestOf = (step: Step, sign: string, forms: readonly Form[], at: number): number =>
  forms.reduce((p, { allowed }) => {
    const here = allowed[at]
    return here ? Math.max(p, probabilityOf(step, sign, here)) : p
  }, 0)

/** The exact sum over all texts of all forms and all their alignments, by a forward pass for each form. */
function sumOfPlates(steps: readonly Step[], automaton: readonly Form[]): number {
  const seen = new Set(steps.flatMap(({ signs }) => [...signs.keys()]))
  for (const [one, double] of same_signs) if (seen.has(double)) seen.add(one)
  return automaton.reduce((all, form) => all + form.prior * sumOfForm(steps, form, seen), 0)
}

/** The sum for one form. Signs that no step has seen contribute nothing, and are left out. */
function sumOfForm(steps: readonly Step[], { allowed }: Form, seen: ReadonlySet<string>): number {
  // For each position and sign: the probability of ending there, in the sign or in a blank after it.
  type Cell = { blank: number; sign: number }
  let start = 1
  let cells = allowed.map(
    (signs) =>
      new Map(
        [...signs]
          .filter((sign) => seen.has(sign))
          .map((sign): [string, Cell] => [sign, { blank: 0, sign: 0 }]),
      ),
  )
  for (const step of steps) {
    const sums = cells.map((cell) => {
      let sum = 0
      for (const { blank, sign } of cell.values()) sum += blank + sign
      return sum
    })
    cells = cells.map((cell, at) => {
      const entering = at === 0 ? start : sums[at - 1]!
      const before = at === 0 ? undefined : cells[at - 1]
      const moved = new Map<string, Cell>()
      for (const [sign, old] of cell) {
        const p = probabilityOf(step, sign, allowed[at]!)
        const factor = underrated.get(sign) ?? 1
        // The same sign twice needs a blank in between: without it, it is one longer sign.
        const held = before?.get(sign)?.sign ?? 0
        moved.set(sign, {
          blank: (old.blank + old.sign) * step.blank,
          sign: (old.sign + Math.max(0, entering - held) * factor) * p,
        })
      }
      return moved
    })
    start *= step.blank
  }
  let sum = 0
  for (const { blank, sign } of cells.at(-1)?.values() ?? []) sum += blank + sign
  return sum
}
