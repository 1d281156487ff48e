/** The forms of plates as an automaton: after each sign, the signs that may follow it in some form. */
import { formsOf, type PlateKind } from '@parking/contract/plate/plate-forms.ts'
import { same_signs } from '@parking/contract/plate/plate-look-alikes.ts'

export type Form = {
  readonly kind: PlateKind
  /** The signs of each place. Equal places are one object. */
  readonly allowed: readonly ReadonlySet<string>[]
  readonly prior: number
  /** How common the form is among all, 0 to 1. */
  readonly share: number
}
/** A sign that may follow; `double` counts as this sign if some form allows only this one of the two. */
export type Edge = { readonly sign: string; readonly double: string | undefined; readonly to: Place }
/** What was read so far: the forms that end here, in order, and what may follow. */
export type Place = { readonly ended: readonly Form[]; readonly next: ReadonlyMap<string, Edge> }
export type Automaton = { readonly forms: readonly Form[]; readonly start: Place }

const doubles: ReadonlyMap<string, string> = new Map(same_signs)

/** The double of a sign that counts as this sign where it is not allowed itself. */
export const doubleOf = (sign: string, allowed: ReadonlySet<string>): string | undefined => {
  const double = doubles.get(sign)
  return double === undefined || allowed.has(double) ? undefined : double
}

function readForms(type: number): Form[] {
  const places = new Map<string, ReadonlySet<string>>()
  const placeOf = (signs: string): ReadonlySet<string> => {
    const known = places.get(signs) ?? new Set(signs)
    places.set(signs, known)
    return known
  }
  const made = formsOf(type).map(({ kind, places: written, common }) => ({
    kind,
    allowed: written.map(({ allowed }) => placeOf(allowed)),
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

function automatonOf(type: number): Automaton {
  const forms = readForms(type)
  const known = new Map<string, Place>()
  /** The place after `at` signs, which these forms allow. */
  const placeOf = (left: readonly Form[], at: number): Place => {
    const key = `${at} ${left.map((form) => forms.indexOf(form)).join(' ')}`
    const found = known.get(key)
    if (found) return found
    const made: Place = {
      ended: left.filter(({ allowed }) => allowed.length === at),
      next: edgesOf(left, at),
    }
    known.set(key, made)
    return made
  }
  const edgesOf = (left: readonly Form[], at: number): Map<string, Edge> => {
    const signs = new Set(left.flatMap(({ allowed }) => [...(allowed[at] ?? [])]))
    return new Map(
      [...signs].map((sign): [string, Edge] => {
        const fitting = left.filter(({ allowed }) => allowed[at]?.has(sign))
        const [double] = fitting.flatMap(({ allowed }) => doubleOf(sign, allowed[at]!) ?? [])
        return [sign, { sign, double, to: placeOf(fitting, at + 1) }]
      }),
    )
  }
  return { forms, start: placeOf(forms, 0) }
}

const automata: ReadonlyMap<number, Automaton> = new Map([0, 1].map((type) => [type, automatonOf(type)]))

/** The automaton of `alg_param.plate_type`; that of the mainland for an unknown type. */
export const automatonFor = (type: number): Automaton => automata.get(type) ?? automata.get(0)!
