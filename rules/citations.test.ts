/** Everything that code and documents cite exists in the repository. */
import { expect, test } from 'vitest'
import { unresolvedCitations } from '../scripts/lib/citations.ts'

test('every cited section, document and link exists', () => {
  expect(unresolvedCitations()).toEqual([])
})
