/**
 * What to do where somebody else saved while a form was being filled in: for each field when it was begun, theirs and mine. Nobody's change is
 * overwritten unasked: what only they changed is taken, what only I changed stays, and where both did somebody has to choose.
 */
import type { Raws } from './check.ts'
import type { Kind } from './kinds.ts'
import type { Raw } from './values.ts'

export type Difference = {
  readonly name: string
  /** `both`: changed on both sides, and not to the same. `hidden`: a secret of mine; theirs cannot be seen. */
  readonly who: 'theirs' | 'mine' | 'both' | 'hidden'
  readonly began: Raw
  readonly theirs: Raw
  readonly mine: Raw
}

/** Whose value holds, by field. */
export type Choices = Readonly<Record<string, 'theirs' | 'mine'>>

/** The fields that differ anywhere, those that need a choice first, then in the order of the form. */
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

/** Whether somebody has to say whose value holds. */
export const needsChoice = ({ who }: Difference): boolean => who === 'both' || who === 'hidden'

/** What the form holds afterwards: theirs, and on top of it mine wherever mine holds. A choice that was not made leaves mine. */
export function merged(rows: readonly Difference[], theirs: Raws, choices: Choices): Raws {
  const mine = rows.filter(
    (row) => row.who === 'mine' || (needsChoice(row) && choices[row.name] !== 'theirs'),
  )
  return { ...theirs, ...Object.fromEntries(mine.map((row) => [row.name, row.mine])) }
}
