/** The exact sum over all texts of a form of plates and all their alignments (CTC), by a forward pass. */
import { doubleOf, type Form } from './plate-automaton.ts'
import type { Step } from './plate-decoder.ts'

/**
 * Factors for signs that the reader finds too rarely. It has learnt from texts in which J is rare: on a small
 * plate it reads J as 1 or leaves it out, but gives J at least 0.05. To the J of a true 1 it gives at most
 * 0.02 (docs/bench/analysis.md).
 */
const underrated: ReadonlyMap<string, number> = new Map([['J', 40]])

/** The factor of a sign; 1 for nearly all. */
export const boostOf = (sign: string): number => underrated.get(sign) ?? 1

/** What the steps say of the signs of a place; `p` holds the probabilities of all signs, step by step. */
type Odds = {
  readonly index: ReadonlyMap<string, number>
  readonly p: Float64Array
  readonly boosts: Float64Array
}

/** The sum of each form, in order. */
export function sumsOfForms(steps: readonly Step[], forms: readonly Form[]): number[] {
  const known = new Map<ReadonlySet<string>, Odds>()
  const oddsOf = (allowed: ReadonlySet<string>): Odds => {
    const odds = known.get(allowed) ?? readOdds(steps, allowed)
    known.set(allowed, odds)
    return odds
  }
  const blanks = Float64Array.from(steps, ({ blank }) => blank)
  return forms.map(({ allowed }) => sumOfForm(blanks, allowed.map(oddsOf)))
}

/** Signs that no step has seen contribute nothing, and are left out. */
function readOdds(steps: readonly Step[], allowed: ReadonlySet<string>): Odds {
  const found: { readonly sign: string; readonly p: readonly number[] }[] = []
  for (const sign of allowed) {
    const double = doubleOf(sign, allowed)
    const p = steps.map(
      ({ signs }) => (signs.get(sign) ?? 0) + (double === undefined ? 0 : (signs.get(double) ?? 0)),
    )
    if (p.some((value) => value > 0)) found.push({ sign, p })
  }
  const count = found.length
  const all = new Float64Array(steps.length * count)
  found.forEach(({ p }, no) => p.forEach((value, step) => (all[step * count + no] = value)))
  return {
    index: new Map(found.map(({ sign }, no) => [sign, no])),
    p: all,
    boosts: Float64Array.from(found, ({ sign }) => boostOf(sign)),
  }
}

/** The probability of ending at each sign of a place: in the sign, or in a blank after it. */
type Cells = Odds & {
  readonly blank: Float64Array
  readonly sign: Float64Array
  /** The same sign at the place before; -1 if it is not there. */
  readonly same: readonly number[]
}

function sumOfForm(blanks: Float64Array, places: readonly Odds[]): number {
  const cells = places.map((odds, at): Cells => {
    const { size } = odds.index
    const same = [...odds.index.keys()].map((sign) => places[at - 1]?.index.get(sign) ?? -1)
    return { ...odds, blank: new Float64Array(size), sign: new Float64Array(size), same }
  })
  let start = 1
  blanks.forEach((blank, step) => {
    // From the last place to the first, because each one needs the one before it as it was.
    for (let at = cells.length - 1; at >= 0; at--) {
      const before = cells[at - 1]
      moveOn(cells[at]!, before, before ? sumOf(before) : start, blank, step)
    }
    start *= blank
  })
  const last = cells.at(-1)
  return last ? sumOf(last) : 0
}

function sumOf({ blank, sign }: Cells): number {
  let sum = 0
  for (let no = 0; no < sign.length; no++) sum += blank[no]! + sign[no]!
  return sum
}

function moveOn(cells: Cells, before: Cells | undefined, entering: number, blank: number, step: number) {
  const count = cells.sign.length
  for (let no = 0; no < count; no++) {
    const same = cells.same[no]!
    // The same sign twice needs a blank in between: without it, it is one longer sign.
    const held = before && same >= 0 ? before.sign[same]! : 0
    const all = cells.blank[no]! + cells.sign[no]!
    const enter = Math.max(0, entering - held) * cells.boosts[no]!
    cells.blank[no] = all * blank
    cells.sign[no] = (cells.sign[no]! + enter) * cells.p[step * count + no]!
  }
}
