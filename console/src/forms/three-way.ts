/**
 * Merges a form with what another user saved meanwhile. A change is never overwritten silently: changes that
 * only they made are taken, changes that only I made stay, and the user decides if both changed a field.
 */
import type { Raws } from './check.ts'
import type { Kind } from './kinds.ts'
import type { Raw } from './values.ts'

export type Difference = {
  readonly name: string
  /**
   * `both`: both sides changed it, to different values. `hidden`: a secret that I changed; theirs is not
   * visible.
   */
  readonly who: 'theirs' | 'mine' | 'both' | 'hidden'
  readonly began: Raw
  readonly theirs: Raw
  readonly mine: Raw
}

/** Whose value wins, by field. */
export type Choices = Readonly<Record<string, 'theirs' | 'mine'>>

/** The fields that differ: first those that need a decision, then the others in the order of the form. */
export function threeWay(
  kinds: Readonly<Record<string, Kind>>,
  began: Raws,
  theirs: Raws,
  mine: Raws,
): readonly Difference[] {
  const found = Object.entries(kinds).flatMap(([name, { kind }]): Difference[] => {
    const [was, there, here] = [began[name] ?? '', theirs[name] ?? '', mine[name] ?? '']
    const row = { name, began: was, theirs: there, mine: here }
    if (kind === 'secret') return here === '' ? [] : [{ ...row, who: 'hidden' }]
    if (there === here) return []
    return [{ ...row, who: there === was ? 'mine' : here === was ? 'theirs' : 'both' }]
  })
  const rank = (row: Difference) => (needsChoice(row) ? 0 : row.who === 'theirs' ? 1 : 2)
  return found.sort((a, b) => rank(a) - rank(b))
}

/** Whether the user must decide whose value wins. */
export const needsChoice = ({ who }: Difference): boolean => who === 'both' || who === 'hidden'

/** The merged values: theirs, overridden by mine wherever mine wins. Without a decision, mine is kept. */
export function merged(rows: readonly Difference[], theirs: Raws, choices: Choices): Raws {
  const mine = rows.filter(
    (row) => row.who === 'mine' || (needsChoice(row) && choices[row.name] !== 'theirs'),
  )
  return { ...theirs, ...Object.fromEntries(mine.map((row) => [row.name, row.mine])) }
}
