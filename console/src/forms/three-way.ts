/**
 * Merges a form with what another user saved meanwhile. A change is never overwritten without asking:
 * what only they changed is taken, what only I changed stays, and where both did the user decides.
 */
import type { Raws } from './check.ts'
import type { Kind } from './kinds.ts'
import type { Raw } from './values.ts'

export type Difference = {
  readonly name: string
  /**
   * `both`: changed on both sides, to different values. `hidden`: a secret of mine; theirs is not visible.
   */
  readonly who: 'theirs' | 'mine' | 'both' | 'hidden'
  readonly began: Raw
  readonly theirs: Raw
  readonly mine: Raw
}

/** Whose value wins, by field. */
export type Choices = Readonly<Record<string, 'theirs' | 'mine'>>

/** The fields that differ, those that need a decision first, then in the order of the form. */
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

/** The merged values: theirs, overridden by mine where mine wins. A missing decision keeps mine. */
export function merged(rows: readonly Difference[], theirs: Raws, choices: Choices): Raws {
  const mine = rows.filter(
    (row) => row.who === 'mine' || (needsChoice(row) && choices[row.name] !== 'theirs'),
  )
  return { ...theirs, ...Object.fromEntries(mine.map((row) => [row.name, row.mine])) }
}
