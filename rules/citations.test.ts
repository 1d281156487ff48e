/** What code and documents cite is in the repository. */
import { expect, test } from 'vitest'
import { unresolvedCitations } from '../scripts/lib/citations.ts'

test('every section, document and link that is cited is there', () => {
  expect(unresolvedCitations()).toEqual([])
})
